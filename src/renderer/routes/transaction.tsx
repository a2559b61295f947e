import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { transactions, type Transaction } from '#contract/transactions.ts';
import type { Exchange } from '#domain/exchanges.ts';
import { unitOf } from '#domain/sale-line.ts';
import { methodsOf, sellsAtTill } from '#domain/store-rules.ts';
import { useZonesOf } from '#renderer/app/inactive-stores.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { PaymentDialogs, type Asking } from '#renderer/features/payments/payment-dialogs.tsx';
import { PaymentsLedger } from '#renderer/features/payments/payments-ledger.tsx';
import { useWhyNoCash, useWhyTooMuchCash } from '#renderer/features/shifts/use-current-shift.ts';
import { cartCustomer } from '#renderer/features/pos/cart/cart-lines.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { DetailsCard } from '#renderer/features/transactions/details-card.tsx';
import { OfflineCard } from '#renderer/features/transactions/offline-card.tsx';
import { ItemsCard } from '#renderer/features/transactions/items-card.tsx';
import { CameBackCard, RefundsCard, VoidCard } from '#renderer/features/transactions/refunds-card.tsx';
import { TimelineCard } from '#renderer/features/transactions/timeline-card.tsx';
import {
  dialogs,
  TransactionDialogs,
  type Dialog,
} from '#renderer/features/transactions/transaction-dialogs.tsx';
import { TransactionHeader, type HeaderAction } from '#renderer/features/transactions/transaction-header.tsx';
import {
  BalanceDue,
  noTransaction,
  OwedBack,
  TransactionColumns,
} from '#renderer/features/transactions/transaction-layout.tsx';
import { owedFor } from '#renderer/features/transactions/refund-preview.ts';
import { mayComeBack } from '#renderer/features/transactions/transaction-text.ts';
import { usePrintReceipt } from '#renderer/features/transactions/use-print-receipt.ts';
import { read } from '#renderer/lib/read.ts';
import { till } from '#renderer/lib/till.ts';
import { StoreOfCalls } from '#renderer/lib/store-of-calls.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { cartFacts } from '#renderer/ui/cart-facts.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** /transactions/:transactionId: one transaction with its actions. */
export function TransactionPage() {
  const back = { to: useBackToList('/transactions'), label: 'Transactions' };
  const query = useAddressed(
    'transactionId',
    (transactionId) => read(transactions.get, { params: { transactionId } }),
    { retry: false },
  );
  return (
    <Loaded back={back} query={query} {...noTransaction}>
      {(transaction) => <TransactionDetail key={transaction.id} transaction={transaction} backTo={back.to} />}
    </Loaded>
  );
}

/** Keeps the open dialog in the address, so that the list and a scan can open one. */
function useDialogAddress() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const put = (name: string | null) =>
    setParams(name === null ? {} : { dialog: name }, { replace: true, state });
  const unitIn = (name: string) => {
    const unitId = Number(params.get(name));
    return Number.isSafeInteger(unitId) && unitId > 0 ? unitId : null;
  };
  const [refundItem, exchangeItem] = [unitIn('refundItem'), unitIn('exchangeItem')];
  const named = dialogs.find((name) => name === params.get('dialog')) ?? null;
  return {
    dialog: refundItem ? ('refund' as const) : exchangeItem ? ('exchange' as const) : named,
    /** The unit brought back to the counter. */
    broughtItem: refundItem ?? exchangeItem,
    open: (name: Dialog) => put(name),
    /** Asks about an exchange, of the unit that was brought if there is one. */
    exchange: () =>
      refundItem
        ? setParams({ exchangeItem: String(refundItem) }, { replace: true, state })
        : put('exchange'),
    close: () => put(null),
  };
}

/**
 * Returns what the person may do with a transaction in its state. Only its own store changes it; a deactivated
 * store's sales are refunded and reviewed from any store by people who see that store.
 */
