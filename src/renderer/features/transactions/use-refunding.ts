import { approvedTerms, type RouteInput } from '#contract/define-route.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { cashIn, dispositionLabels, type Payout } from '#domain/refunds.ts';
import { numberOf } from '#domain/transactions.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useResolveLostResponse } from '#renderer/lib/use-resolve-lost-response.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { Approval } from '#renderer/ui/use-approval.tsx';
import { slipOfRefund } from './money-back-document.ts';
import { handBackText, isInCash, joined, payoutText } from './money-back-text.ts';
import { owedFor } from './refund-preview.ts';
import { goesTo, productOf, unitOf } from './transaction-text.ts';
import type { PrintMoneyBack } from './use-money-back-slip.ts';

type RefundForm = RouteInput<typeof transactions.refund>['body'];

export type Refunding = ReturnType<typeof useRefunding>;

export type TakingBack = {
  transaction: Transaction;
  /** True if this till has its own printer and drawer: payouts print a slip, cash opens the drawer. */
  hasTill: boolean;
  /** The name on the slip. */
  staffName: string;
  /** For people who need a manager's approval. */
  approval: Approval;
  /** Why no cash can leave this till's drawer; null if it can. */
  whyNoCash: string | null;
  /** Asks why so much cash cannot leave it; null if it can, or if unknown. */
  askCash: (amount: Centavos) => Promise<string | null>;
  /** Called once it is done: the dialogs can close. */
  onDone: () => void;
  /** Outlives the dialog: a printer may answer after it is closed. */
  printSlip: PrintMoneyBack;
};

/** Returns why the cash of a payout cannot be handed out here, before a manager is called for approval; null if it can. */
export async function whyNotPaidOut(
  { approval, whyNoCash, askCash }: TakingBack,
  payouts: readonly Pick<Payout, 'method' | 'amount'>[],
): Promise<string | null> {
  // Alone the call itself is refused.
  if (approval.isAlone || !isInCash(payouts)) return null;
  return whyNoCash ?? askCash(cashIn(payouts));
}

/** Refunds units of a sale, and shows the amounts to hand back. */
export function useRefunding(takingBack: TakingBack) {
  const { transaction, hasTill, staffName, approval, whyNoCash, onDone, printSlip } = takingBack;
  const notify = useNotify();
  const { busy, unsure, run } = useRouteMutation(
    transactions.refund,
    {
      done: ({ refund }) => ({
        title: `${formatMoney(refund.amount, 'transaction')} refunded`,
        body: handBackText(refund.payouts) ?? undefined,
      }),
      failed: 'Failed to refund transaction',
    },
    {
      keptAs: ({ body: { known_payouts = [] } }) => ({
        what: `Refund of ${numberOf(transaction)}`,
        then: handBackText(known_payouts) ?? 'No money goes back.',
        to: `/transactions/${transaction.id}`,
        slip: 'refund',
      }),
    },
  );
  const send = async (body: RefundForm, approved: Approved): Promise<void> => {
    const answer = await run({ params: { transactionId: transaction.id }, body, ...approved });
    if (answer === null) return;
    onDone();
    if (hasTill) {
      void printSlip(slipOfRefund(answer.transaction, answer.refund, staffName));
    }
  };
  const isBack = (id: number) =>
    transaction.transaction_items.some((item) => item.id === id && item.refunded_at);
  const isSeen = ({ items = [] }: RefundForm) =>
    items.length > 0 ? items.every(({ id }) => isBack(id)) : owedFor(transaction) === 0;
  const isDone = unsure !== null && isSeen(unsure.body);
  useResolveLostResponse(
    isDone ? unsure : null,
    ({ body, approval: given }) => void send(body, { approval: given }),
  );
  const itemsIn = ({ items = [] }: RefundForm) => {
    const text = transaction.transaction_items.flatMap((line) => {
      const found = items.find(({ id }) => id === line.id);
      const to = found?.disposition ?? goesTo(line);
      return found ? [`${productOf(line)}, ${unitOf(line)} (${dispositionLabels[to]})`] : [];
    });
    return joined(text) || 'None';
  };
  const waysIn = ({ known_payouts = [], payouts = [] }: RefundForm) => {
    const references = payouts.flatMap(({ reference_number: number }) => (number ? [`Ref. ${number}`] : []));
    return [payoutText(known_payouts) ?? 'Nothing', ...references].join(', ');
  };
  const refund = async (body: RefundForm): Promise<void> => {
    const why = await whyNotPaidOut(takingBack, body.known_payouts ?? []);
    if (why !== null) return notify.warning('Nothing was refunded', why);
    const what = [
      { label: 'Sale', value: numberOf(transaction) },
      { label: 'Items', value: itemsIn(body) },
      { label: 'Goes back', value: waysIn(body) },
      { label: 'Reason', value: body.reason },
    ];
    const approved = await approval.ask({
      targetId: transaction.id,
      ...approvedTerms(transactions.refund, body),
      what,
    });
    if (approved) await send(body, approved);
  };
  return { busy, refund, whyNoCash, asking: approval.dialog };
}
