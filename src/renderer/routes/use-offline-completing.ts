import { useEffect, useRef } from 'react';
import { isToldTheSame } from '#bridge/sent-completions.ts';
import { offlineCart } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { countingIds, paymentMethodLabels } from '#domain/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { saleOfCart } from '#domain/sale.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import type { OnReceipt, Paying } from '#renderer/features/payments/paying.ts';
import { draftIdOf, type SaleToPay } from '#renderer/features/payments/sale-to-pay.ts';
import { COMPLETION } from '#renderer/features/payments/use-completing.ts';
import type { PaymentEntryState, ReadyRow } from '#renderer/features/payments/use-payment-entry.ts';
import { printReceipt } from '#renderer/features/pos/after-sale/use-printing.ts';
import { printFirstPaper } from '#renderer/features/pos/offline/paper.ts';
import {
  offlineCartOf,
  offlinePaperOf,
  type TakenPayment,
} from '#renderer/features/pos/offline/offline-body.ts';
import { goodsText } from '#renderer/features/pos/drafts/save-request.ts';
import type { OfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { notWithoutServer, whyCartNotOffline } from '#renderer/features/pos/offline/why-not.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { useCurrentShift, useKeptOpening } from '#renderer/features/shifts/use-current-shift.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { unansweredOf } from '#renderer/lib/left-acts.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify, type Notify } from '#renderer/ui/toasts.tsx';

type Deps = {
  /** How this till sells without the server now; null if it does not. */
  selling: OfflineSelling | null;
  toPay: SaleToPay;
  entry: PaymentEntryState;
  onMade: () => void;
};

type OfflineCompleting = {
  /** Why the sale cannot be made; null if it can. */
  why: string | null;
  /** Shows `why` where it is about a field of a payment. */
  showWhy: () => void;
  record: (onReceipt: OnReceipt, rows: readonly ReadyRow[], paying: Paying) => Promise<boolean>;
};

const paymentText = ({ method, amount }: Pick<TakenPayment, 'method' | 'amount'>) =>
  `${paymentMethodLabels[method]} ${formatMoney(amount, 'payment')}`;

/** Returns of payments what decides whether they are taken without the server. */
export const referencesOf = <Method>(
  payments: readonly { method: Method; reference_number?: string | null | undefined }[],
) => payments.map(({ method, reference_number = null }) => ({ method, reference_number }));

/** Returns what refuses in a toast. */
const refusing =
  (notify: Notify) =>
  (title: string, text: string): null => {
    notify.error(title, text);
    soundError();
    return null;
  };

/** What is recorded: what is typed, or a completion of before as it was sent. */
type Told = { payments: readonly TakenPayment[]; onReceipt: OnReceipt; key: string | null };

/** Finds out what is recorded where a completion was sent and not answered; null where that was told, and refused or asked again. */
function useSentBefore(
  notify: Notify,
  { selling, toPay }: Pick<Deps, 'toPay'> & { selling: OfflineSelling | null },
) {
  const sale = useWorkingSale();
  const { cart } = useTillState();
  const refuse = refusing(notify);
  /** The key of the completion that the cashier knows is recorded as it was sent. */
  const known = useRef<string | null>(null);
  return async (onReceipt: OnReceipt, rows: readonly ReadyRow[], paying: Paying): Promise<Told | null> => {
    const unanswered = await paying.unansweredCompletion(toPay.draft?.version ?? 0);
    // An exchange was sent, or the journal's disk failed.
    if (cart.draft?.sent && !unanswered)
      return refuse('The sale cannot be completed now', notWithoutServer.unknown);
    if (!unanswered) return { payments: rows, onReceipt, key: null };
    const { key, content } = unanswered;
    const { draft } = cart;
    const isSame = draft?.sent ? draft.sent === goodsText(cart) : sale.read().saving === 'saved';
    if (!isSame || draft?.version !== content.version)
      return refuse('The sale cannot be completed now', notWithoutServer.changed);
    const taken = referencesOf(content.payments ?? []);
    const whyNot = selling?.whyNot({ total: toPay.total_amount, payments: taken }) ?? null;
    if (whyNot !== null) return refuse('The sale cannot be completed now', `It was sent so: ${whyNot}`);
    const { receiptEmail = null, buyer_name, buyer_tin, buyer_address } = content;
    const sent: TakenPayment[] = (content.payments ?? []).map((payment) => ({
      ...payment,
      status: payment.status ?? 'completed',
    }));
    const sentOn: OnReceipt = { email: receiptEmail, buyer: { buyer_name, buyer_tin, buyer_address } };
    const typed = { payments: rows, receiptEmail: onReceipt.email, ...onReceipt.buyer };
    if (known.current !== key && !isToldTheSame(content, typed)) {
      known.current = key;
      notify.warning(
        'This sale was sent before the connection went',
        `Only what was sent then is recorded: ${sent.map(paymentText).join(', ')}. Press Complete again to record that.`,
        { about: COMPLETION },
      );
      soundError();
      return null;
    }
    return { payments: sent, onReceipt: sentOn, key };
  };
}

/** Warns once of a payment and of a trade-in that the draft may have already; resolves to true if there is nothing to warn of. */
function useWarnings(notify: Notify, toPay: SaleToPay) {
  /** What the cashier was warned of. */
  const warned = useRef(new Set<string>());
  const warn = (what: string, title: string, text: string): boolean => {
    if (warned.current.has(what)) return true;
    warned.current.add(what);
    notify.warning(title, text, { about: COMPLETION });
    soundError();
    return false;
  };
  return async (told: Told, paying: Paying): Promise<boolean> => {
    const perhapsSaved = told.key === null ? await paying.unansweredPayments() : [];
    const isPaymentKnown =
      perhapsSaved.length === 0 ||
      warn(
        'payment',
        'A payment was sent before the connection went',
        `The draft may have ${perhapsSaved.map(paymentText).join(', ')} already. Press Complete again to take what is typed here: a manager compares both.`,
      );
    if (!isPaymentKnown) return false;
    const [tradedIn] = await unansweredOf(draftIdOf(toPay));
    return (
      !tradedIn ||
      warn(
        'trade-in',
        'A trade-in was sent before the connection went',
        `${tradedIn.what} may be done. ${tradedIn.then} Press Complete again to take what is typed here: a manager compares both.`,
      )
    );
  };
}

/** Makes sales of the payment screen without the server; null while it can be reached, or where the till may not. */
export function useOfflineCompleting({ selling, toPay, entry, onMade }: Deps): OfflineCompleting | null {
  const { store, staff } = useSignedIn();
  const chain = useChainSettings();
  const sale = useWorkingSale();
  const { cart, lowPrice } = useTillState();
  const notify = useNotify();
  const refuse = refusing(notify);
  const shift = useCurrentShift(store)?.data?.shift ?? null;
  const opening = useKeptOpening(store);
  const toldOf = useSentBefore(notify, { selling, toPay });
  const isWarned = useWarnings(notify, toPay);

  // A method that is not taken now makes room for one that is, as long as nothing was typed.
  const [first] = selling?.methods ?? [];
  const isTaken = selling?.methods.includes(entry.row.method) ?? true;
  const { isUntouched, choose } = entry;
  useEffect(() => {
    if (!isTaken && isUntouched && first) choose(first);
  }, [isTaken, isUntouched, first, choose]);

  if (!selling) return null;

  const isHere = draftIdOf(cart) === draftIdOf(toPay);
  const typed = referencesOf(entry.counted);
  const why =
    (countingIds(toPay.payments).length > 0 ? notWithoutServer.payments : null) ??
    (isHere ? whyCartNotOffline(cart) : null) ??
    (lowPrice === null ? null : notWithoutServer.approval) ??
    selling.whyNot({ total: toPay.total_amount, payments: typed });
  const showWhy = () => {
    const usedAt = selling.usedReferenceAt(typed);
    const isReference = usedAt >= 0 && why !== null && why === selling.whyNot({ total: 0, payments: typed });
    if (isReference) entry.showRowErrors(usedAt, { reference_number: why });
  };
  const record: OfflineCompleting['record'] = async (onReceipt, rows, paying) => {
    const told = await toldOf(onReceipt, rows, paying);
    if (!told || !(await isWarned(told, paying))) return false;
    const sold = isHere ? saleOfCart(cart, taxRuleOf(store.settings)) : toPay;
    const closed = offlineCartOf(sold, {
      store,
      staff,
      payments: told.payments,
      shiftId: shift?.id ?? opening?.shift_id ?? null,
      completionKey: told.key,
      saveKey: await sale.unansweredSaveKey(),
      email: told.onReceipt.email,
      buyer: told.onReceipt.buyer,
      coin: chain.smallest_coin,
    });
    const warranties = await sale.units.warranties(sold.lines);
    const paper = offlinePaperOf(sold, closed, { store, staff, chain, now: serverNow(), warranties });
    const made = await till.offline.complete({
      cart_key: sale.cartKey(),
      cart: z.encode(offlineCart, closed),
      receipt: JSON.stringify(paper),
      rules: { ...selling.rules, methods: [...selling.methods] },
    });
    if ('refused' in made) {
      if (!(await sale.refusedOffline(made.sold))) {
        refuse('The sale was not completed', made.refused);
        return false;
      }
      paying.forgetAll();
      onMade();
      return true;
    }
    sale.finishOffline(made.sale);
    paying.forgetAll();
    notify.settled();
    void printFirstPaper(printReceipt, made.sale).then((print) => sale.showPrint({ print }));
    onMade();
    return true;
  };
  return { why, showWhy, record };
}
