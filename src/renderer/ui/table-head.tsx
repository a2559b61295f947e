import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  ArrowDown16Regular,
  ArrowDown20Regular,
  ArrowUp16Regular,
  ArrowUp20Regular,
} from '@fluentui/react-icons';
import { inSentence } from '#renderer/lib/in-sentence.ts';
import { Button } from './button.tsx';
import { SelectField } from './select-field.tsx';
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
  sorted: { color: palette.text1, fontWeight: 600 },
  sorting: { display: 'flex', gap: '8px', flexShrink: 0, paddingBottom: '8px' },
  inside: { padding: '12px 16px 4px' },
  choice: { flexGrow: 1, minWidth: 0, maxWidth: '280px' },
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

const directionOf = (name: string, sort: string | undefined) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : null;

const nextSort = (name: string, sort: string | undefined) => (sort === `-${name}` ? name : `-${name}`);

type HeadProps = SortProps & { unseen: string | undefined; isTight: boolean };

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
                  {direction === 'ascending' ? <ArrowUp16Regular aria-hidden="true" /> : null}
                  {direction === 'descending' ? <ArrowDown16Regular aria-hidden="true" /> : null}
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

/** The order of rows that are cards: by what, and in which direction. */
export function CardSort({ columns, sort, onSort, inside }: SortProps & { inside: boolean }) {
  const styles = useStyles();
  const choices = columns.flatMap(({ sort: name, head }) => (name === undefined ? [] : [{ name, head }]));
  if (!onSort || choices.length === 0) return null;
  const chosen = choices.find(({ name }) => directionOf(name, sort) !== null)?.name;
  const isUp = chosen !== undefined && directionOf(chosen, sort) === 'ascending';
  return (
    <div className={mergeClasses(styles.sorting, inside && styles.inside)}>
      <SelectField
        className={styles.choice}
        label="Sort by"
        labelHidden
        options={[
          ...(chosen === undefined ? [{ value: '', label: 'Sort by…', disabled: true }] : []),
          ...choices.map(({ name, head }) => ({ value: name, label: `Sort by ${inSentence(head)}` })),
        ]}
        value={chosen ?? ''}
        onChange={(event) => onSort(nextSort(event.target.value, undefined))}
      />
      {chosen === undefined ? null : (
        <Button
          icon={isUp ? <ArrowUp20Regular /> : <ArrowDown20Regular />}
          label={isUp ? 'Ascending: turn the order around' : 'Descending: turn the order around'}
          onClick={() => onSort(isUp ? `-${chosen}` : chosen)}
        />
      )}
    </div>
  );
}
