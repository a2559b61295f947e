import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { BarcodeScanner24Regular, LockClosed16Regular } from '@fluentui/react-icons';
import { useCallback, useState, type ReactNode } from 'react';
import {
  dueOf,
  savedOffRetail,
  shownTotals,
  soundLines,
  taxOf,
  type Cart,
  type CartLine,
  type Saved,
} from '#domain/cart.ts';
import { notHeldText } from '#domain/payments.ts';
import { isReplacement } from '#domain/exchanges.ts';
import { basisPointsToPercent, type Centavos } from '#domain/money.ts';
import { discountLabel, discountParts, isSameTax, pointsEarned, type TaxRule } from '#domain/totals.ts';
import { lineKey } from '#domain/sale-line.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText, useMoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, type, windows } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { ExistingPayments } from '../drafts/existing-payments.tsx';
import { isKnownLine } from '../offline/why-not.ts';
import type { TillState } from '../sale/till-state.ts';
import { Line, RemovedRow } from './cart-line.tsx';
import { LowPriceNotice } from './low-price-notice.tsx';
import { rowsOf } from './removed-lines.ts';

const useStyles = makeStyles({
  count: { display: 'flex', alignItems: 'center', flexShrink: 0, height: '32px', padding: '4px 20px 0' },
  countItems: { ...type.label, ...tabular, marginLeft: '8px', color: palette.text3 },
  held: {
    ...type.meta,
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    marginLeft: 'auto',
    color: palette.text3,
  },
  lines: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    [windows.onePane]: { flexGrow: 0, flexShrink: 0, minHeight: 'auto', overflowY: 'visible' },
  },
  empty: { flexGrow: 1, display: 'grid', placeItems: 'center', minHeight: 0 },
  foot: {
    flexShrink: 0,
    padding: '12px 20px 16px',
    borderTop: `1px solid ${palette.hairline}`,
    [windows.onePane]: { padding: '8px 20px', borderTop: 'none' },
  },
  /** Side by side in a low window, so that the bar below cuts none of them. */
  sums: {
    [windows.zoomed]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      columnGap: '32px',
    },
  },
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
  paid: { margin: '-6px 0 12px', [windows.onePane]: { margin: 0 } },
  points: {
    ...type.meta,
    ...tabular,
    margin: '-8px 0 12px',
    textAlign: 'right',
    color: palette.text3,
    [windows.onePane]: { margin: '4px 0 0' },
  },
  why: { ...type.meta, margin: '8px 0 0', textAlign: 'center', color: palette.text3 },
});

type CartPanelProps = {
  state: TillState;
  storeTax: TaxRule;
  isReachable: boolean;
  /** True while this till sells without the server. */
  sellsOffline: boolean;
  /** Why the cart cannot go to payment; null if it can. */
  why: string | null;
  busy: boolean;
  onRemove: (key: string) => void;
  onPutBack: (key: string) => void;
  /** Called when a removed line can no longer be restored. */
  onForgetRemoved: (key: string) => void;
  onCheckout: () => void;
  /** Called when a manager allowed the customer's low prices. */
  onApproved: (approved: Approved) => void;
  /** The customer's card at the top, and what comes back in an exchange. */
  children: ReactNode;
};

