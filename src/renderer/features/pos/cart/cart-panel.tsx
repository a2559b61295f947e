import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { BarcodeScanner24Regular, Dismiss20Regular, LockClosed16Regular } from '@fluentui/react-icons';
import { memo, useEffect, useRef, type ReactNode } from 'react';
import { cartTotals, checkoutBlock, soundLines, taxOf, type CartLine } from '#domain/cart.ts';
import { basisPointsToPercent, type Centavos } from '#domain/money.ts';
import { discountLabel, discountParts, pointsEarned, type Discount, type TaxRule } from '#domain/totals.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { palette, tabular, tones, type } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { TillState } from '../sale/till-state.ts';
import { blockWords } from './checkout-words.ts';

const useStyles = makeStyles({
  count: { display: 'flex', alignItems: 'center', flexShrink: 0, height: '32px', padding: '4px 20px 0' },
  countTitle: { ...type.body, fontWeight: 600 },
  countItems: { ...type.label, ...tabular, marginLeft: '8px', color: palette.text3 },
  held: {
    ...type.meta,
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    marginLeft: 'auto',
    color: palette.text3,
  },
  lines: { flexGrow: 1, minHeight: 0, overflowY: 'auto', margin: 0, padding: 0, listStyleType: 'none' },
  line: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '60px',
    paddingRight: '20px',
    paddingLeft: '8px',
    borderBottom: `1px solid ${palette.rowLine}`,
  },
  fresh: { backgroundColor: palette.brandFill },
  lost: { backgroundColor: tones.red[0] },
  words: { flexGrow: 1, minWidth: 0, padding: '12px 0 12px 20px' },
  top: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  amounts: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', columnGap: '8px', flexShrink: 0 },
  before: { ...type.label, lineHeight: '20px' },
  saving: {
    ...type.meta,
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    color: tones.green[1],
  },
  name: { ...type.bodyStrong, overflowWrap: 'anywhere' },
  meta: { ...type.meta, ...tabular, color: palette.text3, overflowWrap: 'anywhere' },
  reason: { ...type.meta, fontWeight: 500, color: palette.danger },
  empty: { flexGrow: 1, display: 'grid', placeItems: 'center', minHeight: 0 },
  foot: { flexShrink: 0, padding: '12px 20px 16px', borderTop: `1px solid ${palette.hairline}` },
  figure: {
    ...type.body,
    display: 'flex',
    justifyContent: 'space-between',
    padding: '2px 0',
    color: palette.text2,
  },
  figureAmount: { color: palette.text1 },
  ruled: { marginTop: '6px', paddingTop: '8px', borderTop: `1px solid ${palette.rowLine}` },
  total: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '16px',
    marginBottom: '12px',
  },
  points: { ...type.meta, ...tabular, margin: '-8px 0 12px', textAlign: 'right', color: palette.text3 },
  totalLabel: { ...type.cardTitle },
  why: { ...type.meta, margin: '8px 0 0', textAlign: 'center', color: palette.text3 },
});

function identifierOf({ imei, serial_number }: CartLine): string | null {
  if (imei) return `IMEI ${imei}`;
  return serial_number ? `SN ${serial_number}` : null;
}

type LineProps = {
  line: CartLine;
  isFresh: boolean;
  /** The price of another customer, shown beside the new one. */
  priceBefore: Centavos | undefined;
  onRemove: (itemId: number) => void;
};

/** What each discount takes off, in its own words. */
function Savings({ base, discounts }: { base: Centavos; discounts: readonly Discount[] }) {
  const styles = useStyles();
  const parts = discountParts(base, discounts);
  return discounts.map((discount, index) => (
    <div key={index} className={styles.saving}>
      <span>{discountLabel(discount)}</span>
      <MoneyText amount={-(parts[index] ?? 0)} surface="cart" />
    </div>
  ));
}

/** One unit; a scan redraws no line but its own. */
const Line = memo(function Line({ line, isFresh, priceBefore, onRemove }: LineProps) {
  const styles = useStyles();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFresh) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isFresh]);
  const meta = [line.variation_name, identifierOf(line)].filter(Boolean).join(' · ');
  return (
    <li
      ref={row}
      className={mergeClasses(styles.line, isFresh && styles.fresh, line.lost !== null && styles.lost)}
    >
      <Button
        size="till"
        appearance="subtle"
        icon={<Dismiss20Regular />}
        label={`Remove ${line.product_name}`}
        onClick={() => onRemove(line.inventory_item_id)}
      />
      <div className={styles.words}>
        <div className={styles.top}>
          <span className={styles.name}>{line.product_name}</span>
          <span className={styles.amounts}>
            {priceBefore === undefined ? null : (
              <>
                <VisuallyHidden>was </VisuallyHidden>
                <MoneyText amount={priceBefore} surface="cart" tone="struck" className={styles.before} />
                <VisuallyHidden> now </VisuallyHidden>
              </>
            )}
            <MoneyText
              amount={line.price}
              surface="cart"
              size="price"
              tone={line.lost ? 'struck' : undefined}
            />
          </span>
        </div>
        <div className={styles.meta}>{meta}</div>
        <Savings base={line.price} discounts={line.discounts} />
        {line.lost ? <div className={styles.reason}>{line.lost}. Remove it to go on.</div> : null}
      </div>
    </li>
  );
});

