import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowDown16Regular, ArrowUp16Regular } from '@fluentui/react-icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { inSentence } from '#renderer/lib/in-sentence.ts';
import { LoadingNote, Skeleton } from './skeleton.tsx';
import { focusRing, palette, type } from './theme.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

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
  scroller: {
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  waiting: { overflowY: 'hidden' },
  table: { width: '100%', borderCollapse: 'separate', borderSpacing: 0, tableLayout: 'fixed' },
  head: {
    ...type.metaStrong,
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: '40px',
    boxSizing: 'border-box',
    padding: '0 12px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: '#F9FBFB',
    color: palette.text2,
    textAlign: 'left',
    whiteSpace: 'nowrap',
  },
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
  sorter: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '28px',
    margin: '0 -4px',
    padding: '0 4px',
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    fontWeight: 'inherit',
    cursor: 'pointer',
    ':hover': { color: palette.text1 },
    ':focus-visible': focusRing,
  },
  sorted: { color: palette.text1, fontWeight: 600 },
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
const [ROW, LOW_ROW] = [56, 48];
const INTERACTIVE = 'a, button, input, select, textarea, label';

/** True for a click on the row itself: false on a control inside it or after selecting text. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  // React bubbles clicks from a menu's items, which are elsewhere in the document.
  if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE)) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

function nextSort(name: string, sort: string | undefined): string {
  return sort === `-${name}` ? name : `-${name}`;
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
  if (instead) return <div className={mergeClasses(styles.frame, bare && styles.bare)}>{instead}</div>;
  const cellClass = (column: Column<Row>, index: number) =>
    mergeClasses(
      styles.cell,
      low && styles.low,
      index === 0 && styles.first,
      index === columns.length - 1 && styles.last,
      column.align === 'end' && styles.end,
    );
  return (
    <div className={mergeClasses(styles.frame, bare && styles.bare)}>
      {rows ? null : <LoadingNote>{`Loading ${inSentence(label)}`}</LoadingNote>}
      <div
        ref={scroller}
        className={mergeClasses(styles.scroller, !rows && styles.waiting)}
        {...(bare ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        <table
          className={styles.table}
          aria-label={label}
          aria-busy={!rows || stale}
          aria-rowcount={rows && rows.length > DRAWN_WHOLE ? rows.length + 1 : undefined}
        >
          <TableHead {...props} />
          <tbody className={mergeClasses(stale && styles.stale)}>
            {rows ? (
              <Rows
                rows={rows}
                rowHeight={low ? LOW_ROW : ROW}
                scroller={scroller}
                rowKey={rowKey}
                onOpen={onOpen}
                cells={(row) =>
                  columns.map((column, index) => (
                    <td key={column.key} className={cellClass(column, index)}>
                      {column.cell(row)}
                    </td>
                  ))
                }
              />
            ) : (
              Array.from({ length: SKELETON_ROWS }, (_, place) => (
                <tr key={place}>
                  {columns.map((column, index) => (
                    <td key={column.key} className={cellClass(column, index)}>
                      {column.headHidden ? null : (
                        <Skeleton
                          width={index === 0 ? '80%' : '60%'}
                          height={14}
                          className={column.align === 'end' ? styles.atEnd : undefined}
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
      {pager ? <div className={styles.foot}>{pager}</div> : null}
    </div>
  );
}

type RowsProps<Row> = Pick<DataTableProps<Row>, 'rowKey' | 'onOpen'> & {
  rows: readonly Row[];
  /** Pixels; the height of a row whose text fits on its lines. */
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  cells: (row: Row) => ReactNode;
};

/** The rows of a table; a long one renders its visible rows between two spacer rows. */
function Rows<Row>({ rows, rowHeight, scroller, rowKey, onOpen, cells }: RowsProps<Row>) {
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
      className={mergeClasses(onOpen && styles.opens)}
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

function TableHead<Row>({ columns, sort, onSort }: DataTableProps<Row>) {
  const styles = useStyles();
  return (
    <thead>
      <tr>
        {columns.map((column, index) => {
          const direction =
            sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : null;
          const isSorted = column.sort !== undefined && direction !== null;
          return (
            <th
              key={column.key}
              scope="col"
              style={{ width: column.width }}
              aria-sort={isSorted ? direction : undefined}
              className={mergeClasses(
                styles.head,
                index === 0 && styles.first,
                index === columns.length - 1 && styles.last,
                column.align === 'end' && styles.end,
              )}
            >
              {column.sort !== undefined && onSort ? (
                <button
                  type="button"
                  className={mergeClasses(styles.sorter, isSorted && styles.sorted)}
                  onClick={() => onSort(nextSort(column.sort ?? '', sort))}
                >
                  {column.head}
                  {isSorted ? (
                    direction === 'ascending' ? (
                      <ArrowUp16Regular aria-hidden="true" />
                    ) : (
                      <ArrowDown16Regular aria-hidden="true" />
                    )
                  ) : null}
                </button>
              ) : column.headHidden ? (
                <VisuallyHidden>{column.head}</VisuallyHidden>
              ) : (
                column.head
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
