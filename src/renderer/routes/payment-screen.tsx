import { PhoneArrowRight20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { Payment } from '#contract/payments.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import {
  changeDue,
  coveredAmount,
  expectedRounding,
  remainingAmount,
  remainingCash,
} from '#domain/payments.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { BuyerOnReceipt } from '#renderer/features/payments/buyer-on-receipt.tsx';
import { buyerText } from '#renderer/features/payments/buyer-dialog.tsx';
import { CompleteButton } from '#renderer/features/payments/complete-button.tsx';
import { OrderSummary } from '#renderer/features/payments/order-summary.tsx';
import { PaymentDialogs, type Asking } from '#renderer/features/payments/payment-dialogs.tsx';
import { PaymentFigures } from '#renderer/features/payments/payment-figures.tsx';
import { PaymentFoot } from '#renderer/features/payments/payment-foot.tsx';
import { PaymentForm } from '#renderer/features/payments/payment-form.tsx';
import { PaymentPanes } from '#renderer/features/payments/payment-panes.tsx';
import { PaymentsLedger } from '#renderer/features/payments/payments-ledger.tsx';
import { ReceiptEmailField } from '#renderer/features/payments/receipt-email-field.tsx';
import { draftIdOf, type SaleToPay } from '#renderer/features/payments/sale-to-pay.ts';
import { UnsavedRows } from '#renderer/features/payments/unsaved-rows.tsx';
import { useLostDraft } from '#renderer/features/payments/use-lost-draft.ts';
import { usePaymentKeys } from '#renderer/features/payments/use-payment-keys.ts';
import { takingText } from '#renderer/features/payments/why-not-complete.ts';
import { useSalesDialog } from '#renderer/features/pos/offline/use-sales-dialog.tsx';
import { notWithoutServer } from '#renderer/features/pos/offline/why-not.ts';
import { useTillState } from '#renderer/features/pos/sale/till-context.ts';
import { useScan } from '#renderer/features/pos/scanning/use-scan.ts';
import { OfflineBanner } from '#renderer/features/pos/screen/offline-banner.tsx';
import { ClosedBanner } from '#renderer/features/pos/screen/store-closed.tsx';
import { useTillKeys } from '#renderer/features/pos/screen/use-till-keys.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { read } from '#renderer/lib/read.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { Button } from '#renderer/ui/button.tsx';
import { LeaveGuard } from '#renderer/ui/leave-guard.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { useToastsOverOrder } from '#renderer/ui/toast-place.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { usePayment, type PaymentProps, type PaymentState } from './use-payment.ts';

/** Milliseconds that the help stays. */
const HELP_LIFETIME = 10_000;
/** Milliseconds after which a closed dialog has returned the focus. */
const REFOCUS = 100;
const KEYS =
  'F1 Help · F5 takes an item in trade · Alt+1 to Alt+5 choose the method · Enter saves a typed amount · Shift+Enter adds another · Ctrl+Enter completes the sale · Esc goes back to the till';

/** Returns the way to take an item in trade from here; null where that is not possible now. */
function useTradeIn({ toPay, exchange }: Pick<PartProps, 'toPay' | 'exchange'>): (() => void) | null {
  const navigate = useNavigate();
  const { isReachable } = useConnection();
  const { isPossible } = useApproval('trade_in');
  if (!isPossible || !isReachable || exchange !== null) return null;
  return () => void navigate(`/pos/${draftIdOf(toPay)}/trade-in`, { state: { isFromPayment: true } });
}

/** Complete Payment, for a loaded draft. */
export function PaymentScreen(props: PaymentProps) {
  const { toPay } = props;
  const { draft, customer } = toPay;
  useShownTitle(draft?.number ?? null);
  const { store, hasLostStore } = useSignedIn();
  const notify = useNotify();
  const navigate = useNavigate();
  const { cart } = useTillState();
  const amount = useRef<HTMLInputElement>(null);
  useToastsOverOrder();
  const state = usePayment(props);
  const { entry, typedEmail, buyer, completing, exchange } = state;
  const sales = useSalesDialog(store);
  useScan(() => {
    notify.info('Scan ignored', 'Go back to the till to add items');
    soundError();
    return Promise.resolve();
  });
  const tradeIn = useTradeIn({ toPay, exchange });
  useTillKeys({
    F1: () => notify.info('Keyboard shortcuts', KEYS, { lifetime: HELP_LIFETIME }),
    ...(sales.open ? { F11: sales.open } : {}),
  });
  const leave = () => void navigate('/pos');
  usePaymentKeys({
    methods: state.methods,
    onChoose: entry.choose,
    onComplete: state.complete,
    onTradeIn: tradeIn,
    onLeave: leave,
  });
  useEffect(() => amount.current?.focus(), []);
  const { isLost, discard } = useLostDraft({
    isHere: cart.draft?.id === draftIdOf(toPay),
    isSent: completing.isSent,
    unsaved: entry.unsaved,
    email: typedEmail?.trim() || null,
    buyer: buyer && buyerText(buyer),
    leave: () => void navigate('/pos', { replace: true }),
  });
  const isOnePane = useMedia(ONE_PANE);
  const part: PartProps = { ...state, toPay, amount };
  const isTyped = entry.unsaved.length > 0 || typedEmail !== null || buyer !== null;
  return (
    <>
      <PaymentPanes
        line={`${draft === null ? 'New sale' : `Draft ${draft.number}`} · ${customer?.name ?? 'Walk-in Customer'}`}
        banners={
          <>
            <OfflineBanner store={store} onShowSales={sales.open} />
            <ClosedBanner store={store} hasLostStore={hasLostStore} />
          </>
        }
        order={<Order {...part}>{isOnePane ? null : <Complete {...part} />}</Order>}
        foot={
          isOnePane ? (
            <PaymentFoot {...figuresOf(state)} why={state.why}>
              <Complete {...part} />
            </PaymentFoot>
          ) : null
        }
        onLeave={leave}
      >
        <PaymentFigures {...figuresOf(state)} />
        {exchange?.card}
        <NewPayments {...part} />
        <SavedPayments {...part} tradeIn={tradeIn} />
      </PaymentPanes>
      <LeaveGuard
        when={!isLost && isTyped && !completing.isSent}
        consequence="What was typed here and not saved is lost. The cart and the saved payments stay."
        onDiscard={discard}
      />
      {exchange?.approving}
      {sales.dialog}
    </>
  );
}

