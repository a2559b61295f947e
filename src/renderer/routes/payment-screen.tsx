import { PhoneArrowRight20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Payment } from '#contract/payments.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import {
  changeDue,
  coveredAmount,
  excessWithoutCash,
  expectedRounding,
  isCovered,
  remainingAmount,
  remainingCash,
} from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { BuyerOnReceipt } from '#renderer/features/payments/buyer-on-receipt.tsx';
import { buyerText, type Buyer } from '#renderer/features/payments/buyer-dialog.tsx';
import { CompleteButton } from '#renderer/features/payments/complete-button.tsx';
import type { JournaledPayment } from '#renderer/features/payments/journaled-payment.ts';
import { methodNotTaken, useMethodsTaken } from '#renderer/features/payments/methods-taken.ts';
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
import { useCompleting } from '#renderer/features/payments/use-completing.ts';
import { useKeepTyped } from '#renderer/features/payments/use-keep-typed.ts';
import { useLostDraft } from '#renderer/features/payments/use-lost-draft.ts';
import { usePaymentEntry } from '#renderer/features/payments/use-payment-entry.ts';
import { usePaymentKeys } from '#renderer/features/payments/use-payment-keys.ts';
import { useReceiptEmail } from '#renderer/features/payments/use-receipt-email.ts';
import { takingText, whyNotComplete } from '#renderer/features/payments/why-not-complete.ts';
import { printSale } from '#renderer/features/pos/after-sale/print-sale.ts';
import { printReceipt } from '#renderer/features/pos/after-sale/use-printing.ts';
import { useOfflineRules, useOfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { useSalesDialog } from '#renderer/features/pos/offline/use-sales-dialog.tsx';
import { notWithoutServer } from '#renderer/features/pos/offline/why-not.ts';
import { whoHolds } from '#renderer/features/pos/sale/holds.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { useScan } from '#renderer/features/pos/scanning/use-scan.ts';
import { OfflineBanner } from '#renderer/features/pos/screen/offline-banner.tsx';
import { ClosedBanner, whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import { useTillKeys } from '#renderer/features/pos/screen/use-till-keys.ts';
import { useDrawerTrouble } from '#renderer/features/shifts/use-current-shift.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { read } from '#renderer/lib/read.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Button } from '#renderer/ui/button.tsx';
import { LeaveGuard } from '#renderer/ui/leave-guard.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { useToastsOverOrder } from '#renderer/ui/toast-place.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useExchange } from './use-exchange.tsx';
import { referencesOf, useOfflineCompleting } from './use-offline-completing.ts';

/** Milliseconds that the help stays. */
const HELP_LIFETIME = 10_000;
/** Milliseconds after which a closed dialog has returned the focus. */
const REFOCUS = 100;
const KEYS =
  'F1 Help · F5 takes an item in trade · Alt+1 to Alt+5 choose the method · Enter saves a typed amount · Shift+Enter adds another · Ctrl+Enter completes the sale · Esc goes back to the till';

/** Complete Payment, for a loaded draft. */
export function PaymentScreen({
  toPay,
  isOutdated,
  journaled,
}: {
  toPay: SaleToPay;
  /** True while a later version of the draft is loaded. */
  isOutdated: boolean;
  journaled: JournaledPayment;
}) {
  const { draft, customer, lines, payments } = toPay;
  const id = draftIdOf(toPay);
  useShownTitle(draft?.number ?? null);
  const { store, hasLostStore } = useSignedIn();
  const sale = useWorkingSale();
  const notify = useNotify();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { isReachable } = useConnection();
  const amount = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const receiptEmail = useReceiptEmail(customer?.email ?? null, journaled.typed?.email ?? null);
  const [buyer, setBuyer] = useState<Buyer | null>(journaled.typed?.buyer ?? null);
  const [asking, setAsking] = useState<Asking | null>(null);
  useToastsOverOrder();

  const { smallest_coin: coin } = useChainSettings();
  const exchange = useExchange(toPay, coin);
  const { total_amount: total } = exchange?.shown ?? toPay;
  /** What covers it: the saved payments, and what an exchange carries over. */
  const covering = [...(exchange?.payments ?? []), ...payments];
  const taken = methodsOf(store.settings);
  const selling = useOfflineSelling(store);
  const offlineRules = useOfflineRules(store);
  const methods = selling?.methods ?? taken;
  const today = useToday(zonesOf(store));
  const paying = { total, payments: covering, coin };
  const entry = usePaymentEntry(paying, methods[0] ?? 'cash', {
    today,
    journaled: journaled.typed,
  });
  const typedEmail = receiptEmail.isTyped ? receiptEmail.email : null;
  const isUntouched = entry.isUntouched && typedEmail === null && buyer === null;
  const keepForLater = useKeepTyped(
    id,
    isUntouched ? null : { ...entry.toKeep, email: typedEmail ?? undefined, buyer: buyer ?? undefined },
  );
  useMethodsTaken(store.name, taken, entry);
  const counted = [...covering, ...entry.typed];
  const { cart } = useTillState();
  const lost = cart.draft?.id === id ? cart.lines.filter((line) => line.lost !== null) : [];

  const offline = useOfflineCompleting({
    selling,
    toPay,
    entry,
    onMade: () => void navigate('/pos', { replace: true }),
  });
  const sales = useSalesDialog(store);
  const completing = useCompleting({
    toPay,
    due: paying,
    askExchange: exchange?.ask ?? null,
    entry,
    journaled,
    record: offline?.record ?? null,
    sellsOffline:
      exchange === null && offlineRules?.whyNot({ total, payments: referencesOf(entry.counted) }) === null,
    onSent: (isSent) => sale.noteSent(id, isSent),
    whyLost: ({ details, message }) => whoHolds(details, zonesOf(store)) ?? message,
    onLost: (unitIds, why) => {
      sale.lose(unitIds, why);
      keepForLater();
      void navigate('/pos');
    },
    onPricesChanged: () => {
      sale.reprice();
      keepForLater();
      void navigate('/pos');
    },
    onDraftChanged: async () => {
      if (sale.read().cart.draft?.version === draft?.version) sale.save();
      await sale.settled();
      return sale.read().cart.draft?.id !== id;
    },
    onCompleted: (completed) => {
      sale.finish(completed.transaction, completed.receipt);
      void printSale(printReceipt, sale, completed);
      void navigate('/pos', { replace: true });
    },
  });

  const closed = whyClosed({ store, hasLostStore });
  const why = whyNotComplete({
    isReachable,
    offline: offline?.why,
    isOutdated: isOutdated && isReachable,
    closed,
    drawer: useDrawerTrouble(store),
    isPaid: !hasLostStore && entry.typed.length === 0 && isCovered(total, covering, coin),
    items: lines.length,
    lost: lost.length,
    total,
    excess: excessWithoutCash(total, covering),
    notTaken: methodNotTaken(entry, methods),
    exchange: exchange?.why,
  });
  const complete = () => {
    if (why) return offline?.why === why ? offline.showWhy() : undefined;
    if (receiptEmail.check()) void completing.complete({ email: receiptEmail.value, buyer });
    else emailField.current?.focus();
  };
  const changed = (payment: Payment) => {
    const { queryKey } = read(transactions.get, { params: { transactionId: id } });
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
  useScan(() => {
    notify.info('Scan ignored', 'Go back to the till to add items');
    soundError();
    return Promise.resolve();
  });
  const trading = useApproval('trade_in');
  const tradeIn =
    trading.isPossible && isReachable && exchange === null
      ? () => void navigate(`/pos/${id}/trade-in`, { state: { isFromPayment: true } })
      : null;
  useTillKeys({
    F1: () => notify.info('Keyboard shortcuts', KEYS, { lifetime: HELP_LIFETIME }),
    ...(sales.open ? { F11: sales.open } : {}),
  });
  const leave = () => void navigate('/pos');
  usePaymentKeys({
    methods,
    onChoose: entry.choose,
    onComplete: complete,
    onTradeIn: tradeIn,
    onLeave: leave,
  });
  useEffect(() => amount.current?.focus(), []);

  const { isLost, discard } = useLostDraft({
    isHere: cart.draft?.id === id,
    isSent: completing.isSent,
    unsaved: entry.unsaved,
    email: typedEmail?.trim() || null,
    buyer: buyer && buyerText(buyer),
    leave: () => void navigate('/pos', { replace: true }),
  });

  const isOnePane = useMedia(ONE_PANE);
  const figures = {
    total,
    covered: coveredAmount(counted),
    remaining: (entry.row.method === 'cash' ? remainingCash : remainingAmount)(total, counted, coin),
    change: changeDue(total, counted, coin),
    goesBack: exchange?.goesBack ?? 0,
  };
  const isNothingToPay = exchange !== null && entry.remaining === 0 && entry.isUntouched;
  const completeButton = (
    <CompleteButton
      label={exchange ? 'Complete exchange' : 'Complete sale'}
      total={total}
      taking={takingText(entry)}
      why={why}
      tellsWhy={!isOnePane}
      busy={completing.busy || completing.isTooSoon}
      onComplete={complete}
    />
  );

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
        order={
          <OrderSummary
            sale={exchange?.shown ?? toPay}
            rounding={expectedRounding(total, [...covering, ...entry.counted], {
              coin,
              restInCash: entry.row.method === 'cash',
            })}
            lost={lost}
          >
            <BuyerOnReceipt buyer={buyer} customer={customer} onChange={setBuyer} />
            <ReceiptEmailField state={receiptEmail} inputRef={emailField} />
            {isOnePane ? null : completeButton}
          </OrderSummary>
        }
        foot={
          isOnePane ? (
            <PaymentFoot {...figures} why={why}>
              {completeButton}
            </PaymentFoot>
          ) : null
        }
        onLeave={leave}
      >
        <PaymentFigures {...figures} />
        {exchange?.card}
        {isNothingToPay ? null : (
          <PaymentForm
            entry={entry}
            transactionId={id}
            payments={payments}
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
        {(exchange || offline) && payments.length === 0 ? null : (
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
            payments={payments}
            actions={{
              onVerify: (payment) => setAsking({ kind: 'verify', payment }),
              onFail: (payment) => setAsking({ kind: 'fail', payment }),
              onEdit: (payment) => setAsking({ kind: 'edit', payment }),
              onDelete: (payment) => setAsking({ kind: 'delete', payment }),
            }}
          />
        )}
      </PaymentPanes>
      <LeaveGuard
        when={
          !isLost && (entry.unsaved.length > 0 || typedEmail !== null || buyer !== null) && !completing.isSent
        }
        consequence="What was typed here and not saved is lost. The cart and the saved payments stay."
        onDiscard={discard}
      />
      <PaymentDialogs
        asking={asking}
        isDraft
        colleaguesCart={null}
        methods={methods}
        today={today}
        remaining={remainingAmount(total, covering, coin)}
        onChanged={changed}
        onClose={closeDialog}
      />
      {exchange?.approving}
      {sales.dialog}
    </>
  );
}
