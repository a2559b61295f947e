import { notHeldText } from '#domain/payments.ts';
import type { Centavos, MoneySurface } from '#domain/money.ts';
import { useMoneyText } from './money-text.tsx';
import { CellLine } from './table-text.tsx';

type SaleMoney = {
  balance_due: Centavos;
  pending_amount: Centavos;
  /** Of a draft. */
  paid_amount?: Centavos;
  items_count?: number;
  items_not_held?: number;
  refunded_amount: Centavos;
  owed_back?: Centavos;
};

/** Below a sale's total in a list: what was paid on a draft, what is due or to be given back, pending payments, or refunds. */
export function SaleMoneyLines({ sale, surface }: { sale: SaleMoney; surface: MoneySurface }) {
  const asText = useMoneyText(surface);
  const { balance_due: due, pending_amount: pending, refunded_amount: refunded } = sale;
  const {
    owed_back: owed = 0,
    paid_amount: paid = 0,
    items_count: items = 0,
    items_not_held: notHeld = 0,
  } = sale;
  const gone = notHeldText({ items, notHeld });
  const isOpen = due > 0 || pending > 0 || owed > 0;
  return (
    <>
      {paid > 0 ? (
        <CellLine {...(gone ? { tone: 'danger' as const } : {})}>{`${asText(paid)} paid${gone}`}</CellLine>
      ) : null}
      {due > 0 ? <CellLine tone="danger">{asText(due)} due</CellLine> : null}
      {owed > 0 ? <CellLine tone="danger">{asText(owed)} to give back</CellLine> : null}
      {pending > 0 ? (
        <CellLine tone="waiting">{`${asText(pending)} pending${paid > 0 ? '' : gone}`}</CellLine>
      ) : null}
      {refunded > 0 && !isOpen ? <CellLine>{asText(refunded)} refunded</CellLine> : null}
    </>
  );
}
