import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { BarcodeScanner24Regular, History20Regular } from '@fluentui/react-icons';
import {
  useDeferredValue,
  useEffect,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { CatalogueProduct } from '#contract/pos.ts';
import type { Zones } from '#domain/store-time.ts';
import { takeTyping } from '#renderer/lib/typing-home.ts';
import { useDebounced } from '#renderer/lib/use-debounced.ts';
import { Button } from '#renderer/ui/button.tsx';
import { FieldKey } from '#renderer/ui/key-cap.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { TabList, tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { clearOfToasts } from '#renderer/ui/use-clear-place.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { ProductGrid } from './product-grid.tsx';
import type { CatalogueTab } from './tab-cards.ts';
import { useCatalogue, useOpeningTab } from './use-catalogue.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    flexShrink: 0,
    padding: '16px 24px 0',
    [windows.narrow]: { padding: '16px 16px 0' },
    [windows.onePane]: { padding: '12px 12px 0' },
    [windows.zoomed]: { gap: 0, padding: '4px 12px 0' },
  },
  pane: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  tabs: {
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '16px',
    padding: '6px 24px 0',
    [windows.narrow]: { padding: '6px 16px 0' },
    [windows.onePane]: { padding: '0 12px' },
    [windows.phone]: { paddingTop: '6px', rowGap: '6px' },
  },
  status: { ...type.label, display: 'flex', minWidth: 0, color: palette.text3 },
  search: { flexGrow: 1 },
  drafts: { height: '48px' },
  draftsShort: { minWidth: '96px', [windows.phone]: { minWidth: '72px' } },
});

const tabs: { value: CatalogueTab; label: string }[] = [
  { value: 'all', label: 'All Products' },
  { value: 'frequent', label: 'Frequently Sold' },
  { value: 'recent', label: 'Recently Added' },
];

/** True for text with a digit and no space, six characters or more: Enter looks it up like a scan. */
const looksLikeCode = (text: string) => /^\S*\d\S*$/.test(text) && text.length >= 6;

/** Pixels; in a narrower pane the button shows only its icon and the count. */
const SHORT = 680;

function ViewDrafts({ count, isShort, onClick }: { count: number; isShort: boolean; onClick: () => void }) {
  const styles = useStyles();
  const text = 'View Transactions';
  return (
    <Button
      size="till"
      className={mergeClasses(styles.drafts, isShort && styles.draftsShort)}
      icon={<History20Regular />}
      count={count}
      label={isShort ? text : undefined}
      title="The sales that are held for later, to go on with or delete"
      onClick={onClick}
    >
      {isShort ? '' : text}
    </Button>
  );
}

type ProductPaneProps = {
  timeZone: Zones;
  group: string | null;
  /** The number of drafts that the store holds. */
  heldDrafts: number;
  onViewDrafts: () => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** The number of units added from here; each addition clears the search and takes its focus away. */
  added: number;
  onChoose: (product: CatalogueProduct) => void;
  /** Looks up a typed code; resolves to true if it was added to the cart. */
  onCode: (code: string) => Promise<boolean>;
  /** In a window of one pane, where the cart may stand in the place of the cards. */
  onePane: {
    cart: ReactNode | null;
    /** Beside the search. */
    actions: ReactNode;
    /** Beside the tabs. */
    status: ReactNode;
    /** Called when something is searched: its cards are to be seen. */
    onSearch: () => void;
  } | null;
};

/** What is searched for, and the cards that are found. */
function useSearching({ searchRef, added, onChoose, onCode }: ProductPaneProps) {
  const [search, setSearch] = useState('');
  const [cleared, setCleared] = useState(added);
  if (cleared !== added) {
    setCleared(added);
    setSearch('');
  }
  const [tab, setTab] = useOpeningTab();
  // The tab and the search field respond at once; their cards follow, up to a hundred of them.
  const shownTab = useDeferredValue(tab);
  useEffect(() => takeTyping(() => searchRef.current), [searchRef]);
  const settled = useDeferredValue(useDebounced(search.trim()));
  const catalogue = useCatalogue(settled, shownTab);

  const enterCode = async (code: string) => {
    if (await onCode(code)) return;
    // Puts the code back to be corrected, unless the cashier has typed on.
    setSearch((typed) => typed || code);
    if (document.activeElement?.matches('body, main')) searchRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const text = search.trim();
    if (event.key === 'Escape') {
      if (search) setSearch('');
      else event.currentTarget.blur();
    }
    if (event.key !== 'Enter' || !text) return;
    const [found, ...others] = catalogue.data ?? [];
    if (looksLikeCode(text)) {
      setSearch('');
      event.currentTarget.blur();
      void enterCode(text);
    } else if (found && others.length === 0 && settled === text) onChoose(found);
  };
  return { search, setSearch, tab, setTab, shownTab, settled, catalogue, onKeyDown };
}

/** The left side of the till: search, tabs and cards. */
export function ProductPane(props: ProductPaneProps) {
  const { timeZone, group, heldDrafts, onViewDrafts, searchRef, added, onChoose, onePane } = props;
  const styles = useStyles();
  const [measure, width] = useWidth();
  // A narrow window has no room for toasts below them.
  const keptClear = onePane ? {} : clearOfToasts;
  const { search, setSearch, tab, setTab, shownTab, settled, catalogue, onKeyDown } = useSearching(props);
  return (
    <>
      <div ref={measure} className={styles.head} {...keptClear}>
        <Row gap={8}>
          <TextField
            // A new field after each addition: the old one would keep or regain the focus.
            key={added}
            className={styles.search}
            ref={searchRef}
            label="Search products"
            labelHidden
            type="search"
            size={48}
            maxLength={100}
            autoComplete="off"
            prefix={<BarcodeScanner24Regular />}
            placeholder={onePane ? 'Search or scan' : 'Search or scan a barcode, serial or IMEI'}
            suffix={<FieldKey>F2</FieldKey>}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              onePane?.onSearch();
            }}
            onKeyDown={onKeyDown}
          />
          <ViewDrafts count={heldDrafts} isShort={width > 0 && width < SHORT} onClick={onViewDrafts} />
          {onePane?.actions}
        </Row>
      </div>
      {onePane?.cart ? (
        <div className={styles.pane} {...tabPanelProps('till', 'cart')}>
          {onePane.cart}
        </div>
      ) : (
        <div className={styles.pane} {...(onePane ? tabPanelProps('till', 'products') : {})}>
          <div className={styles.tabs} {...keptClear}>
            <TabList
              id="products"
              label="Products"
              tabs={tabs}
              value={tab}
              onChange={(value) => {
                setSearch('');
                setTab(value);
              }}
            />
            {onePane ? <span className={styles.status}>{onePane.status}</span> : null}
          </div>
          <ProductGrid
            catalogue={catalogue}
            tab={shownTab}
            search={settled}
            timeZone={timeZone}
            group={group}
            onChoose={onChoose}
            onClearSearch={() => {
              setSearch('');
              searchRef.current?.focus();
            }}
          />
        </div>
      )}
    </>
  );
}
