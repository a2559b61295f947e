import { payoutsOfVoid } from '#domain/refunds.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { api } from '#renderer/lib/api.ts';
import type { ActText } from '#renderer/lib/kept-acts-context.ts';
import { useTradeInSlip } from '#renderer/features/inventory/use-trade-in-slip.ts';
import { refundDocument, voidDocument } from '#renderer/features/transactions/money-back-document.ts';
import { useMoneyBackSlip } from '#renderer/features/transactions/use-money-back-slip.ts';

/** Prints the slips of changes that are known to be done only now, by the number in their page's address; cash opens the drawer. */
export function useLateSlips() {
  const { staff } = useSignedIn();
  const printMoneyBack = useMoneyBackSlip();
  const printTradeIn = useTradeInSlip();
  return async ({ slip, to }: Pick<ActText, 'slip' | 'to'>): Promise<void> => {
    const id = Number(to.split('/').at(-1));
    if (slip === 'trade-in') {
      const [traded] = (await api.tradeIns.list({ query: { inventory_item_id: id, per_page: 1 } })).data;
      if (traded) await printTradeIn(traded);
    } else if (slip !== null) {
      const sale = await api.transactions.get({ params: { transactionId: id } });
      const refund = slip === 'refund' ? sale.refunds.at(-1) : undefined;
      const payouts = refund?.payouts ?? payoutsOfVoid(sale.payments, sale.change_due, sale.void_rounding);
      await printMoneyBack({
        key: refund ? `refund-${refund.id}` : `void-${sale.id}`,
        payouts,
        document: () =>
          refund ? refundDocument(sale, refund, staff.name) : voidDocument(sale, payouts, staff.name),
        failed: refund ? 'Refund not printed' : 'Void not printed',
      });
    }
  };
}
