import type { Centavos, MoneySurface } from '#domain/money.ts';
import { useMoneyText } from './money-text.tsx';
import { CellLine } from './table-text.tsx';

type SaleMoney = {
  balance_due: Centavos;
  pending_amount: Centavos;
  refunded_amount: Centavos;
  owed_back?: Centavos;
};

/** Below a sale's total in a list: what is due or to be given back, pending payments, or refunds. */
export function SaleMoneyLines({ sale, surface }: { sale: SaleMoney; surface: MoneySurface }) {
  const asText = useMoneyText(surface);
  const { balance_due: due, pending_amount: pending, refunded_amount: refunded, owed_back: owed = 0 } = sale;
  const isOpen = due > 0 || pending > 0 || owed > 0;
  return (
    <>
      {due > 0 ? <CellLine tone="danger">{asText(due)} due</CellLine> : null}
      {owed > 0 ? <CellLine tone="danger">{asText(owed)} to give back</CellLine> : null}
      {pending > 0 ? <CellLine tone="waiting">{asText(pending)} pending</CellLine> : null}
      {refunded > 0 && !isOpen ? <CellLine>{asText(refunded)} refunded</CellLine> : null}
    </>
  );
}
