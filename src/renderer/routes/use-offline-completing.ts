import { useEffect, useRef } from 'react';
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
import { useNotify } from '#renderer/ui/toasts.tsx';

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

const asSent = (payments: readonly TakenPayment[], { email, buyer }: OnReceipt) =>
  JSON.stringify([
    payments.map((payment) => [
      payment.method,
      payment.amount,
      payment.status,
      payment.reference_number?.trim() || null,
    ]),
    email,
    buyer?.buyer_name || null,
    buyer?.buyer_tin || null,
    buyer?.buyer_address || null,
  ]);

/** Returns of payments what decides whether they are taken without the server. */
export const referencesOf = <Method>(
  payments: readonly { method: Method; reference_number?: string | null | undefined }[],
) => payments.map(({ method, reference_number = null }) => ({ method, reference_number }));

/** Makes sales of the payment screen without the server; null while it can be reached, or where the till may not. */
export function useOfflineCompleting({ selling, toPay, entry, onMade }: Deps): OfflineCompleting | null {
  const { store, staff } = useSignedIn();
  const chain = useChainSettings();
  const sale = useWorkingSale();
  const { cart, lowPrice } = useTillState();
  const notify = useNotify();
  const shift = useCurrentShift(store)?.data?.shift ?? null;
  const opening = useKeptOpening(store);
  /** The key of the completion that the cashier knows is recorded as it was sent. */
  const known = useRef<string | null>(null);
  /** True once the cashier knows that the draft may have a payment that was not answered. */
  const knowsPayment = useRef(false);
  /** The same of a trade-in. */
  const knowsTradeIn = useRef(false);

  // A method that is not taken now makes room for one that is, as long as nothing was typed.
  const [first] = selling?.methods ?? [];
  const isTaken = selling?.methods.includes(entry.row.method) ?? true;
  const { isUntouched, choose } = entry;
  useEffect(() => {
    if (!isTaken && isUntouched && first) choose(first);
  }, [isTaken, isUntouched, first, choose]);

  if (!selling) return null;

  const draftId = draftIdOf(toPay);
  const isHere = draftIdOf(cart) === draftId;
  const hasPayments = countingIds(toPay.payments).length > 0;
  const typed = referencesOf(entry.counted);
  const usedAt = selling.usedReferenceAt(typed);
  const why =
    (hasPayments ? notWithoutServer.payments : null) ??
    (isHere ? whyCartNotOffline(cart) : null) ??
    (lowPrice === null ? null : notWithoutServer.approval) ??
    selling.whyNot({ total: toPay.total_amount, payments: typed });
  const showWhy = () => {
    const isReference = usedAt >= 0 && why !== null && why === selling.whyNot({ total: 0, payments: typed });
    if (isReference) entry.showRowErrors(usedAt, { reference_number: why });
  };

  const refuse = (title: string, text: string): false => {
    notify.error(title, text);
    soundError();
    return false;
  };
  const record: OfflineCompleting['record'] = async (onReceipt, rows, paying) => {
    const unanswered = await paying.unansweredCompletion(toPay.draft?.version ?? 0);
    let [payments, shown]: [readonly TakenPayment[], OnReceipt] = [rows, onReceipt];
    if (unanswered) {
      const { key, content } = unanswered;
      const { draft } = cart;
      const isSame = draft?.sent ? draft.sent === goodsText(cart) : sale.read().saving === 'saved';
      if (!isSame || draft?.version !== content.version) {
        return refuse('The sale cannot be completed now', notWithoutServer.changed);
      }
      const taken = referencesOf(content.payments ?? []);
      const whyNot = selling.whyNot({ total: toPay.total_amount, payments: taken });
      if (whyNot !== null) return refuse('The sale cannot be completed now', `It was sent so: ${whyNot}`);
      const { receiptEmail = null, buyer_name, buyer_tin, buyer_address } = content;
      const sent: TakenPayment[] = (content.payments ?? []).map((payment) => ({
        ...payment,
        status: payment.status ?? 'completed',
      }));
      const sentOn: OnReceipt = { email: receiptEmail, buyer: { buyer_name, buyer_tin, buyer_address } };
      if (known.current !== key && asSent(sent, sentOn) !== asSent(rows, onReceipt)) {
        known.current = key;
        notify.warning(
          'This sale was sent before the connection went',
          `Only what was sent then is recorded: ${sent.map(paymentText).join(', ')}. Press Complete again to record that.`,
          { about: COMPLETION },
        );
        soundError();
        return false;
      }
      [payments, shown] = [sent, sentOn];
    }
    // An exchange was sent, or the journal's disk failed.
    if (cart.draft?.sent && !unanswered)
      return refuse('The sale cannot be completed now', notWithoutServer.unknown);
    const perhapsSaved = unanswered ? [] : await paying.unansweredPayments();
    if (perhapsSaved.length > 0 && !knowsPayment.current) {
      knowsPayment.current = true;
      notify.warning(
        'A payment was sent before the connection went',
        `The draft may have ${perhapsSaved.map(paymentText).join(', ')} already. Press Complete again to take what is typed here: a manager compares both.`,
        { about: COMPLETION },
      );
      soundError();
      return false;
    }
    const [tradedIn] = await unansweredOf(draftId);
    if (tradedIn && !knowsTradeIn.current) {
      knowsTradeIn.current = true;
      notify.warning(
        'A trade-in was sent before the connection went',
        `${tradedIn.what} may be done. ${tradedIn.then} Press Complete again to take what is typed here: a manager compares both.`,
        { about: COMPLETION },
      );
      soundError();
      return false;
    }
    const sold = isHere ? saleOfCart(cart, taxRuleOf(store.settings)) : toPay;
    const closed = offlineCartOf(sold, {
      store,
      staff,
      payments,
      shiftId: shift?.id ?? opening?.shift_id ?? null,
      completionKey: unanswered?.key ?? null,
      saveKey: await sale.unansweredSaveKey(),
      email: shown.email,
      buyer: shown.buyer,
      coin: chain.smallest_coin,
    });
    const paper = offlinePaperOf(sold, closed, { store, staff, chain, now: serverNow() });
    const made = await till.offline.complete({
      cart_key: sale.cartKey(),
      cart: z.encode(offlineCart, closed),
      receipt: JSON.stringify(paper),
      rules: { ...selling.rules, methods: [...selling.methods] },
    });
    if ('refused' in made) {
      if (!(await sale.refusedOffline(made.sold))) return refuse('The sale was not completed', made.refused);
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
