import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '#renderer/lib/use-latest.ts';

/** The width of a column whose text never breaks. */
export const WHOLE = 'content';

const LEAST = 112;

type Fitting = { key: string; headHidden?: boolean; width?: string; least?: number; spare?: number };

/** Returns the style of a column's head, which gives the column its width. */
export function widthOf({ width, headHidden, least = LEAST }: Fitting) {
  if (width === WHOLE) return undefined;
  return width === undefined && !headHidden ? { minWidth: least } : { width };
}

/** Nothing is left out until it was measured. */
const ALL = { out: 0, isTight: false };

/**
 * Leaves out the spare columns that a table has no room for; `isTight`: not even the others fit, and all of their texts
 * may break. `fits` is the ref of the box around the table.
 */
export function useFittingColumns<Column extends Fitting>(all: readonly Column[]) {
  const [fit, setFit] = useState(ALL);
  const [room, setRoom] = useState(0);
  const box = useRef<HTMLElement>(null);
  const order = all.flatMap(({ spare }) => spare ?? []).toSorted((a, b) => a - b);
  const measure = () => {
    const table = box.current?.firstElementChild;
    if (!box.current || !table || table.scrollWidth <= box.current.clientWidth) return;
    setFit((now) =>
      now.isTight ? now : now.out < order.length ? { ...now, out: now.out + 1 } : { ...now, isTight: true },
    );
  };
  const latest = useLatest(measure);
  const fits = useCallback(
    (element: HTMLElement | null) => {
      box.current = element;
      const table = element?.firstElementChild;
      if (!element || !table) return undefined;
      const observer = new ResizeObserver(() => {
        setRoom(element.clientWidth);
        latest.current();
      });
      for (const each of [element, table]) observer.observe(each);
      return () => observer.disconnect();
    },
    [latest],
  );
  const given = `${room} ${all.map(({ key }) => key).join(' ')}`;
  const [fitted, setFitted] = useState(given);
  if (fitted !== given) {
    setFitted(given);
    setFit(ALL);
  }
  useLayoutEffect(measure);
  const last = order[fit.out - 1];
  const columns = last === undefined ? all : all.filter(({ spare }) => spare === undefined || spare > last);
  return { columns, isTight: fit.isTight, fits };
}