/** The right side of the till: customer, lines and totals. */
export function CartPanel(props: CartPanelProps) {
  const {
    state,
    storeTax,
    isReachable,
    sellsOffline,
    why,
    busy,
    onRemove,
    onPutBack,
    onForgetRemoved,
    onCheckout,
    onApproved,
    children,
  } = props;
  const styles = useStyles();
  const isOnePane = useMedia(ONE_PANE);
  const { lines, customer, draft, exchange } = state.cart;
  const rows = rowsOf(lines, state.removed);
  // The line whose button was pressed by key: the button that replaces it takes the focus.
  const [pressed, setPressed] = useState<string | null>(null);
  const remove = useCallback(
    (key: string, byKey: boolean) => {
      setPressed(byKey ? key : null);
      onRemove(key);
    },
    [onRemove],
  );
  const putBack = (key: string, byKey: boolean) => {
    setPressed(byKey ? key : null);
    onPutBack(key);
  };
  const priceBefore = new Map(state.repriced.map(({ key, from }) => [key, from]));
  const totals = shownTotals(state.cart, storeTax);
  // In a warranty exchange the replacement costs what was paid for the first one.
  const isEven = exchange?.is_warranty === true && isReplacement(exchange, soundLines(state.cart));
  const shownLine = (line: CartLine): CartLine =>
    isEven ? { ...line, price: totals.subtotal, discounts: [] } : line;
  const tax = isEven ? exchange.tax : taxOf(state.cart, storeTax);
  const discounts = isEven ? [] : state.cart.discounts;
  const saved = isEven ? null : savedOffRetail(state.cart);
  const due = dueOf(state.cart, totals);
  const lineDiscounts = totals.discount_amount - totals.cart_discount;
  const cartDiscounts = discountParts(totals.subtotal - lineDiscounts, discounts);
  // A lost line shows its own state; the others may be locked or not.
  const sound = soundLines(state.cart);
  const isHeld = sound.every((line) => line.lock_expires_at !== null);
  const asText = useMoneyText('cart');
  const pending = draft?.pending ?? 0;
  const lost = state.cart.lines.filter((line) => line.lost !== null).length;
  const gone = notHeldText({ items: state.cart.lines.length, notHeld: lost });
  // The server reserves the units of a draft with payments to the end of its store's day.
  const heldText = draft?.paid ? 'Reserved until midnight' : 'Held for this sale';
  const isKnown = sellsOffline && sound.every(isKnownLine);
  const unheldText = isKnown ? 'Known on this till' : 'Not confirmed by the server';
  return (
    <>
      {children}
      {rows.length === 0 ? (
        <div className={styles.empty}>
          {draft?.paid ? (
            <ExistingPayments draftId={draft.id} paid={draft.paid} pending={draft.pending} />
          ) : (
            <EmptyState
              compact
              icon={<BarcodeScanner24Regular />}
              title={exchange ? 'Scan what goes out' : 'Scan an item to start'}
            >
              Scan a barcode, serial number or IMEI, or choose a product{' '}
              {isOnePane ? 'under Products' : 'on the left'}.
            </EmptyState>
          )}
        </div>
      ) : (
        <>
          <div className={styles.count}>
            <Text size="body" strong>
              Cart
            </Text>
            <span className={styles.countItems}>
              {lines.length === 1 ? '1 item' : `${lines.length} items`}
            </span>
            {sound.length > 0 ? (
              <span className={styles.held}>
                <LockClosed16Regular />
                {isHeld && isReachable ? heldText : unheldText}
              </span>
            ) : null}
          </div>
          <ul className={styles.lines} aria-label="Cart items">
            {rows.map(({ line, isRemoved }) =>
              isRemoved ? (
                <RemovedRow
                  key={lineKey(line)}
                  line={line}
                  takesFocus={lineKey(line) === pressed}
                  onPutBack={putBack}
                  onOver={onForgetRemoved}
                />
              ) : (
                <Line
                  key={lineKey(line)}
                  line={shownLine(line)}
                  takesFocus={lineKey(line) === pressed}
                  isFresh={lineKey(line) === state.highlighted}
                  priceBefore={
                    isEven && line.price !== totals.subtotal ? line.price : priceBefore.get(lineKey(line))
                  }
                  onRemove={remove}
                />
              ),
            )}
          </ul>
        </>
      )}
      <div className={styles.foot}>
        {state.lowPrice === null ? null : (
          <LowPriceNotice
            refusal={state.lowPrice}
            cart={state.cart}
            tax={taxOf(state.cart, storeTax)}
            onApproved={onApproved}
          />
        )}
        {lines.length > 0 ? (
          <div className={styles.sums}>
            <Figure label="Subtotal" amount={totals.subtotal} />
            {lineDiscounts > 0 ? <Figure label="Discount" amount={-lineDiscounts} /> : null}
            {discounts.map((discount, index) => (
              <Figure key={index} label={discountLabel(discount)} amount={-(cartDiscounts[index] ?? 0)} />
            ))}
            <Figure label={taxLabel(tax, storeTax)} amount={totals.tax_amount} />
            {saved ? <Figure label={savedLabel(state.cart, saved)} amount={saved.amount} saving /> : null}
            {exchange ? (
              <>
                <Figure label="Total" amount={totals.total_amount} />
                {draft?.paid ? <Figure label="Paid" amount={-draft.paid} /> : null}
                <Figure label="Coming back" amount={-exchange.amount} />
              </>
            ) : null}
          </div>
        ) : null}
        {isOnePane ? null : (
          <div className={mergeClasses(styles.total, lines.length > 0 && styles.ruled)} aria-live="polite">
            <Text size="cardTitle">{due.label}</Text>
            <MoneyText
              amount={due.amount}
              surface="cart"
              size="total"
              tone={lines.length === 0 ? 'muted' : undefined}
            />
          </div>
        )}
        {draft?.paid && lines.length > 0 && !exchange ? (
          <div className={styles.paid}>
            {draft.paid > pending ? <Figure label="Paid" amount={draft.paid - pending} /> : null}
            {pending > 0 ? <Figure label="Pending" amount={pending} /> : null}
            {gone ? (
              <Text as="p" size="label" tone="danger">{`${asText(draft.paid)} paid${gone}`}</Text>
            ) : null}
            {draft.paid > totals.total_amount ? (
              <Figure label="Paid above the total" amount={draft.paid - totals.total_amount} />
            ) : (
              <Figure label="To pay" amount={totals.total_amount - draft.paid} />
            )}
          </div>
        ) : null}
        {customer && lines.length > 0 ? (
          <p className={styles.points}>
            Earns {pointsEarned(totals).toLocaleString('en-US')}{' '}
            {pointsEarned(totals) === 1 ? 'point' : 'points'}
          </p>
        ) : null}
        {isOnePane ? null : (
          <>
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
          </>
        )}
      </div>
    </>
  );
}

/** Returns the label of the tax: `Tax 12%`. If the store's tax changed since the sale was paid, the label says so. */
function taxLabel(tax: TaxRule, storeTax: TaxRule): string {
  const label = `${tax.pricesIncludeTax ? 'Incl. tax' : 'Tax'} ${basisPointsToPercent(tax.rate)}%`;
  return isSameTax(tax, storeTax) ? label : `${label}, as when it was paid`;
}

/** "Saved with Member prices (5.2%)" */
const savedLabel = ({ customer }: Cart, { share }: Saved): string => {
  const percent = Number(basisPointsToPercent(share).toFixed(1));
  return `Saved with ${customer?.group?.name ?? 'customer'} prices (${percent}%)`;
};

function Figure({ label, amount, saving = false }: { label: string; amount: Centavos; saving?: boolean }) {
  const styles = useStyles();
  return (
    <div className={styles.figure}>
      <span>{label}</span>
      <MoneyText
        amount={amount}
        surface="cart"
        tone={saving ? 'saving' : undefined}
        className={styles.figureAmount}
      />
    </div>
  );
}