type PartProps = PaymentState & { toPay: SaleToPay; amount: RefObject<HTMLInputElement | null> };

/** Returns what is due, covered and left with all that was typed. */
function figuresOf({ due: { total, payments, coin }, entry, exchange }: PaymentState) {
  const counted = [...payments, ...entry.typed];
  return {
    total,
    covered: coveredAmount(counted),
    remaining: (entry.row.method === 'cash' ? remainingCash : remainingAmount)(total, counted, coin),
    change: changeDue(total, counted, coin),
    goesBack: exchange?.goesBack ?? 0,
  };
}

function Complete({ exchange, due, entry, why, completing, complete }: PartProps) {
  const isOnePane = useMedia(ONE_PANE);
  return (
    <CompleteButton
      label={exchange ? 'Complete exchange' : 'Complete sale'}
      total={due.total}
      taking={takingText(entry)}
      why={why}
      tellsWhy={!isOnePane}
      busy={completing.busy || completing.isTooSoon}
      onComplete={complete}
    />
  );
}

/** What is paid for, and whom the receipt is for; `children` stand below. */
function Order(props: PartProps & { children: ReactNode }) {
  const { toPay, exchange, due, entry, lost, buyer, setBuyer, receiptEmail, emailField, children } = props;
  return (
    <OrderSummary
      sale={exchange?.shown ?? toPay}
      rounding={expectedRounding(due.total, [...due.payments, ...entry.counted], {
        coin: due.coin,
        restInCash: entry.row.method === 'cash',
      })}
      lost={lost}
    >
      <BuyerOnReceipt buyer={buyer} customer={toPay.customer} onChange={setBuyer} />
      <ReceiptEmailField state={receiptEmail} inputRef={emailField} />
      {children}
    </OrderSummary>
  );
}

/** The form for a payment, and those that are typed and not saved. */
function NewPayments(props: PartProps) {
  const { toPay, exchange, entry, methods, today, closed, offline, completing, amount } = props;
  const { isReachable } = useConnection();
  const isNothingToPay = exchange !== null && entry.remaining === 0 && entry.isUntouched;
  return (
    <>
      {isNothingToPay ? null : (
        <PaymentForm
          entry={entry}
          transactionId={draftIdOf(toPay)}
          payments={toPay.payments}
          methods={methods}
          today={today}
          closed={closed}
          offline={
            offline ? { save: notWithoutServer.savePayment, screenshot: notWithoutServer.screenshot } : null
          }
          busy={completing.busy || (!isReachable && offline === null)}
          amountRef={amount}
          onSave={() => {
            // The next Enter is not for the button that saved this one.
            amount.current?.focus();
            void completing.save();
          }}
        />
      )}
      <UnsavedRows
        rows={entry.waiting}
        methods={methods}
        disabled={completing.busy}
        onChange={(no) => {
          entry.takeBack(no);
          amount.current?.focus();
        }}
        onRemove={entry.drop}
      />
    </>
  );
}

/** The payments that the draft has, and what is done with them. */
function SavedPayments(props: PartProps & { tradeIn: (() => void) | null }) {
  const { toPay, exchange, offline, methods, today, due, amount, tradeIn } = props;
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const changed = (payment: Payment) => {
    const { queryKey } = read(transactions.get, { params: { transactionId: draftIdOf(toPay) } });
    queryClient.setQueryData<Transaction>(
      queryKey,
      (known) =>
        known && {
          ...known,
          payments: known.payments.map((other) => (other.id === payment.id ? payment : other)),
        },
    );
  };
  const closeDialog = () => {
    setAsking(null);
    // The opener may be gone: a deleted payment has no menu.
    setTimeout(() => document.activeElement?.matches('body, main') && amount.current?.focus(), REFOCUS);
  };
  return (
    <>
      {(exchange || offline) && toPay.payments.length === 0 ? null : (
        <PaymentsLedger
          fill
          mayChangeAmount
          more={
            tradeIn ? (
              <Button icon={<PhoneArrowRight20Regular />} keyCap="F5" onClick={tradeIn}>
                Trade in
              </Button>
            ) : null
          }
          payments={toPay.payments}
          actions={{
            onVerify: (payment) => setAsking({ kind: 'verify', payment }),
            onFail: (payment) => setAsking({ kind: 'fail', payment }),
            onEdit: (payment) => setAsking({ kind: 'edit', payment }),
            onDelete: (payment) => setAsking({ kind: 'delete', payment }),
          }}
        />
      )}
      <PaymentDialogs
        asking={asking}
        isDraft
        colleaguesCart={null}
        methods={methods}
        today={today}
        remaining={remainingAmount(due.total, due.payments, due.coin)}
        onChanged={changed}
        onClose={closeDialog}
      />
    </>
  );
}
