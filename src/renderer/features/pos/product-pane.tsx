import { makeStyles } from '@fluentui/react-components';
import { BarcodeScanner24Regular } from '@fluentui/react-icons';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { CatalogueProduct } from '#contract/pos.ts';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { TabList } from '#renderer/ui/tab-list.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { windows } from '#renderer/ui/theme.ts';
import { ProductGrid } from './product-grid.tsx';
import { useCatalogue, useDebounced, type CatalogueTab } from './use-catalogue.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    flexShrink: 0,
    padding: '16px 24px 0',
    [windows.narrow]: { padding: '16px 16px 0' },
  },
});

const tabs: { value: CatalogueTab; label: string }[] = [
  { value: 'all', label: 'All Products' },
  { value: 'frequent', label: 'Frequently Sold' },
  { value: 'recent', label: 'Recently Added' },
];

/** Codes hold a digit and no space: such a text, entered, is looked up as if it had been scanned. */
const looksLikeCode = (text: string) => /^\S*\d\S*$/.test(text) && text.length >= 6;

type ProductPaneProps = {
  storeId: number;
  timeZone: string;
  searchRef: RefObject<HTMLInputElement | null>;
  onChoose: (product: CatalogueProduct) => void;
  onCode: (code: string) => void;
};

/** The left side of the till: search, tabs and cards. */
export function ProductPane({ storeId, timeZone, searchRef, onChoose, onCode }: ProductPaneProps) {
  const styles = useStyles();
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<CatalogueTab>('all');
  const settled = useDebounced(search.trim());
  const catalogue = useCatalogue(storeId, settled, tab);

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
      onCode(text);
    } else if (found && others.length === 0 && settled === text) onChoose(found);
  };
  return (
    <>
      <div className={styles.head}>
        <TextField
          ref={searchRef}
          label="Search products"
          labelHidden
          type="search"
          size={48}
          maxLength={100}
          autoComplete="off"
          prefix={<BarcodeScanner24Regular />}
          placeholder="Search or scan a barcode, serial or IMEI"
          suffix={<KeyCap>F2</KeyCap>}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={onKeyDown}
        />
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
      </div>
      <ProductGrid
        catalogue={catalogue}
        tab={tab}
        search={settled}
        timeZone={timeZone}
        onChoose={onChoose}
        onClearSearch={() => {
          setSearch('');
          searchRef.current?.focus();
        }}
      />
    </>
  );
}
