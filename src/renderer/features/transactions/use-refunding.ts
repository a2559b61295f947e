import type { RouteInput } from '#contract/define-route.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { refundPaper } from './money-back-paper.ts';
import { handBackWords } from './money-back-words.ts';
import type { PrintMoneyBack } from './use-money-back-slip.ts';

type RefundForm = RouteInput<typeof transactions.refund>['body'];

export type TakingBack = {
  transaction: Transaction;
  /** This till has a printer and a drawer of its own: money that goes back leaves a slip, cash opens the drawer. */
  hasTill: boolean;
  /** Who signs the slip. */
  staffName: string;
  onDone: () => void;
  /** Lives longer than the dialog: a printer may answer after it is closed. */
  printSlip: PrintMoneyBack;
};

/** Refunds units of a sale, and says what to hand back. */
export function useRefunding({ transaction, hasTill, staffName, onDone, printSlip }: TakingBack) {
  const { busy, run } = useChange(transactions.refund, {
    done: ({ refund }) => ({
      title: `${formatMoney(refund.amount, 'transaction')} refunded`,
      body: handBackWords(refund.payouts) ?? undefined,
    }),
    failed: 'Failed to refund transaction',
  });
  const refund = async (body: RefundForm): Promise<boolean> => {
    const answer = await run({ params: { transactionId: transaction.id }, body });
    if (answer === null) return false;
    onDone();
    if (hasTill) {
      void printSlip({
        key: `refund-${answer.refund.id}`,
        payouts: answer.refund.payouts,
        paper: () => refundPaper(answer.transaction, answer.refund, staffName),
        failed: 'Refund not printed',
      });
    }
    return true;
  };
  return { busy, refund };
}
