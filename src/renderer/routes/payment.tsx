import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import {
  changeDue,
  countingIds,
  coveredAmount,
  isCovered,
  paymentMethodLabels,
  remainingAmount,
  type PaymentMethod,
} from '#domain/payments.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { storeDate } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { loadKeptPayment, type KeptPayment } from '#renderer/features/payments/kept-payment.ts';
import { LOW } from '#renderer/features/payments/low-window.ts';
import { methodNotTaken, notTakenWords, useMethodsTaken } from '#renderer/features/payments/methods-taken.ts';
import { OrderSummary } from '#renderer/features/payments/order-summary.tsx';
import { PaymentDialogs, type Asking } from '#renderer/features/payments/payment-dialogs.tsx';
import { PaymentFigures } from '#renderer/features/payments/payment-figures.tsx';
import { PaymentForm } from '#renderer/features/payments/payment-form.tsx';
import { PaymentsLedger } from '#renderer/features/payments/payments-ledger.tsx';
import { ReceiptEmailField } from '#renderer/features/payments/receipt-email-field.tsx';
import { useCompleting } from '#renderer/features/payments/use-completing.ts';
import { UnsavedRows } from '#renderer/features/payments/unsaved-rows.tsx';
import { usePaymentKeys } from '#renderer/features/payments/use-payment-keys.ts';
import { useKeepTyped } from '#renderer/features/payments/use-keep-typed.ts';
import { usePaymentEntry, type PaymentEntryState } from '#renderer/features/payments/use-payment-entry.ts';
import { useReceiptEmail } from '#renderer/features/payments/use-receipt-email.ts';
import { ClosedBanner, whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import { OfflineBanner } from '#renderer/features/pos/screen/offline-banner.tsx';
import { whoHolds } from '#renderer/features/pos/sale/holds.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { useDraftOver, useOpenDraft } from '#renderer/features/pos/drafts/use-open-draft.ts';
import { printSale } from '#renderer/features/pos/after-sale/print-sale.ts';
import { printReceipt } from '#renderer/features/pos/after-sale/use-printing.ts';
import { useScan } from '#renderer/features/pos/scanning/use-scan.ts';
import { useDrawerTrouble } from '#renderer/features/shifts/use-current-shift.ts';
import { useTillKeys } from '#renderer/features/pos/screen/use-till-keys.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { outside } from '#renderer/lib/outside.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { isSecondClick, SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { LeaveGuard } from '#renderer/ui/leave-guard.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { useToastsOverOrder } from '#renderer/ui/toast-place.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Milliseconds that the help stays. */
const HELP_LIFETIME = 10_000;
/** Milliseconds in which a closed dialog gives the focus back. */
const REFOCUS = 100;
const KEYS =
  'F1 Help · Alt+1 to Alt+5 choose the method · Enter saves the payment · Shift+Enter adds another · Ctrl+Enter completes the sale · Esc goes back to the till';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  panes: {
    display: 'grid',
    gridTemplateColumns: `minmax(0, 1fr) ${sizes.summary}px`,
    gridTemplateRows: 'minmax(0, 1fr)',
    flexGrow: 1,
    minHeight: 0,
    [windows.narrow]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.summaryNarrow}px` },
    [windows.wide]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.summaryWide}px` },
  },
  left: { minHeight: 0, overflowY: 'auto', padding: '12px 24px 24px', [LOW]: { padding: '6px 24px 12px' } },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    height: '100%',
    maxWidth: '1080px',
    margin: '0 auto',
    [windows.wide]: { maxWidth: '1240px' },
    [LOW]: { gap: '8px' },
  },
  head: { display: 'flex', alignItems: 'center', gap: '4px', flexShrink: 0, margin: '0 0 0 -18px' },
  escape: { marginRight: '8px' },
  words: { [LOW]: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '12px' } },
  title: { ...type.pageTitle, margin: 0 },
  line: { ...type.body, margin: 0, color: palette.text3 },
  right: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderLeft: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
  },
  complete: { marginTop: '20px', [LOW]: { marginTop: '18px' } },
  /** What it takes is said in full, in two lines where it is long. */
  taking: { whiteSpace: 'normal', fontSize: '16px', lineHeight: '20px' },
  why: { ...type.meta, margin: '8px 0 0', textAlign: 'center', color: palette.text3 },
});

