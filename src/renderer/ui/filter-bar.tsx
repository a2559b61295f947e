import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowSort20Regular, Filter20Regular } from '@fluentui/react-icons';
import { createContext, lazy, Suspense, useCallback, useContext, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button.tsx';
import { CardOrderFields, type CardOrder } from './card-order.tsx';
import { palette, windows } from './theme.ts';
import { ONE_PANE, PHONE, useMedia } from './use-media.ts';

const FilterDrawer = lazy(async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer }));

/** True inside the drawer of filters. */
export const InFilterDrawer = createContext(false);

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    flexShrink: 0,
    gap: '8px',
    [windows.onePane]: { flexShrink: 1, minWidth: 0, width: '100%' },
  },
  barOfOne: { flexWrap: 'nowrap' },
  /** Leaves the layout to the bar in a wide window. */
  fields: { display: 'contents' },
  /** The others are in the drawer. */
  searchOnly: {
    display: 'flex',
    flexGrow: 1,
    minWidth: 0,
    '& > :not([data-filter="search"])': { display: 'none' },
  },
  /** Without a search the first of them stays. */
  firstOnly: {
    display: 'flex',
    flexGrow: 1,
    minWidth: 0,
    '& > :first-child': { flexGrow: 1 },
    '& > :not(:first-child)': { display: 'none' },
  },
  none: { display: 'none' },
  box: {
    width: 'var(--width)',
    minWidth: 0,
    [windows.onePane]: { flexGrow: 1, width: 'auto' },
  },
  /** Leaves the others their places in the row. */
  search: {
    [windows.narrow]: { flexGrow: 1, width: '144px', maxWidth: 'var(--width)' },
    [windows.onePane]: { width: 'auto', maxWidth: 'none' },
  },
  fits: {
    width: 'auto',
    minWidth: 'var(--width)',
    maxWidth: '240px',
    [windows.onePane]: { maxWidth: 'none' },
  },
  /** "All suppliers" is what applies, and not an example of what to type. */
  ofChoices: { '& input[role="combobox"]::placeholder': { color: palette.text1 } },
});

type FilterBoxProps = {
  /** In pixels; of a choice the least. */
  width: number;
  search?: boolean;
  /** True for a choice, whose texts are whole. */
  fits?: boolean;
  children: ReactNode;
};

/** A filter's place: as wide as it says in the row of a wide window, else as wide as there is room. */
export function FilterBox(props: FilterBoxProps) {
  const styles = useStyles();
  const isInDrawer = useContext(InFilterDrawer);
  // The search stays above the list.
  if (props.search && isInDrawer) return null;
  return (
    <div
      data-filter={props.search ? 'search' : 'field'}
      style={{ '--width': `${props.width}px` } as CSSProperties}
      className={mergeClasses(
        styles.box,
        styles.ofChoices,
        props.search && styles.search,
        props.fits && styles.fits,
      )}
    >
      {props.children}
    </div>
  );
}

/** True where a filter needs no label of its own: in a row, but not in the drawer. */
export const useFilterLabelHidden = () => !useContext(InFilterDrawer);

/** A list that is narrowed by what its address says. */
export type Narrowable = { narrowedBy?: readonly string[]; clear?: () => void };

/** Names that belong to one filter: `min_points` and `max_points`, `start_date` and `end_date`. */
const filterOf = (name: string) =>
  name.replace(/^(start|end|from|to|min|max)_/, '').replace(/^(from|to)$/, 'days');

/** Returns how many filters are set besides the search, which is always in sight. */
const countFilters = (names: readonly string[] = []): number =>
  new Set(names.filter((name) => name !== 'search').map(filterOf)).size;

type Shown = { others: number; hasSearch: boolean };

/** Returns a ref for the element around filters, and which of them there are. */
function useFilterCount(): [(element: HTMLElement | null) => (() => void) | undefined, Shown] {
  const [shown, setShown] = useState<Shown>({ others: 0, hasSearch: false });
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const count = () => {
      const all = element.children.length;
      const searches = element.querySelectorAll(':scope > [data-filter="search"]').length;
      setShown({ others: all - searches, hasSearch: searches > 0 });
    };
    count();
    const observer = new MutationObserver(count);
    observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, []);
  return [watch, shown];
}

type FilterBarProps = {
  label: string;
  /** The list that is filtered; without it the filters always stand in the row. */
  list?: Narrowable;
  /** The order of the list, which is chosen here where its rows are cards. */
  order?: CardOrder | null;
  children: ReactNode;
};

/**
 * The filters of a list, in one row above its table; in a window of one pane only the search, and a button that opens
 * the others and the order in a drawer.
 */
export function FilterBar({ label, list, order: offered = null, children }: FilterBarProps) {
  const styles = useStyles();
  const isOnePane = useMedia(ONE_PANE);
  const isPhone = useMedia(PHONE);
  const [fields, { others, hasSearch }] = useFilterCount();
  const [isOpen, setOpen] = useState(false);
  const order = isOnePane ? offered : null;
  const hasOrders = order !== null && order.choices.length > 1;
  // A single one has room in the row, on a phone only without a search.
  const most = isPhone && hasSearch ? 0 : 1;
  const isFolded = isOnePane && list !== undefined && (others > most || hasOrders);
  const count = countFilters(list?.narrowedBy);
  const what = others > 0 ? 'Filters' : 'Sort';
  return (
    <div
      role="search"
      aria-label={label}
      className={mergeClasses(styles.bar, (isFolded || order !== null) && styles.barOfOne)}
    >
      <div
        ref={fields}
        className={mergeClasses(
          styles.fields,
          isFolded && (hasSearch ? styles.searchOnly : others > 0 ? styles.firstOnly : styles.none),
        )}
      >
        {children}
      </div>
      {order && !isFolded ? <CardOrderFields labelHidden order={order} /> : null}
      {isFolded ? (
        <Button
          icon={others > 0 ? <Filter20Regular /> : <ArrowSort20Regular />}
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          {others > 0 && count > 0 ? `Filters (${count})` : what}
        </Button>
      ) : null}
      {isFolded && isOpen ? (
        <Suspense fallback={null}>
          <FilterDrawer
            title={what}
            onClear={count > 0 ? list.clear : undefined}
            onClose={() => setOpen(false)}
          >
            {order ? <CardOrderFields labelHidden={false} order={order} /> : null}
            <InFilterDrawer value={true}>{children}</InFilterDrawer>
          </FilterDrawer>
        </Suspense>
      ) : null}
    </div>
  );
}
