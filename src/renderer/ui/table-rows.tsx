import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';

const useStyles = makeStyles({ opens: { cursor: 'pointer', ':hover': { backgroundColor: '#F9FBFB' } } });

/** Longer lists render only the visible rows and some beyond either end. */
export const DRAWN_WHOLE = 100;
const BEYOND = 12;
const INTERACTIVE = 'a, button, input, select, textarea, label';

/** True for a click on the row itself: false on a control inside it or after selecting text. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  // React bubbles clicks from a menu's items, which are elsewhere in the document.
  if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE)) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

type TableRowsProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Called on a click anywhere in a row. */
  onOpen: ((row: Row) => void) | undefined;
  /** Pixels; the height of a row whose text fits on its lines. */
  rowHeight: number;
  /** Pixels between two rows. */
  apart: number;
  /** The class of a row that is a card; undefined for a row of a table. */
  card: string | undefined;
  body: RefObject<HTMLElement | null>;
  cells: (row: Row) => ReactNode;
};

/** Returns what scrolls an element: its table, or around cards the page or a dialog. */
function scrollingBox(element: HTMLElement | null): HTMLElement | null {
  const scrolls = element && /auto|scroll/.test(getComputedStyle(element).overflowY);
  return element === null || scrolls ? element : scrollingBox(element.parentElement);
}

/** Returns how many pixels below the top of what scrolls them the rows begin. */
function useRowsBegin(body: RefObject<HTMLElement | null>, isLong: boolean, isCards: boolean): number {
  const [begin, setBegin] = useState(0);
  useEffect(() => {
    const rows = body.current;
    const box = isLong ? scrollingBox(rows) : null;
    if (!rows || !box) return undefined;
    const measure = () =>
      setBegin(
        Math.round(rows.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop),
      );
    const observer = new ResizeObserver(measure);
    for (const each of [box, box.firstElementChild ?? box, rows]) observer.observe(each);
    return () => observer.disconnect();
    // The page scrolls around cards, and a table inside itself.
  }, [body, isLong, isCards]);
  return begin;
}

/** The rows of a table; a long one renders its visible rows between two spacer rows. */
export function TableRows<Row>({
  rows,
  rowHeight,
  apart,
  card,
  body,
  rowKey,
  onOpen,
  cells,
}: TableRowsProps<Row>) {
  const styles = useStyles();
  const isLong = rows.length > DRAWN_WHOLE;
  const begin = useRowsBegin(body, isLong, card !== undefined);
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => scrollingBox(body.current),
    estimateSize: () => rowHeight,
    gap: apart,
    scrollMargin: begin,
    overscan: BEYOND,
  });
  const drawn = (row: Row, place: number) => (
    <tr
      key={rowKey(row)}
      {...(isLong ? { ref: virtual.measureElement, 'data-index': place, 'aria-rowindex': place + 2 } : {})}
      data-opens={onOpen ? '' : undefined}
      role={card ? 'row' : undefined}
      className={mergeClasses(card, onOpen && styles.opens)}
      onClick={onOpen && ((event) => isOnRow(event) && onOpen(row))}
    >
      {cells(row)}
    </tr>
  );
  if (!isLong) return rows.map(drawn);
  const places = virtual.getVirtualItems();
  const above = (places[0]?.start ?? 0) - begin - apart;
  const below = virtual.getTotalSize() + begin - (places.at(-1)?.end ?? 0) - apart;
  return (
    <>
      {above > 0 ? <tr style={{ height: above }} aria-hidden="true" /> : null}
      {places.flatMap(({ index }) => {
        const row = rows[index];
        return row === undefined ? [] : [drawn(row, index)];
      })}
      {below > 0 ? <tr style={{ height: below }} aria-hidden="true" /> : null}
    </>
  );
}
