import { payoutsOfVoid } from '#domain/refunds.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { api } from '#renderer/lib/api.ts';
import type { ActText } from '#renderer/lib/kept-acts-context.ts';
import { useTradeInSlip } from '#renderer/features/inventory/use-trade-in-slip.ts';
import { refundDocument, voidDocument } from '#renderer/features/transactions/money-back-document.ts';
import { useMoneyBackSlip } from '#renderer/features/transactions/use-money-back-slip.ts';

type DoneAct = Pick<ActText, 'slip' | 'to'> & { id: number | null };

/** Prints the slips of changes that are known to be done only now; `id` is of what they made. Cash opens the drawer. */
export function useLateSlips() {
  const { staff } = useSignedIn();
  const printMoneyBack = useMoneyBackSlip();
  const printTradeIn = useTradeInSlip();
  const printTradedUnit = async (unitId: number) => {
    const query = { inventory_item_id: unitId, per_page: 1 };
    const [traded] = (await api.tradeIns.list({ query })).data;
    if (traded) await printTradeIn(traded);
  };
  const printVoid = async (saleId: number) => {
    const sale = await api.transactions.get({ params: { transactionId: saleId } });
    const payouts = payoutsOfVoid(sale.payments, sale.change_due, sale.void_rounding);
    await printMoneyBack({
      key: `void-${sale.id}`,
      payouts,
      document: () => voidDocument(sale, payouts, staff.name),
      failed: 'Void not printed',
    });
  };
  const printRefund = async (saleId: number, refundId: number) => {
    const sale = await api.transactions.get({ params: { transactionId: saleId } });
    const refund = sale.refunds.find(({ id }) => id === refundId);
    if (!refund) return;
    await printMoneyBack({
      key: `refund-${refund.id}`,
      payouts: refund.payouts,
      document: () => refundDocument(sale, refund, refund.refunded_by.name),
      failed: 'Refund not printed',
    });
  };
  return async ({ slip, to, id }: DoneAct): Promise<void> => {
    if (slip === null || id === null) return;
    const saleId = Number(to.split('/').at(-1));
    if (slip === 'trade-in') await printTradedUnit(id);
    else if (slip === 'void') await printVoid(saleId);
    else await printRefund(saleId, id);
  };
}
