import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { excessWithoutCash, isCovered } from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import type { Buyer } from '#renderer/features/payments/buyer-dialog.tsx';
import type { JournaledPayment } from '#renderer/features/payments/journaled-payment.ts';
import { methodNotTaken, useMethodsTaken } from '#renderer/features/payments/methods-taken.ts';
import { draftIdOf, type SaleToPay } from '#renderer/features/payments/sale-to-pay.ts';
import { useCompleting } from '#renderer/features/payments/use-completing.ts';
import { useKeepTyped } from '#renderer/features/payments/use-keep-typed.ts';
import { usePaymentEntry } from '#renderer/features/payments/use-payment-entry.ts';
import { useReceiptEmail } from '#renderer/features/payments/use-receipt-email.ts';
import { whyNotComplete } from '#renderer/features/payments/why-not-complete.ts';
import { printSale } from '#renderer/features/pos/after-sale/print-sale.ts';
import { printReceipt } from '#renderer/features/pos/after-sale/use-printing.ts';
import { useOfflineRules, useOfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { whoHolds } from '#renderer/features/pos/sale/holds.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import { useDrawerTrouble } from '#renderer/features/shifts/use-current-shift.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { useExchange } from './use-exchange.tsx';
import { referencesOf, useOfflineCompleting } from './use-offline-completing.ts';

export type PaymentProps = {
  toPay: SaleToPay;
  /** True while a later version of the draft is loaded. */
  isOutdated: boolean;
  journaled: JournaledPayment;
};

/** What is due, and what is typed to pay it: it survives a crash. */
function useTyped({ toPay, journaled }: PaymentProps) {
  const { store } = useSignedIn();
  const { smallest_coin: coin } = useChainSettings();
  const exchange = useExchange(toPay, coin);
  const { total_amount: total } = exchange?.shown ?? toPay;
  /** What covers it: the saved payments, and what an exchange carries over. */
  const covering = [...(exchange?.payments ?? []), ...toPay.payments];
  const selling = useOfflineSelling(store);
  const taken = methodsOf(store.settings);
  const methods = selling?.methods ?? taken;
  const today = useToday(zonesOf(store));
  const receiptEmail = useReceiptEmail(toPay.customer?.email ?? null, journaled.typed?.email ?? null);
  const [buyer, setBuyer] = useState<Buyer | null>(journaled.typed?.buyer ?? null);
  const due = { total, payments: covering, coin };
  const entry = usePaymentEntry(due, methods[0] ?? 'cash', { today, journaled: journaled.typed });
  const typedEmail = receiptEmail.isTyped ? receiptEmail.email : null;
  const isUntouched = entry.isUntouched && typedEmail === null && buyer === null;
  const keepForLater = useKeepTyped(
    draftIdOf(toPay),
    isUntouched ? null : { ...entry.toKeep, email: typedEmail ?? undefined, buyer: buyer ?? undefined },
  );
  useMethodsTaken(store.name, taken, entry);
  return {
    due,
    exchange,
    selling,
    methods,
    today,
    entry,
    receiptEmail,
    /** The receipt's address, if it was typed here. */
    typedEmail,
    buyer,
    setBuyer,
    keepForLater,
  };
}

type Typed = ReturnType<typeof useTyped>;

/** Completes the sale at the server, or without it. */
function useCompletion(
  { toPay, journaled }: PaymentProps,
  { due, exchange, selling, entry, keepForLater }: Typed,
) {
  const { store } = useSignedIn();
  const sale = useWorkingSale();
  const navigate = useNavigate();
  const offlineRules = useOfflineRules(store);
  const id = draftIdOf(toPay);
  const leaveSold = () => void navigate('/pos', { replace: true });
  const backToCart = () => {
    keepForLater();
    void navigate('/pos');
  };
  const offline = useOfflineCompleting({ selling, toPay, entry, onMade: leaveSold });
  const whyNot = offlineRules?.whyNot({ total: due.total, payments: referencesOf(entry.counted) });
  const completing = useCompleting({
    toPay,
    due,
    askExchange: exchange?.ask ?? null,
    entry,
    journaled,
    record: offline?.record ?? null,
    sellsOffline: exchange === null && whyNot === null,
    onSent: (isSent) => sale.noteSent(id, isSent),
    whyLost: ({ details, message }) => whoHolds(details, zonesOf(store)) ?? message,
    onLost: (unitIds, why) => {
      sale.lose(unitIds, why);
      backToCart();
    },
    onPricesChanged: () => {
      sale.reprice();
      backToCart();
    },
    onDraftChanged: async () => {
      if (sale.read().cart.draft?.version === toPay.draft?.version) sale.save();
      await sale.settled();
      return sale.read().cart.draft?.id !== id;
    },
    onCompleted: (completed) => {
      sale.finish(completed.transaction, completed.receipt);
      void printSale(printReceipt, sale, completed);
      leaveSold();
    },
  });
  return { offline, completing };
}

/** Complete Payment: what is due and typed, why it cannot be completed, and what completes it. */
export function usePayment(props: PaymentProps) {
  const { toPay, isOutdated } = props;
  const { store, hasLostStore } = useSignedIn();
  const { isReachable } = useConnection();
  const { cart } = useTillState();
  const emailField = useRef<HTMLInputElement>(null);
  const typed = useTyped(props);
  const { due, exchange, methods, entry, receiptEmail, buyer } = typed;
  const { offline, completing } = useCompletion(props, typed);
  const lost = cart.draft?.id === draftIdOf(toPay) ? cart.lines.filter((line) => line.lost !== null) : [];
  const closed = whyClosed({ store, hasLostStore });
  const why = whyNotComplete({
    isReachable,
    offline: offline?.why,
    isOutdated: isOutdated && isReachable,
    closed,
    drawer: useDrawerTrouble(store),
    isPaid: !hasLostStore && entry.typed.length === 0 && isCovered(due.total, due.payments, due.coin),
    items: toPay.lines.length,
    lost: lost.length,
    total: due.total,
    excess: excessWithoutCash(due.total, due.payments),
    notTaken: methodNotTaken(entry, methods),
    exchange: exchange?.why,
  });
  return {
    ...typed,
    offline,
    completing,
    emailField,
    lost,
    /** Why the store sells nothing now. */
    closed,
    /** Why the sale cannot be completed now; null if it can. */
    why,
    complete: (): void => {
      if (why) {
        if (offline?.why === why) offline.showWhy();
      } else if (receiptEmail.check()) void completing.complete({ email: receiptEmail.value, buyer });
      else emailField.current?.focus();
    },
  };
}

export type PaymentState = ReturnType<typeof usePayment>;
