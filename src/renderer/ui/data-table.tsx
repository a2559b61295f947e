import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { inSentence } from '#renderer/lib/in-sentence.ts';
import type { CardPlace } from './card-places.ts';
import { useCardRows } from './card-rows.ts';
import { LoadingNote, Skeleton } from './skeleton.tsx';
import { CardSort, TableHead } from './table-head.tsx';
import { focusRing, palette, type } from './theme.ts';

const useStyles = makeStyles({
  /** Shrinks to the space its page leaves and scrolls inside itself; few rows make it short. */
  frame: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 1,
    minHeight: 0,
    minWidth: 0,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    overflow: 'hidden',
  },
  bare: { border: 'none', borderRadius: 0 },
  /** Cards stand on the page itself, which scrolls. */
  ofCards: {
    flexShrink: 0,
    border: 'none',
    borderRadius: 0,
    backgroundColor: 'transparent',
    overflow: 'visible',
  },
  /** Only so many cards that not all of them are drawn scroll inside themselves. */
  scrollerOfCards: { overflowY: 'visible', overflowX: 'visible' },
  scrollerOfMany: { maxHeight: '75dvh' },
  scroller: {
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  waiting: { overflowY: 'hidden' },
  table: { width: '100%', borderCollapse: 'separate', borderSpacing: 0, tableLayout: 'fixed' },
  cell: {
    ...type.body,
    height: '56px',
    boxSizing: 'border-box',
    padding: '6px 12px',
    borderBottom: `1px solid ${palette.rowLine}`,
    color: palette.text1,
    overflowWrap: 'anywhere',
  },
  low: { height: '48px' },
  first: { paddingLeft: '20px' },
  last: { paddingRight: '20px' },
  end: { textAlign: 'right' },
  atEnd: { marginLeft: 'auto' },
  opens: { cursor: 'pointer', ':hover': { backgroundColor: '#F9FBFB' } },
  stale: { opacity: 0.6 },
  footOfCards: { paddingTop: '8px', borderTopStyle: 'none' },
  footInside: { padding: '8px 16px' },
  foot: { flexShrink: 0, borderTop: `1px solid ${palette.hairline}` },
});

export type Column<Row> = {
  /** Unique in its table. */
  key: string;
  /** The head's text; only screen readers get it with `headHidden`. */
  head: string;
  headHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** A CSS width: percent, or pixels for a fixed width. Columns without one share the rest. */
  width?: string;
  align?: 'start' | 'end';
  /** The name that the head sorts by; the first click sorts descending. */
  sort?: string;
  /** The place on the card that a row becomes in a window of one pane; by the column's key where it is left out. */
  phone?: CardPlace;
};

export type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined during the first load: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Called on a click anywhere in a row; the row's own link does the same from the keyboard. */
  onOpen?: (row: Row) => void;
  sort?: string;
  onSort?: (sort: string) => void;
  /** True for rows of one line, 48 px high instead of 56. */
  low?: boolean;
  /** True while the rows of the previous filters are shown and the new ones load. */
  stale?: boolean;
  /** Replaces the whole table: nothing yet, nothing found, could not be loaded. */
  instead?: ReactNode;
  /** Below the rows, always in sight. */
  pager?: ReactNode;
  /** True inside a card or dialog that has its own border. */
  bare?: boolean;
};

const SKELETON_ROWS = 8;
/** Longer lists render only the visible rows and some beyond either end. */
const DRAWN_WHOLE = 100;
const BEYOND = 12;
const [ROW, LOW_ROW, CARD] = [56, 48, 128];
const INTERACTIVE = 'a, button, input, select, textarea, label';

/** True for a click on the row itself: false on a control inside it or after selecting text. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  // React bubbles clicks from a menu's items, which are elsewhere in the document.
  if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE)) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

/** A list as a table: sticky sortable head, rows that open, a pinned pager; it scrolls inside itself. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    onOpen,
    instead,
    pager,
    low = false,
    stale = false,
    bare = false,
  } = props;
  const styles = useStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const isMany = rows !== undefined && rows.length > DRAWN_WHOLE;
  const cards = useCardRows(columns, !bare && !isMany);
  if (instead) return <div className={mergeClasses(styles.frame, bare && styles.bare)}>{instead}</div>;
  const cellProps = (column: Column<Row>, index: number) => ({
    role: cards ? 'cell' : undefined,
    'data-head': cards ? column.head : undefined,
    className:
      cards?.cells[index] ??
      mergeClasses(
        styles.cell,
        low && styles.low,
        index === 0 && styles.first,
        index === columns.length - 1 && styles.last,
        column.align === 'end' && styles.end,
      ),
  });
  return (
    <div
      className={mergeClasses(
        styles.frame,
        bare && styles.bare,
        cards && !isMany ? styles.ofCards : undefined,
      )}
    >
      {cards ? <CardSort {...props} inside={bare || isMany} /> : null}
      {rows ? null : <LoadingNote>{`Loading ${inSentence(label)}`}</LoadingNote>}
      <div
        ref={scroller}
        className={mergeClasses(
          styles.scroller,
          !rows && styles.waiting,
          cards ? (isMany ? styles.scrollerOfMany : styles.scrollerOfCards) : undefined,
        )}
        {...(bare ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        <table
          role={cards ? 'table' : undefined}
          className={cards?.table ?? styles.table}
          aria-label={label}
          aria-busy={!rows || stale}
          aria-rowcount={isMany ? rows.length + 1 : undefined}
        >
          <TableHead {...props} unseen={cards?.heads} />
          <tbody
            role={cards ? 'rowgroup' : undefined}
            className={mergeClasses(cards?.body, stale && styles.stale)}
          >
            {rows ? (
              <Rows
                rows={rows}
                rowHeight={cards ? CARD : low ? LOW_ROW : ROW}
                card={cards?.row}
                scroller={scroller}
                rowKey={rowKey}
                onOpen={onOpen}
                cells={(row) =>
                  columns.map((column, index) => (
                    <td key={column.key} {...cellProps(column, index)}>
                      {column.cell(row)}
                    </td>
                  ))
                }
              />
            ) : (
              Array.from({ length: SKELETON_ROWS }, (_, place) => (
                <tr key={place} role={cards ? 'row' : undefined} className={cards?.row}>
                  {columns.map((column, index) => (
                    <td key={column.key} {...cellProps(column, index)}>
                      {column.headHidden ? null : (
                        <Skeleton
                          width={index === 0 ? '80%' : '60%'}
                          height={14}
                          className={column.align === 'end' && !cards ? styles.atEnd : undefined}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
      {pager ? (
        <div
          className={mergeClasses(
            styles.foot,
            cards ? styles.footOfCards : undefined,
            cards && bare ? styles.footInside : undefined,
          )}
        >
          {pager}
        </div>
      ) : null}
    </div>
  );
}

type RowsProps<Row> = Pick<DataTableProps<Row>, 'rowKey' | 'onOpen'> & {
  rows: readonly Row[];
  /** Pixels; the height of a row whose text fits on its lines. */
  rowHeight: number;
  /** The class of a row that is a card; undefined for a row of a table. */
  card: string | undefined;
  scroller: RefObject<HTMLElement | null>;
  cells: (row: Row) => ReactNode;
};

/** The rows of a table; a long one renders its visible rows between two spacer rows. */
function Rows<Row>({ rows, rowHeight, card, scroller, rowKey, onOpen, cells }: RowsProps<Row>) {
  const styles = useStyles();
  const isLong = rows.length > DRAWN_WHOLE;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
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
  const above = places[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (places.at(-1)?.end ?? 0);
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
