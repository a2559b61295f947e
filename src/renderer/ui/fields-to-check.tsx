import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { focusRing, palette, type } from './theme.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', color: palette.danger },
  way: {
    ...type.label,
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontWeight: 500,
    textDecorationLine: 'underline',
    cursor: 'pointer',
    ':focus-visible': focusRing,
  },
});

const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

const invalidFields = (formId: string) => [
  ...(document.getElementById(formId)?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? []),
];

/** Returns the element that scrolls the form. */
function scrollerOf(formId: string): Element | null {
  let element = document.getElementById(formId)?.parentElement ?? null;
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement;
  return element;
}

type Places = { above: HTMLElement[]; below: HTMLElement[] };

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((each, place) => each === other[place]);

/** Returns the invalid fields that are scrolled out of sight. */
function useOutOfSight(formId: string): Places {
  const [places, setPlaces] = useState<Places>({ above: [], below: [] });
  // After each render, as one field may be right and another one wrong.
  useEffect(() => {
    const invalid = invalidFields(formId);
    const where = new Map<Element, 'above' | 'below' | null>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect: box, rootBounds } of entries) {
          where.set(target, isIntersecting ? null : box.top < (rootBounds?.top ?? 0) ? 'above' : 'below');
        }
        const those = (place: 'above' | 'below') => invalid.filter((field) => where.get(field) === place);
        const next = { above: those('above'), below: those('below') };
        setPlaces((last) => (isSame(last.above, next.above) && isSame(last.below, next.below) ? last : next));
      },
      { root: scrollerOf(formId) },
    );
    invalid.forEach((field) => observer.observe(field));
    return () => observer.disconnect();
  });
  return places;
}

type FieldsToCheckProps = {
  formId: string;
  count: number;
  /** Shown while all of them are in sight. */
  whileInSight?: ReactNode;
};

/** Says how many fields of a form are to be checked, and leads to the first one and to those out of sight. */
export function FieldsToCheck({ formId, count, whileInSight }: FieldsToCheckProps) {
  const styles = useStyles();
  const { above, below } = useOutOfSight(formId);
  if (whileInSight !== undefined && above.length + below.length === 0) return whileInSight;
  const way = (text: string, field: HTMLElement | undefined) => (
    <button type="button" className={styles.way} onClick={() => field?.focus()}>
      {text}
    </button>
  );
  return (
    <div className={styles.root}>
      <span role="status">
        <button type="button" className={styles.way} onClick={() => invalidFields(formId)[0]?.focus()}>
          Check {fields(count)}
        </button>
      </span>
      {above.length > 0 ? way(`${above.length} above`, above.at(-1)) : null}
      {below.length > 0 ? way(`${below.length} below`, below[0]) : null}
    </div>
  );
}