/** Complete Payment: loads the draft that the address names, or sends the cashier back to the till. */
export function PaymentPage() {
  const { transactionId } = useParams();
  return transactionId === undefined ? <PaymentOfCart /> : <PaymentOfDraft transactionId={transactionId} />;
}

/** /pos/payment: the working cart's own draft. */
function PaymentOfCart() {
  const { cart } = useTillState();
  const notify = useNotify();
  const draftId = cart.lines.length > 0 ? cart.draft?.id : undefined;
  useEffect(() => {
    if (draftId === undefined) notify.warning('Cart is empty', 'Add items to the cart before checkout');
  }, [draftId, notify]);
  return <Navigate to={draftId === undefined ? '/pos' : `/pos/${draftId}/payment`} replace />;
}

function PaymentOfDraft({ transactionId }: { transactionId: string }) {
  const approving = useOpenDraft(transactionId);
  return (
    <>
      {approving}
      <OpenedDraft id={Number(transactionId)} />
    </>
  );
}

function OpenedDraft({ id }: { id: number }) {
  const query = useQuery({
    ...read(transactions.get, { params: { transactionId: id } }),
    // A payment and its completion follow each other, and after a lost answer pressing again shows the completed sale:
    // the page must not leave by itself.
    meta: { standsStill: true },
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  });
  useDraftOver(id, query.data?.status, query.error);
  const sale = useWorkingSale();
  const paid = query.data && coveredAmount(query.data.payments);
  useEffect(() => {
    if (paid !== undefined) sale.notePaid(id, paid);
  }, [sale, id, paid]);
  useLaterVersion(query);
  const transaction = query.data;
  const kept = useQuery({
    queryKey: queryKeys.keptPayment(id),
    queryFn: transaction ? () => loadKeptPayment(outside, transaction) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  // A missing one is told, and left, by `useOpenDraft`.
  if (query.error instanceof ApiError && query.error.status === 404) return null;
  if (query.isError && !query.data) {
    return (
      <ErrorState title="No transaction data available" onRetry={() => void query.refetch()}>
        No transaction data available. Please start a new transaction.
      </ErrorState>
    );
  }
  if (!query.data || query.data.status !== 'draft' || !kept.data) return <PaymentSkeleton />;
  // A cart that was emptied may have payments left, which are given back here.
  if (query.data.items_count === 0 && countingIds(query.data.payments).length === 0) return <PaymentOfCart />;
  return <Payment key={query.data.id} transaction={query.data} kept={kept.data} />;
}

/** The till saved the draft anew, at other prices or another tax: the screen shows what it comes to now. */
function useLaterVersion({ data, refetch }: { data: Transaction | undefined; refetch: () => unknown }): void {
  const { cart } = useTillState();
  const [saved, shown] = [cart.draft, data];
  const isLater = saved !== null && saved.id === shown?.id && saved.version > shown.version;
  useEffect(() => {
    if (isLater) refetch();
  }, [isLater, refetch]);
}

function PaymentSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.left}>
      <div className={styles.content}>
        <LoadingNote>Loading the sale</LoadingNote>
        <Skeleton width={240} height={28} />
        <Skeleton height={82} />
        <Skeleton height={288} />
      </div>
    </div>
  );
}

type Standing = {
  isReachable: boolean;
  /** Why nothing is sold at this store now. */
  closed: string | null;
  /** Why nothing is sold from this till's drawer now. */
  drawer: string | null;
  /** What is saved covers the total, and nothing was typed: no more is taken for it. */
  isPaid: boolean;
  items: number;
  lost: number;
  total: Centavos;
  /** A method of what was typed that the store takes no more. */
  notTaken: PaymentMethod | null;
};

