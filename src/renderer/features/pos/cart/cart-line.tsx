import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { memo, useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import type { CartLine } from '#domain/cart.ts';
import type { Centavos } from '#domain/money.ts';
import { discountLabel, discountParts, type Discount } from '#domain/totals.ts';
import { notNewText, unitNumber } from '#domain/units.ts';
import { lineKey } from '#domain/sale-line.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { palette, sizes, tabular, tones, type } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { useLatest } from '#renderer/lib/use-latest.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '60px',
    paddingRight: '20px',
    paddingLeft: '8px',
    borderBottom: `1px solid ${palette.rowLine}`,
  },
  fresh: { backgroundColor: palette.brandFill },
  lost: { backgroundColor: tones.red[0] },
  text: { flexGrow: 1, minWidth: 0, padding: '12px 0 12px 20px' },
  amounts: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', columnGap: '8px', flexShrink: 0 },
  before: { ...type.label, lineHeight: '20px' },
  saving: {
    ...type.meta,
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    color: tones.green[1],
  },
  name: { ...type.bodyStrong, overflowWrap: 'anywhere' },
  meta: { ...type.meta, ...tabular, color: palette.text3, overflowWrap: 'anywhere' },
  reason: { ...type.meta, fontWeight: 500, color: palette.danger },
  /** As wide as the removed button, so that nothing moves under the pointer. */
  gap: { flexShrink: 0, width: `${sizes.till}px` },
  /** Its text ends in line with the amounts. */
  undo: { minWidth: 0, marginRight: '-12px' },
  struck: { textDecorationLine: 'line-through', color: palette.text3 },
});

/** The variation and the number, which stays with its name. */
const metaOf = (line: CartLine) =>
  [line.variation_name, notNewText(line), unitNumber(line)?.replaceAll(/(?<!\/) /g, '\u00a0')]
    .filter(Boolean)
    .join(' · ');

type LineProps = {
  line: CartLine;
  isFresh: boolean;
  /** True if the line was restored by keyboard: its button takes the focus. */
  takesFocus: boolean;
  /** The price for the previous customer, shown beside the new one. */
  priceBefore: Centavos | undefined;
  /** `byKey` is true if a key press removed the line: the focus is then lost with the button. */
  onRemove: (key: string, byKey: boolean) => void;
};

/** Lists each discount with the amount that it takes off. */
function Savings({ base, discounts }: { base: Centavos; discounts: readonly Discount[] }) {
  const styles = useStyles();
  const parts = discountParts(base, discounts);
  return discounts.map((discount, index) => (
    <div key={index} className={styles.saving}>
      <span>{discountLabel(discount)}</span>
      <MoneyText amount={-(parts[index] ?? 0)} surface="cart" />
    </div>
  ));
}

/** One unit; memoized, so that a scan renders only its own line. */
export const Line = memo(function Line({ line, isFresh, takesFocus, priceBefore, onRemove }: LineProps) {
  const styles = useStyles();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFresh) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isFresh]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <li
      ref={row}
      className={mergeClasses(styles.line, isFresh && styles.fresh, line.lost !== null && styles.lost)}
    >
      <Button
        ref={button}
        size="till"
        appearance="subtle"
        icon={<Dismiss20Regular />}
        label={`Remove ${line.product_name}`}
        // A click without a pointer has a `detail` of 0.
        onClick={(event: MouseEvent) => onRemove(lineKey(line), event.detail === 0)}
      />
      <div className={styles.text}>
        <Spread gap={12}>
          <span className={styles.name}>{line.product_name}</span>
          <span className={styles.amounts}>
            {priceBefore === undefined ? null : (
              <>
                <VisuallyHidden>was </VisuallyHidden>
                <MoneyText amount={priceBefore} surface="cart" tone="struck" className={styles.before} />
                <VisuallyHidden> now </VisuallyHidden>
              </>
            )}
            <MoneyText
              amount={line.price}
              surface="cart"
              size="price"
              tone={line.lost ? 'struck' : undefined}
            />
          </span>
        </Spread>
        <div className={styles.meta}>{metaOf(line)}</div>
        <Savings base={line.price} discounts={line.discounts} />
        {line.lost ? <div className={styles.reason}>{line.lost}. Remove it to go on.</div> : null}
      </div>
    </li>
  );
});

/** Milliseconds for which a removed line keeps its place. */
const LASTS = 8000;
/** Milliseconds until the pointer and the focus are checked again. */
const LOOK_AGAIN = 1000;

/** Calls `onOver` after a while, but not while the pointer is over the lines or the row has the focus. */
function useLasting(row: RefObject<HTMLLIElement | null>, onOver: () => void): void {
  const latest = useLatest(onOver);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const isBusy = row.current?.parentElement?.matches(':hover') || row.current?.matches(':focus-within');
      if (isBusy) timer = setTimeout(look, LOOK_AGAIN);
      else latest.current();
    };
    timer = setTimeout(look, LASTS);
    return () => clearTimeout(timer);
  }, [row, latest]);
}

type RemovedRowProps = {
  line: CartLine;
  takesFocus: boolean;
  onPutBack: (key: string, byKey: boolean) => void;
  onOver: (key: string) => void;
};

/** Shows a removed unit in the place of its line, with a button to restore it. */
export function RemovedRow({ line, takesFocus, onPutBack, onOver }: RemovedRowProps) {
  const styles = useStyles();
  const row = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLasting(row, () => onOver(lineKey(line)));
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <li ref={row} className={styles.line}>
      <span className={styles.gap} />
      <div className={styles.text}>
        <VisuallyHidden>Removed: </VisuallyHidden>
        <div className={mergeClasses(styles.name, styles.struck)}>{line.product_name}</div>
        <div className={mergeClasses(styles.meta, styles.struck)}>{metaOf(line)}</div>
      </div>
      <Button
        ref={button}
        className={styles.undo}
        size="till"
        appearance="subtle"
        aria-label={`Undo: put ${line.product_name} back`}
        onClick={(event: MouseEvent) => onPutBack(lineKey(line), event.detail === 0)}
      >
        Undo
      </Button>
    </li>
  );
}
