import { useSignedIn } from '#renderer/app/session.tsx';
import { api } from '#renderer/lib/api.ts';
import type { ActText } from '#renderer/lib/kept-acts-context.ts';
import { useTradeInSlip } from '#renderer/features/inventory/use-trade-in-slip.ts';
import { slipOfRefund, slipOfVoid } from '#renderer/features/transactions/money-back-document.ts';
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
  const printMoneyBackOf = async (saleId: number, refundId: number | null) => {
    const sale = await api.transactions.get({ params: { transactionId: saleId } });
    const refund = sale.refunds.find(({ id }) => id === refundId);
    if (refundId === null) await printMoneyBack(slipOfVoid(sale, staff.name));
    else if (refund) await printMoneyBack(slipOfRefund(sale, refund, refund.refunded_by.name));
  };
  return async ({ slip, to, id }: DoneAct): Promise<void> => {
    if (slip === null || id === null) return;
    const saleId = Number(to.split('/').at(-1));
    if (slip === 'trade-in') await printTradedUnit(id);
    else await printMoneyBackOf(saleId, slip === 'refund' ? id : null);
  };
}
