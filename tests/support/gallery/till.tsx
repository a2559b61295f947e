import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  BarcodeScanner24Regular,
  History20Regular,
  PersonAdd20Regular,
  Save20Regular,
} from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { TabList, tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useNotify, useToastEdge } from '#renderer/ui/toasts.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { Frame } from './frame.tsx';

const useStyles = makeStyles({
  panes: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 440px', height: '100%' },
  left: { display: 'flex', flexDirection: 'column', minHeight: 0 },
  bar: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexShrink: 0,
    height: '55px',
    padding: '0 12px 0 24px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    color: palette.text2,
  },
  head: { padding: '16px 24px 0', display: 'flex', flexDirection: 'column', gap: '6px' },
  search: { display: 'flex', gap: '8px' },
  grow: { flexGrow: 1 },
  tall: { height: '48px' },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(184px, 1fr))',
    gridAutoRows: 'max-content',
    gap: '12px',
    padding: '10px 24px',
    overflowY: 'auto',
    flexGrow: 1,
  },
  card: {
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    overflow: 'hidden',
    backgroundColor: palette.surface,
    position: 'relative',
  },
  photo: {
    height: '104px',
    display: 'grid',
    placeItems: 'center',
    paddingTop: '20px',
    boxSizing: 'border-box',
    backgroundColor: palette.canvas,
  },
  badge: { position: 'absolute', top: '9px', right: '8px' },
  words: { padding: '10px 12px 12px', display: 'flex', flexDirection: 'column', gap: '6px' },
  right: {
    display: 'flex',
    flexDirection: 'column',
    borderLeft: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
  },
  customer: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    height: '71px',
    padding: '0 20px',
    borderBottom: `1px solid ${palette.hairline}`,
  },
  cart: { flexGrow: 1, display: 'grid', placeItems: 'center' },
  foot: { padding: '12px 20px 16px', borderTop: `1px solid ${palette.hairline}` },
  total: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', marginBottom: '12px' },
  keys: {
    display: 'flex',
    gap: '8px',
    alignItems: 'center',
    height: '40px',
    flexShrink: 0,
    padding: '0 24px',
    backgroundColor: palette.surface,
  },
});

const products: [kind: string, colour: string, left: number][] = [
  ['phone', 'Black', 10],
  ['phone', 'Blue', 7],
  ['phone', 'Green', 3],
  ['tablet', 'Blue', 1],
  ['earbuds', 'White', 9],
  ['laptop', 'Grey', 2],
  ['laptop', 'Silver', 0],
  ['charger', 'White', 34],
  ['cable', 'Black', 41],
  ['power bank', 'Navy', 5],
  ['speaker', 'Red', 4],
  ['watch', 'Green', 6],
  ['phone case', 'Pink', 12],
  ['Memory cards', 'Black', 12],
  ['Gaming', 'Blue', 12],
  ['Cameras', 'Black', 12],
  ['Networking', 'White', 12],
  ['Monitors', 'Grey', 12],
  ['Keyboards', 'Black', 12],
  ['Something else', '', 12],
];

const tabs = [
  { value: 'all', label: 'All Products' },
  { value: 'frequent', label: 'Frequently Sold' },
  { value: 'recent', label: 'Recently Added' },
];

/** The till's kit in its place, with the toast of a failed scan. */
export function Till() {
  const styles = useStyles();
  const notify = useNotify();
  const [tab, setTab] = useState('all');
  useToastEdge(456);
  useEffect(() => {
    const timer = setTimeout(
      () => notify.error('Scan failed', 'Item not found: 4806512345678', { lifetime: 60_000 }),
      200,
    );
    return () => clearTimeout(timer);
  }, [notify]);
  return (
    <Frame till>
      <VisuallyHidden>
        <h1>Point of Sale</h1>
      </VisuallyHidden>
      <div className={styles.panes}>
        <div className={styles.left}>
          <div className={styles.bar}>
            No draft yet. The first item starts one.
            <Button size="till" icon={<Save20Regular />}>
              Save Transaction
            </Button>
          </div>
          <div className={styles.head}>
            <div className={styles.search}>
              <TextField
                className={styles.grow}
                label="Search products"
                labelHidden
                size={48}
                prefix={<BarcodeScanner24Regular />}
                placeholder="Search or scan a barcode, serial or IMEI"
                suffix={<KeyCap>F2</KeyCap>}
              />
              <Button size="till" className={styles.tall} icon={<History20Regular />} count={3}>
                View Transactions
              </Button>
            </div>
            <TabList id="products" label="Products" tabs={tabs} value={tab} onChange={setTab} />
          </div>
          <div {...tabPanelProps('products', tab)} tabIndex={0} className={styles.grid}>
            {products.map(([kind, colour, left]) => (
              <div key={kind + colour} className={styles.card}>
                <div className={styles.photo}>
                  <ProductPicture kind={kind} colour={colour} dimmed={left === 0} />
                </div>
                <span className={styles.badge}>
                  {kind === 'tablet' ? (
                    <StatusBadge tone="purple" mark="lock">
                      LOCKED
                    </StatusBadge>
                  ) : (
                    <StockBadge available={left} />
                  )}
                </span>
                <div className={styles.words}>
                  {kind}
                  <MoneyText amount={4_599_000} surface="product-card" size="price" />
                </div>
              </div>
            ))}
            <div className={styles.card}>
              <LoadingNote>Loading products</LoadingNote>
              <Skeleton height={104} square />
              <div className={mergeClasses(styles.words)}>
                <Skeleton />
                <Skeleton width="60%" height={12} />
                <Skeleton width={74} height={20} />
              </div>
            </div>
          </div>
          <div className={styles.keys}>
            <KeyCap>F1</KeyCap> Help <KeyCap>F8</KeyCap> Payment
          </div>
        </div>
        <aside className={styles.right} aria-label="Cart">
          <div className={styles.customer}>
            Walk-in Customer
            <Button size="till" icon={<PersonAdd20Regular />} keyCap="F3">
              Add Customer
            </Button>
          </div>
          <div className={styles.cart}>
            <EmptyState compact icon={<BarcodeScanner24Regular />} title="Scan an item to start">
              Scan a barcode, serial number or IMEI, or choose a product on the left.
            </EmptyState>
          </div>
          <div className={styles.foot}>
            <div className={styles.total}>
              Total
              <MoneyText amount={0} surface="cart" size="total" tone="muted" />
            </div>
            <Button
              appearance="primary"
              size="checkout"
              wide
              keyCap="F8"
              disabledReason="Add items to cart first"
            >
              Checkout
            </Button>
          </div>
        </aside>
      </div>
    </Frame>
  );
}
