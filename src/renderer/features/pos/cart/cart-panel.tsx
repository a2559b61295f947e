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

/** Returns the figures of a cart. In a warranty exchange the replacement costs what was paid for the first one. */
function figuresOf(cart: Cart, storeTax: TaxRule) {
  const { exchange } = cart;
  const totals = shownTotals(cart, storeTax);
  const evenly =
    exchange?.is_warranty === true && isReplacement(exchange, soundLines(cart)) ? exchange : null;
  return {
    totals,
    isEven: evenly !== null,
    tax: evenly ? evenly.tax : taxOf(cart, storeTax),
    discounts: evenly ? [] : cart.discounts,
    saved: evenly ? null : savedOffRetail(cart),
    lineDiscounts: totals.discount_amount - totals.cart_discount,
  };
}

type Figures = ReturnType<typeof figuresOf>;

/** The right side of the till: customer, lines and totals. */
export function CartPanel(props: CartPanelProps) {
  const { state, storeTax, why, busy, onCheckout, onApproved, children } = props;
  const styles = useStyles();
  const isOnePane = useMedia(ONE_PANE);
  const { cart } = state;
  const { lines, customer, draft, exchange } = cart;
  const figures = figuresOf(cart, storeTax);
  const { totals } = figures;
  const due = dueOf(cart, totals);
  return (
    <>
      {children}
      {lines.length === 0 && state.removed.length === 0 ? (
        <NoLines cart={cart} />
      ) : (
        <CartRows {...props} figures={figures} />
      )}
      <div className={styles.foot}>
        {state.lowPrice === null ? null : (
          <LowPriceNotice
            refusal={state.lowPrice}
            cart={cart}
            tax={taxOf(cart, storeTax)}
            onApproved={onApproved}
          />
        )}
        {lines.length > 0 ? <Sums cart={cart} storeTax={storeTax} figures={figures} /> : null}
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
          <Paid cart={cart} paid={draft.paid} pending={draft.pending ?? 0} total={totals.total_amount} />
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

function NoLines({ cart: { draft, exchange } }: { cart: Cart }) {
  const styles = useStyles();
  const isOnePane = useMedia(ONE_PANE);
  return (
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
  );
}

/** Says who knows that the lines of a cart are its own; null where all of them are lost. */
function holdText({ state, isReachable, sellsOffline }: CartPanelProps): string | null {
  // A lost line shows its own state; the others may be locked or not.
  const sound = soundLines(state.cart);
  if (sound.length === 0) return null;
  const isHeld = sound.every((line) => line.lock_expires_at !== null);
  // The server reserves the units of a draft with payments to the end of its store's day.
  if (isHeld && isReachable) return state.cart.draft?.paid ? 'Reserved until midnight' : 'Held for this sale';
  return sellsOffline && sound.every(isKnownLine) ? 'Known on this till' : 'Not confirmed by the server';
}

/** The lines, those just removed among them, and how many they are. */
function CartRows(props: CartPanelProps & { figures: Figures }) {
  const { state, onRemove, onPutBack, onForgetRemoved, figures } = props;
  const { isEven, totals } = figures;
  const styles = useStyles();
  const { lines } = state.cart;
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
  const forget = (key: string) => {
    setPressed((last) => (last === key ? null : last));
    onForgetRemoved(key);
  };
  const priceBefore = new Map(state.repriced.map(({ key, from }) => [key, from]));
  const shownLine = (line: CartLine): CartLine =>
    isEven ? { ...line, price: totals.subtotal, discounts: [] } : line;
  const held = holdText(props);
  return (
    <>
      <div className={styles.count}>
        <Text size="body" strong>
          Cart
        </Text>
        <span className={styles.countItems}>{lines.length === 1 ? '1 item' : `${lines.length} items`}</span>
        {held === null ? null : (
          <span className={styles.held}>
            <LockClosed16Regular />
            {held}
          </span>
        )}
      </div>
      <ul className={styles.lines} aria-label="Cart items">
        {rowsOf(lines, state.removed).map(({ line, isRemoved }) =>
          isRemoved ? (
            <RemovedRow
              key={lineKey(line)}
              line={line}
              takesFocus={lineKey(line) === pressed}
              onPutBack={putBack}
              onOver={forget}
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
  );
}

type SumsProps = { cart: Cart; storeTax: TaxRule; figures: Figures };

/** How the total comes about. */
function Sums({ cart, storeTax, figures: { totals, tax, discounts, saved, lineDiscounts } }: SumsProps) {
  const styles = useStyles();
  const { draft, exchange } = cart;
  const cartDiscounts = discountParts(totals.subtotal - lineDiscounts, discounts);
  return (
    <div className={styles.sums}>
      <Figure label="Subtotal" amount={totals.subtotal} />
      {lineDiscounts > 0 ? <Figure label="Discount" amount={-lineDiscounts} /> : null}
      {discounts.map((discount, index) => (
        <Figure key={index} label={discountLabel(discount)} amount={-(cartDiscounts[index] ?? 0)} />
      ))}
      <Figure label={taxLabel(tax, storeTax)} amount={totals.tax_amount} />
      {saved ? <Figure label={savedLabel(cart, saved)} amount={saved.amount} saving /> : null}
      {exchange ? (
        <>
          <Figure label="Total" amount={totals.total_amount} />
          {draft?.paid ? <Figure label="Paid" amount={-draft.paid} /> : null}
          <Figure label="Coming back" amount={-exchange.amount} />
        </>
      ) : null}
    </div>
  );
}

type PaidProps = { cart: Cart; paid: Centavos; pending: Centavos; total: Centavos };

/** Shows the payments on the draft of a cart and the amount that is left. */
function Paid({ cart: { lines }, paid, pending, total }: PaidProps) {
  const styles = useStyles();
  const asText = useMoneyText('cart');
  const lost = lines.filter((line) => line.lost !== null).length;
  const gone = notHeldText({ items: lines.length, notHeld: lost });
  return (
    <div className={styles.paid}>
      {paid > pending ? <Figure label="Paid" amount={paid - pending} /> : null}
      {pending > 0 ? <Figure label="Pending" amount={pending} /> : null}
      {gone ? <Text as="p" size="label" tone="danger">{`${asText(paid)} paid${gone}`}</Text> : null}
      {paid > total ? (
        <Figure label="Paid above the total" amount={paid - total} />
      ) : (
        <Figure label="To pay" amount={total - paid} />
      )}
    </div>
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
