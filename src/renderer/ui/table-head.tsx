import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowDown16Regular, ArrowUp16Regular } from '@fluentui/react-icons';
import { directionOf, nextSort } from './sort-names.ts';
import { focusRing, palette, type } from './theme.ts';
import { widthOf } from './use-fitting-columns.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
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
  tight: { whiteSpace: 'normal' },
  first: { paddingLeft: '20px' },
  last: { paddingRight: '20px' },
  end: { textAlign: 'right' },
  sorter: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '28px',
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
    textAlign: 'inherit',
    cursor: 'pointer',
    ':hover': { color: palette.text1 },
    ':focus-visible': focusRing,
  },
  /** The order that a list always has. */
  fixed: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  sorted: { color: palette.text1, fontWeight: 600 },
});

type HeadColumn = {
  key: string;
  head: string;
  headHidden?: boolean;
  width?: string;
  align?: 'start' | 'end';
  sort?: string;
};

type SortProps = {
  columns: readonly HeadColumn[];
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
};

type HeadProps = SortProps & { unseen: string | undefined; isTight: boolean };

function OrderArrow({ direction }: { direction: ReturnType<typeof directionOf> }) {
  if (direction === null) return null;
  return direction === 'ascending' ? (
    <ArrowUp16Regular aria-hidden="true" />
  ) : (
    <ArrowDown16Regular aria-hidden="true" />
  );
}

/** The heads of a table's columns; with the class `unseen` where its rows are cards. */
export function TableHead({ unseen, isTight, ...props }: HeadProps) {
  const { columns, sort, onSort } = props;
  const styles = useStyles();
  return (
    <thead role={unseen ? 'rowgroup' : undefined} className={unseen}>
      <tr role={unseen ? 'row' : undefined}>
        {columns.map((column, index) => {
          const direction = column.sort === undefined ? null : directionOf(column.sort, sort);
          return (
            <th
              key={column.key}
              scope="col"
              role={unseen ? 'columnheader' : undefined}
              style={isTight ? undefined : widthOf(column)}
              aria-sort={direction ?? undefined}
              className={mergeClasses(
                styles.head,
                isTight && styles.tight,
                index === 0 && styles.first,
                index === columns.length - 1 && styles.last,
                column.align === 'end' && styles.end,
              )}
            >
              {column.sort !== undefined && onSort && !unseen ? (
                <button
                  type="button"
                  className={mergeClasses(styles.sorter, direction ? styles.sorted : undefined)}
                  onClick={() => onSort(nextSort(column.sort ?? '', sort))}
                >
                  {column.head}
                  <OrderArrow direction={direction} />
                </button>
              ) : column.headHidden ? (
                <VisuallyHidden>{column.head}</VisuallyHidden>
              ) : direction ? (
                <span className={mergeClasses(styles.fixed, styles.sorted)}>
                  {column.head}
                  <OrderArrow direction={direction} />
                </span>
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