/** Why the sale cannot be completed as it stands. */
function whyNot({
  isReachable,
  closed,
  drawer,
  isPaid,
  items,
  lost,
  total,
  notTaken,
}: Standing): string | null {
  if (closed !== null && !isPaid) return closed;
  if (!isReachable) return 'Sales can be completed when the server is back';
  if (drawer !== null) return drawer;
  if (items === 0) return 'The cart is empty: add items, or delete the payments';
  if (lost > 0) return 'An item is no longer available: go back and remove it';
  if (notTaken !== null) return notTakenWords(notTaken);
  return total > 0 ? null : 'Cart total must be greater than 0';
}

/** What the button says that takes an amount which nobody has typed: "Take ₱21,078.88 cash and complete". */
function takingWords({ isProposed, isFilled, entry }: PaymentEntryState): string | null {
  if (!isProposed || !isFilled) return null;
  const method = entry.method === 'cash' ? 'cash' : `by ${paymentMethodLabels[entry.method]}`;
  return `Take ${formatMoney(entry.amount, 'payment')} ${method} and complete`;
}

function Payment({ transaction, kept }: { transaction: Transaction; kept: KeptPayment }) {
  const styles = useStyles();
  const { store, hasLostStore } = useSignedIn();
  const sale = useWorkingSale();
  const notify = useNotify();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { isReachable } = useConnection();
  const openedAt = useOpenedAt();
  const amount = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const receiptEmail = useReceiptEmail(transaction.receipt_email ?? transaction.customer?.email ?? null);
  const [asking, setAsking] = useState<Asking | null>(null);
  useToastsOverOrder();

  const total = transaction.total_amount;
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
  }, [total]);
  const methods = methodsOf(store.settings);
  const today = storeDate(openedAt, store.timezone);
  const entry = usePaymentEntry(remainingAmount(total, transaction.payments), methods[0] ?? 'cash', {
    today,
    kept: kept.typed,
  });
  useKeepTyped(transaction.id, entry.toKeep);
  useMethodsTaken(store.name, methods, entry);
  const counted = [...transaction.payments, ...entry.typed];
  const { cart } = useTillState();
  const lost = cart.draft?.id === transaction.id ? cart.lines.filter((line) => line.lost !== null) : [];

  const completing = useCompleting({
    transaction,
    entry,
    kept,
    whyLost: ({ details, message }) => whoHolds(details, store.timezone) ?? message,
    onLost: (itemIds, why) => {
      sale.lose(itemIds, why);
      void navigate('/pos');
    },
    onPricesChanged: () => {
      sale.reprice();
      void navigate('/pos');
    },
    onCompleted: (completed) => {
      sale.finish(completed.transaction, completed.receipt);
      void printSale(printReceipt, sale, completed);
      void navigate('/pos', { replace: true });
    },
  });

  const missing = remainingAmount(total, counted);
  const taking = takingWords(entry);
  const closed = whyClosed({ store, hasLostStore });
  const why = whyNot({
    isReachable,
    closed,
    drawer: useDrawerTrouble(store),
    isPaid: !hasLostStore && entry.typed.length === 0 && isCovered(total, transaction.payments),
    items: transaction.items_count,
    lost: lost.length,
    total,
    notTaken: methodNotTaken(entry, methods),
  });
  const complete = () => {
    if (why) return;
    if (receiptEmail.check()) void completing.complete(receiptEmail.value);
    else emailField.current?.focus();
  };
  const changed = (payment: Payment) => {
    const { queryKey } = read(transactions.get, { params: { transactionId: transaction.id } });
    const known = queryClient.getQueryData(queryKey) ?? transaction;
    const payments = known.payments.map((other) => (other.id === payment.id ? payment : other));
    queryClient.setQueryData(queryKey, { ...known, payments });
  };
  const closeDialog = () => {
    setAsking(null);
    // What opened it may be gone: a deleted payment has no menu.
    setTimeout(() => document.activeElement?.matches('body, main') && amount.current?.focus(), REFOCUS);
  };
  // Neither the second click of a double click on Checkout nor one that another total came before completes what nobody
  // has looked at.
  const completeByClick = (event: MouseEvent) =>
    !isSecondClick(event) && Date.now() - shownAt.current > SECOND_CLICK && complete();
  useScan(() => {
    notify.info('Scan ignored', 'Go back to the till to add items');
    soundError();
    return Promise.resolve();
  });
  useTillKeys({ F1: () => notify.info('Keyboard shortcuts', KEYS, { lifetime: HELP_LIFETIME }) });
  const leave = () => void navigate('/pos');
  usePaymentKeys({ methods, onChoose: entry.choose, onComplete: complete, onLeave: leave });
  useEffect(() => amount.current?.focus(), []);

  return (
    <div className={styles.root}>
      <OfflineBanner timeZone={store.timezone} />
      <ClosedBanner store={store} hasLostStore={hasLostStore} />
      <div className={styles.panes}>
        <div className={styles.left}>
          <div className={styles.content}>
            <div className={styles.head}>
              <Button
                size="till"
                appearance="subtle"
                icon={<ArrowLeft20Regular />}
                label="Back to the till"
                aria-keyshortcuts="Escape"
                onClick={leave}
              />
              <span className={styles.escape}>
                <KeyCap>Esc</KeyCap>
              </span>
              <div className={styles.words}>
                <h1 className={styles.title}>Complete Payment</h1>
                <p className={styles.line}>
                  Draft {transaction.draft_number} · {transaction.customer?.name ?? 'Walk-in Customer'}
                </p>
              </div>
            </div>
            <PaymentFigures
              total={total}
              covered={coveredAmount(counted)}
              remaining={missing}
              change={changeDue(total, counted)}
            />
            <PaymentForm
              entry={entry}
              transactionId={transaction.id}
              methods={methods}
              today={today}
              closed={closed}
              busy={completing.busy || !isReachable}
              amountRef={amount}
              onSave={() => void completing.save()}
            />
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
            <PaymentsLedger
              fill
              mayChangeAmount
              payments={transaction.payments}
              actions={{
                onVerify: (payment) => setAsking({ kind: 'verify', payment }),
                onFail: (payment) => setAsking({ kind: 'fail', payment }),
                onEdit: (payment) => setAsking({ kind: 'edit', payment }),
                onDelete: (payment) => setAsking({ kind: 'delete', payment }),
              }}
            />
          </div>
        </div>
        <aside className={styles.right} aria-label="Order summary">
          <OrderSummary transaction={transaction} lost={lost}>
            <ReceiptEmailField state={receiptEmail} inputRef={emailField} />
            <Button
              className={mergeClasses(styles.complete, taking !== null && styles.taking)}
              appearance="primary"
              size="checkout"
              wide
              keyCap={taking === null ? 'Ctrl+Enter' : undefined}
              disabledReason={why}
              disabled={completing.busy}
              onClick={completeByClick}
            >
              {taking ?? 'Complete Sale'}
            </Button>
            {why ? <p className={styles.why}>{why}</p> : null}
          </OrderSummary>
        </aside>
      </div>
      <LeaveGuard
        when={entry.toKeep !== null && !completing.isSent && transaction.status === 'draft'}
        consequence="What was typed here and not saved is lost. The cart and the saved payments stay."
      />
      <PaymentDialogs
        asking={asking}
        isDraft
        colleaguesCart={null}
        methods={methods}
        today={today}
        remaining={remainingAmount(total, transaction.payments)}
        onChanged={changed}
        onClose={closeDialog}
      />
    </div>
  );
}
