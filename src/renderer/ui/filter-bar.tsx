import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Filter20Regular } from '@fluentui/react-icons';
import { createContext, lazy, Suspense, useCallback, useContext, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button.tsx';
import { windows } from './theme.ts';
import { ONE_PANE, useMedia } from './use-media.ts';

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
    [windows.onePane]: { flexShrink: 1, minWidth: 0 },
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
  folded: { display: 'none' },
  box: {
    width: 'var(--width)',
    minWidth: 0,
    [windows.onePane]: { flexGrow: 1, width: 'auto' },
  },
});

/** A filter's place: as wide as it says in the row of a wide window, else as wide as there is room. */
export function FilterBox(props: { width: number; search?: boolean; children: ReactNode }) {
  return (
    <div
      data-filter={props.search ? 'search' : 'field'}
      style={{ '--width': `${props.width}px` } as CSSProperties}
      className={useStyles().box}
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
  children: ReactNode;
};

/**
 * The filters of a list, in one row above its table; in a window of one pane only the search, and a button that opens
 * the others in a drawer.
 */
export function FilterBar({ label, list, children }: FilterBarProps) {
  const styles = useStyles();
  const isOnePane = useMedia(ONE_PANE);
  const [fields, { others, hasSearch }] = useFilterCount();
  const [isOpen, setOpen] = useState(false);
  // A single one has room in the row.
  const isFolded = isOnePane && list !== undefined && others > 1;
  const count = countFilters(list?.narrowedBy);
  return (
    <div role="search" aria-label={label} className={mergeClasses(styles.bar, isFolded && styles.barOfOne)}>
      <div
        ref={fields}
        className={mergeClasses(styles.fields, isFolded && (hasSearch ? styles.searchOnly : styles.folded))}
      >
        {children}
      </div>
      {isFolded ? (
        <Button icon={<Filter20Regular />} aria-expanded={isOpen} onClick={() => setOpen(true)}>
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
      ) : null}
      {isFolded && isOpen ? (
        <Suspense fallback={null}>
          <FilterDrawer onClear={count > 0 ? list.clear : undefined} onClose={() => setOpen(false)}>
            <InFilterDrawer value={true}>{children}</InFilterDrawer>
          </FilterDrawer>
        </Suspense>
      ) : null}
    </div>
  );
}
