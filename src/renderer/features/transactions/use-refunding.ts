import type { RouteInput } from '#contract/define-route.ts';
import { transactions, type Refund, type Transaction } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { paperOf } from './refund-paper.ts';

type RefundForm = RouteInput<typeof transactions.refund>['body'];

export type Refunding = {
  transaction: Transaction;
  /** This till has a printer and a drawer of its own: a refund leaves a slip, cash opens the drawer. */
  hasTill: boolean;
  /** Who signs the slip. */
  staffName: string;
};

/** Refunds units of a sale; the slip is printed without keeping anybody waiting. */
export function useRefunding({ transaction, hasTill, staffName }: Refunding) {
  const notify = useNotify();
  const printSlip = useSlipPrinting();
  const { busy, run } = useChange(transactions.refund, {
    done: ({ refund }) => `${formatMoney(refund.amount, 'transaction')} refunded`,
    failed: 'Failed to refund transaction',
  });
  const print = async (refunded: Transaction, refund: Refund) => {
    const openDrawer = refund.payouts.some(({ method, amount }) => method === 'cash' && amount > 0);
    try {
      const slip = await paperOf(refunded, refund, staffName);
      await printSlip(slip, { openDrawer, key: `refund-${refund.id}` });
    } catch (error) {
      const words = wordsFor(error, 'Refund not printed');
      notify.warning(words.title, words.body);
    }
  };
  const refund = async (body: RefundForm): Promise<boolean> => {
    const answer = await run({ params: { transactionId: transaction.id }, body });
    if (answer && hasTill) void print(answer.transaction, answer.refund);
    return answer !== null;
  };
  return { busy, refund };
}