type CartPanelProps = {
  state: TillState;
  storeTax: TaxRule;
  isReachable: boolean;
  busy: boolean;
  onRemove: (itemId: number) => void;
  onCheckout: () => void;
  /** The customer's card, at the top. */
  children: ReactNode;
};

/** The right side of the till: whose sale it is, its lines, what it comes to. */
export function CartPanel(props: CartPanelProps) {
  const { state, storeTax, isReachable, busy, onRemove, onCheckout, children } = props;
  const styles = useStyles();
  const { lines, customer, discounts } = state.cart;
  const priceBefore = new Map(state.repriced.map((line) => [line.inventory_item_id, line.from]));
  const tax = taxOf(state.cart, storeTax);
  const totals = cartTotals(state.cart, storeTax);
  const lineDiscounts = totals.discount_amount - totals.cart_discount;
  const cartDiscounts = discountParts(totals.subtotal - lineDiscounts, discounts);
  const block = checkoutBlock(state.cart, totals);
  const why = block ? blockWords[block] : isReachable ? null : 'Checkout returns when the server is back';
  // A lost line says so itself; the others are held or not.
  const isHeld = soundLines(state.cart).every((line) => line.lock_expires_at !== null);
  return (
    <>
      {children}
      {lines.length === 0 ? (
        <div className={styles.empty}>
          <EmptyState compact icon={<BarcodeScanner24Regular />} title="Scan an item to start">
            Scan a barcode, serial number or IMEI, or choose a product on the left.
          </EmptyState>
        </div>
      ) : (
        <>
          <div className={styles.count}>
            <span className={styles.countTitle}>Cart</span>
            <span className={styles.countItems}>
              {lines.length === 1 ? '1 item' : `${lines.length} items`}
            </span>
            <span className={styles.held}>
              <LockClosed16Regular />
              {isHeld && isReachable ? 'Held for this sale' : 'Not confirmed by the server'}
            </span>
          </div>
          <ul className={styles.lines} aria-label="Cart items">
            {lines.map((line) => (
              <Line
                key={line.inventory_item_id}
                line={line}
                isFresh={line.inventory_item_id === state.highlighted}
                priceBefore={priceBefore.get(line.inventory_item_id)}
                onRemove={onRemove}
              />
            ))}
          </ul>
        </>
      )}
      <div className={styles.foot}>
        {lines.length > 0 ? (
          <>
            <Figure label="Subtotal" amount={totals.subtotal} />
            {lineDiscounts > 0 ? <Figure label="Discount" amount={-lineDiscounts} /> : null}
            {discounts.map((discount, index) => (
              <Figure key={index} label={discountLabel(discount)} amount={-(cartDiscounts[index] ?? 0)} />
            ))}
            <Figure
              label={`${tax.pricesIncludeTax ? 'Incl. tax' : 'Tax'} ${basisPointsToPercent(tax.rate)}%`}
              amount={totals.tax_amount}
            />
          </>
        ) : null}
        <div className={mergeClasses(styles.total, lines.length > 0 && styles.ruled)} aria-live="polite">
          <span className={styles.totalLabel}>Total</span>
          <MoneyText
            amount={totals.total_amount}
            surface="cart"
            size="total"
            tone={lines.length === 0 ? 'muted' : undefined}
          />
        </div>
        {customer && lines.length > 0 ? (
          <p className={styles.points}>
            Earns {pointsEarned(totals).toLocaleString('en-US')}{' '}
            {pointsEarned(totals) === 1 ? 'point' : 'points'}
          </p>
        ) : null}
        <Button
          appearance="primary"
          size="checkout"
          wide
          keyCap="F8"
          disabledReason={why}
          disabled={busy}
          onClick={onCheckout}
        >
          Checkout
        </Button>
        {why ? <p className={styles.why}>{why}</p> : null}
      </div>
    </>
  );
}

function Figure({ label, amount }: { label: string; amount: Centavos }) {
  const styles = useStyles();
  return (
    <div className={styles.figure}>
      <span>{label}</span>
      <MoneyText amount={amount} surface="cart" className={styles.figureAmount} />
    </div>
  );
}