function useRights(transaction: Transaction) {
  const { staff, stores, store, may } = useSignedIn();
  const mayVoid = useApproval('void').isPossible;
  const { isPossible: mayRefund, isKnown } = useApproval('refund');
  const mayTakeOver = useApproval('colleague_cart').isPossible;
  const { status, refunds, transaction_items: items } = transaction;
  const isTradedIn = items.some(({ traded_in_at }) => traded_in_at !== null);
  const isExchange = transaction.exchange_of !== null;
  const owed = transaction.status === 'completed' ? owedFor(transaction) : 0;
  const { id } = transaction.store;
  const isEnded = staff.store_ids.includes(id) && !stores.some((active) => active.id === id);
  const isHere = id === store.id && !isEnded;
  const isInReach = isHere || isEnded;
  const isDraft = status === 'draft';
  const isCompleted = status === 'completed';
  const isOwn = transaction.staff.id === staff.id;
  const mayTouch = isOwn || mayTakeOver;
  const seesDraft = may('transactions.create') || may('payments.review');
  const changesDraft = isDraft && seesDraft && mayTouch;
  const rights: Record<HeaderAction | 'payment' | 'review' | 'edit' | 'remove', boolean> = {
    continue: isHere && isDraft && may('transactions.create') && sellsAtTill(store),
    cancel: isInReach && isDraft && may('transactions.create') && mayTouch,
    print: !isDraft,
    email: !isDraft,
    void: isInReach && isCompleted && refunds.length === 0 && !isTradedIn && !isExchange && mayVoid,
    exchange:
      isHere &&
      isCompleted &&
      items.some(mayComeBack) &&
      mayRefund &&
      may('transactions.create') &&
      sellsAtTill(store),
    refund: isInReach && isCompleted && (items.some(mayComeBack) || owed > 0) && mayRefund,
    payment: isHere && isCompleted && transaction.balance_due > 0 && may('payments.review'),
    review: isInReach && ((isDraft && seesDraft) || (isCompleted && may('payments.review'))),
    edit: isHere && (changesDraft || (isCompleted && may('payments.review'))),
    remove: (isInReach && changesDraft) || (isHere && isCompleted && may('payments.review')),
  };
  return { isHere, isEnded, isKnown, owed, may: (action: keyof typeof rights) => rights[action] };
}

/** Says what can still be done with a transaction of an inactive store, and who cancels a draft where the person may not. */
function endedText({ status, store, payments }: Transaction, mayCancel: boolean): string {
  if (status !== 'draft') {
    return `This sale belongs to ${store.name}, which is inactive. What was sold there can be refunded or voided, and its pending payments can be reviewed. Where no shift is open any more, refund cash by another method.`;
  }
  const has = (status: 'pending' | 'completed') =>
    payments.some((payment) => payment.status === status && payment.deleted_at === null);
  const steps = [
    ...(has('pending') ? ['say of its pending payments whether they arrived'] : []),
    ...(has('completed') ? ['hand its money back', 'delete its payments'] : []),
  ];
  const end = steps.length > 0 ? `${steps.join(', ')}, and cancel it` : 'cancel it';
  const rest = mayCancel ? `: ${end}.` : `. An admin, or a regional manager who may sell, can ${end}.`;
  return `This draft belongs to ${store.name}, which is inactive. It cannot be completed any more${rest}`;
}

