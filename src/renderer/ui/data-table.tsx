import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef, type ReactNode } from 'react';
import { inSentence } from '#renderer/lib/in-sentence.ts';
import { CardOrderFields, orderOf } from './card-order.tsx';
import type { CardPlace } from './card-places.ts';
import { useCardRows } from './card-rows.ts';
import { LoadingNote, Skeleton } from './skeleton.tsx';
import { TableHead } from './table-head.tsx';
import { DRAWN_WHOLE, TableRows } from './table-rows.tsx';
import { focusRing, palette, type } from './theme.ts';
import { useFittingColumns, WHOLE } from './use-fitting-columns.ts';
import { ONE_PANE, useMedia, VAST_WINDOW, WIDE_WINDOW } from './use-media.ts';

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
  narrow: { width: '100%', maxWidth: '720px' },
  /** Cards stand on the page itself, which scrolls. */
  ofCards: {
    flexShrink: 0,
    border: 'none',
    borderRadius: 0,
    backgroundColor: 'transparent',
    overflow: 'visible',
  },
  scrollerOfCards: { overflowY: 'visible', overflowX: 'visible' },
  scroller: {
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  waiting: { overflowY: 'hidden' },
  table: { width: '100%', borderCollapse: 'separate', borderSpacing: 0 },
  cell: {
    ...type.body,
    height: '56px',
    boxSizing: 'border-box',
    padding: '6px 12px',
    borderBottom: `1px solid ${palette.rowLine}`,
    color: palette.text1,
    overflowWrap: 'anywhere',
  },
  whole: { whiteSpace: 'nowrap', '& wbr': { display: 'none' } },
  low: { height: '48px' },
  first: { paddingLeft: '20px' },
  last: { paddingRight: '20px' },
  end: { textAlign: 'right' },
  atEnd: { marginLeft: 'auto' },
  stale: { opacity: 0.6 },
  footOfCards: { paddingTop: '8px', borderTopStyle: 'none' },
  order: { paddingBottom: '8px' },
  orderInside: { padding: '12px 16px 4px' },
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
  /**
   * `content`: never breaks, as codes, dates, amounts, states and short names. Else a CSS width: percent for a long text,
   * pixels for a control. Columns without one share the rest and wrap at words.
   */
  width?: string;
  /** Pixels that a column of words keeps at least; 112 where it is left out. */
  least?: number;
  align?: 'start' | 'end';
  /** The name that the head sorts by; the first click sorts descending. */
  sort?: string;
  /** The windows that have room for it; all of them where it is left out. */
  from?: 'wide' | 'vast';
  /** Left out where the table has no room for its columns, the lowest number first. */
  spare?: number;
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
  /** True where the filters above hold the choice of the order for rows that are cards. */
  orderedAbove?: boolean;
  /** True for two short columns, which would lie far apart in a wide window. */
  narrow?: boolean;
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
const [ROW, LOW_ROW, CARD] = [56, 48, 128];
/** Pixels between cards that have borders of their own. */
const CARDS_APART = 8;

/** Returns the columns that the window has room for. */
function useShownColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const room = { wide: useMedia(WIDE_WINDOW), vast: useMedia(VAST_WINDOW) };
  return columns.filter(({ from }) => from === undefined || room[from]);
}

/** A list as a table: sticky sortable head, rows that open, a pinned pager; it scrolls inside itself. */
export function DataTable<Row>({ columns: all, ...rest }: DataTableProps<Row>) {
  const shown = useShownColumns(all);
  const { columns: fitting, isTight, fits } = useFittingColumns(shown);
  // A card has room for all of them.
  const columns = useMedia(ONE_PANE) ? shown : fitting;
  const props = { ...rest, columns };
  const { label, rows, rowKey, onOpen, instead, pager, low = false, stale = false, bare = false } = props;
  const styles = useStyles();
  const body = useRef<HTMLTableSectionElement>(null);
  const isMany = rows !== undefined && rows.length > DRAWN_WHOLE;
  const cards = useCardRows(columns, !bare);
  const order =
    cards && !props.orderedAbove ? orderOf(columns, { sort: props.sort, sortBy: props.onSort }) : null;
  if (instead) return <div className={mergeClasses(styles.frame, bare && styles.bare)}>{instead}</div>;
  const cellProps = (column: Column<Row>, index: number) => ({
    role: cards ? 'cell' : undefined,
    'data-head': cards ? column.head : undefined,
    'data-place': cards?.places[index],
    className:
      cards?.cells[index] ??
      mergeClasses(
        styles.cell,
        column.width === WHOLE && !isTight && styles.whole,
        low && styles.low,
        index === 0 && styles.first,
        index === columns.length - 1 && styles.last,
        column.align === 'end' && styles.end,
      ),
  });
  const inCell = (index: number, content: ReactNode) => {
    const value = cards?.values[index];
    return value ? <div className={value}>{content}</div> : content;
  };
  return (
    <div
      className={mergeClasses(
        styles.frame,
        bare && styles.bare,
        props.narrow && styles.narrow,
        cards ? styles.ofCards : undefined,
      )}
    >
      {order ? (
        <CardOrderFields
          labelHidden
          order={order}
          className={mergeClasses(styles.order, bare && styles.orderInside)}
        />
      ) : null}
      {rows ? null : <LoadingNote>{`Loading ${inSentence(label)}`}</LoadingNote>}
      <div
        ref={fits}
        className={mergeClasses(
          styles.scroller,
          !rows && styles.waiting,
          cards ? styles.scrollerOfCards : undefined,
        )}
        // Cards are scrolled with their page: a stop as high as all of them has no ring that can be seen.
        {...(bare || cards ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        <table
          role={cards ? 'table' : undefined}
          className={cards?.table ?? styles.table}
          aria-label={label}
          aria-busy={!rows || stale}
          aria-rowcount={isMany ? rows.length + 1 : undefined}
        >
          <TableHead {...props} isTight={isTight} unseen={cards?.heads} />
          <tbody
            ref={body}
            role={cards ? 'rowgroup' : undefined}
            className={mergeClasses(cards?.body, stale && styles.stale)}
          >
            {rows ? (
              <TableRows
                rows={rows}
                rowHeight={cards ? CARD : low ? LOW_ROW : ROW}
                apart={cards && !bare ? CARDS_APART : 0}
                card={cards?.row}
                body={body}
                rowKey={rowKey}
                onOpen={onOpen}
                cells={(row) =>
                  columns.map((column, index) => (
                    <td key={column.key} {...cellProps(column, index)}>
                      {inCell(index, column.cell(row))}
                    </td>
                  ))
                }
              />
            ) : (
              Array.from({ length: SKELETON_ROWS }, (_, place) => (
                <tr key={place} role={cards ? 'row' : undefined} className={cards?.row}>
                  {columns.map((column, index) => (
                    <td key={column.key} {...cellProps(column, index)}>
                      {column.headHidden
                        ? null
                        : inCell(
                            index,
                            <Skeleton
                              width={index === 0 ? '80%' : '60%'}
                              height={14}
                              className={
                                cards?.values[index] || (column.align === 'end' && !cards)
                                  ? styles.atEnd
                                  : undefined
                              }
                            />,
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