function TransactionDetail({ transaction, backTo }: { transaction: Transaction; backTo: string }) {
  const { stores, store, staff, may } = useSignedIn();
  const navigate = useNavigate();
  const sale = useWorkingSale();
  const notify = useNotify();
  const { cart } = useTillState();
  const rights = useRights(transaction);
  const whyNoCash = useWhyNoCash(store);
  const askCash = useWhyTooMuchCash();
  const address = useDialogAddress();
  const printing = usePrintReceipt();
  const [asking, setAsking] = useState<Asking | null>(null);
  const isColleagues = transaction.staff.id !== staff.id;
  const own = stores.find((other) => other.id === transaction.store.id) ?? store;
  const zones = useZonesOf()(transaction.store.id);
  const today = useToday(zones);
  const returned = transaction.transaction_items.find(
    (item) => unitOf(item) === address.broughtItem && mayComeBack(item),
  );
  const whyNot = !rights.isKnown
    ? null
    : rights.may('refund')
      ? returned
        ? null
        : 'This item is not in this sale, or it was returned already.'
      : transaction.status === 'completed' && transaction.transaction_items.some(mayComeBack)
        ? 'You may not take items back. Ask somebody who may refund.'
        : 'This sale was taken back already. Nothing more can be refunded.';
  const mayOpen =
    address.dialog !== null &&
    rights.may(address.dialog) &&
    (address.broughtItem === null || returned !== undefined);
  const ended = endedText(transaction, rights.may('cancel'));
  /** Begins the exchange in the cart that is at the till, for the customer of the sale if it is empty. */
  const beginExchange = (exchange: Exchange) => {
    const other = sale.read().cart.exchange;
    if (other && other.transaction_id !== transaction.id) {
      return notify.warning(
        'Another exchange is at the till',
        `Complete or cancel the exchange of ${other.number} first.`,
      );
    }
    const { customer } = transaction;
    if (customer && !customer.is_deleted && sale.isEmpty()) sale.giveTo(cartCustomer(customer));
    sale.exchange(exchange);
    void navigate('/pos');
  };
  const begun = cart.exchange?.transaction_id === transaction.id ? cart.exchange : null;
  const ask = (kind: Asking['kind']) => (payment: Asking['payment']) => setAsking({ kind, payment });

  const onAction = (action: HeaderAction) => {
    if (action === 'print') void printing.print(transaction.id);
    else if (action === 'exchange') address.exchange();
    else if (action === 'continue') void navigate(`/pos?resumeDraft=${transaction.id}`);
    else address.open(action);
  };
  // What waits for somebody stands above what is only told.
  const offlineCard = transaction.offline ? (
    <OfflineCard
      offline={transaction.offline}
      status={transaction.status}
      timeZone={zones}
      maySettle={rights.isHere && may('transactions.review')}
    />
  ) : null;
  return (
    <Page>
      <TransactionHeader
        transaction={transaction}
        timeZone={zones}
        backTo={backTo}
        mayDo={rights.may}
        isPrinting={printing.busy}
        onAction={onAction}
      />
      {rights.isEnded && transaction.store.id === store.id ? <Banner>{ended}</Banner> : null}
      <OtherStoreBanner noun="sale" stores={[transaction.store]}>
        {rights.isEnded
          ? ended
          : `This sale belongs to ${transaction.store.name}. Switch to that store to change it.`}
      </OtherStoreBanner>
      {address.broughtItem !== null && whyNot ? <Banner>{whyNot}</Banner> : null}
      <TransactionColumns
        wide={
          <>
            <ItemsCard transaction={transaction} />
            {transaction.offline?.to_settle ? offlineCard : null}
            {transaction.balance_due > 0 ? (
              <BalanceDue
                balance={transaction.balance_due}
                onRecord={rights.may('payment') ? () => address.open('payment') : null}
              />
            ) : null}
            {rights.owed > 0 ? (
              <OwedBack
                owed={rights.owed}
                onRefund={rights.may('refund') ? () => address.open('refund') : null}
              />
            ) : null}
            <PaymentsLedger
              title="Payments"
              empty="Nothing was paid yet."
              payments={transaction.payments}
              change={transaction.change_due}
              mayChangeAmount={transaction.status === 'draft'}
              actions={{
                ...(rights.may('review') ? { onVerify: ask('verify'), onFail: ask('fail') } : {}),
                ...(rights.may('edit') ? { onEdit: ask('edit') } : {}),
                ...(rights.may('remove') ? { onDelete: ask('delete') } : {}),
              }}
            />
            {transaction.offline?.to_settle ? null : offlineCard}
            {transaction.exchange_of ? <CameBackCard back={transaction.exchange_of} /> : null}
            {transaction.refunds.length > 0 ? (
              <RefundsCard refunds={transaction.refunds} timeZone={zones} />
            ) : null}
            {transaction.status === 'void' ? <VoidCard transaction={transaction} timeZone={zones} /> : null}
          </>
        }
        narrow={
          <>
            <DetailsCard
              transaction={transaction}
              customerLink={may('customers.view') ? (customerId) => `/customers/${customerId}` : null}
            />
            <TimelineCard entries={transaction.timeline ?? []} timeZone={zones} />
          </>
        }
      />
      <StoreOfCalls value={rights.isEnded ? transaction.store.id : undefined}>
        <PaymentDialogs
          asking={asking}
          isDraft={transaction.status === 'draft'}
          colleaguesCart={isColleagues ? cartFacts(transaction) : null}
          methods={methodsOf(own.settings)}
          today={today}
          remaining={transaction.balance_due}
          onChanged={() => undefined}
          onClose={() => setAsking(null)}
        />
        <TransactionDialogs
          transaction={transaction}
          dialog={mayOpen ? address.dialog : null}
          returned={returned}
          methods={methodsOf(own.settings)}
          today={today}
          staffName={staff.name}
          isColleagues={isColleagues}
          mayPay={rights.may('continue')}
          whyNoCash={rights.isEnded ? null : whyNoCash}
          askCash={askCash}
          hasTill={till.kind === 'electron'}
          begun={begun}
          onExchange={beginExchange}
          onExchangeInstead={rights.may('exchange') ? address.exchange : null}
          onCancelled={() => {
            // The till may be working on it, with nothing left to save.
            if (cart.draft?.id === transaction.id) sale.forget();
            void navigate(backTo, { replace: true });
          }}
          onTakenBack={() => sale.hideSale(transaction.id)}
          onClose={address.close}
        />
      </StoreOfCalls>
    </Page>
  );
}
