import type { ReactNode } from 'react';
import type { InventoryUnit } from '#contract/inventory.ts';
import type { TradeIn } from '#contract/trade-ins.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import type { Tender } from '#domain/payments.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import type { ActText } from '#renderer/lib/kept-acts-context.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { paidOutText, partsOf, type TradeInTerms } from './trade-in-money.tsx';

/** What the signed-in person may do and see about a trade-in. */
export type TradingRights = {
  takesIn: boolean;
  movesCash: boolean;
  customers: boolean;
  pricing: boolean;
};

/** Of both kinds of trade-in: the page's header, its terms, and what follows. */
export type TradingProps = {
  header: ReactNode;
  terms: TradeInTerms;
  rights: TradingRights;
  onDone: (unit: InventoryUnit & { trade_in: TradeIn | null }) => void;
  onCancel: () => void;
};

type Sent = { amount: Centavos; payout?: { method: Tender } | null | undefined };
type Asked = { what: string; targetId?: number };

/** How a trade-in is told of whose answer was lost: what it pays of its draft, and what is handed over. */
export function keptTradeIn(
  unit: string,
  { amount = 0, payout }: Partial<Sent>,
  terms: TradeInTerms,
): ActText {
  const { paidOut, inSale } = partsOf(amount, payout?.method, terms);
  const paid = inSale > 0 ? [`It pays ${formatMoney(inSale, 'payment')} of the sale.`] : [];
  const handed = paidOut > 0 ? [`Hand over ${paidOutText(paidOut, payout?.method)}.`] : [];
  return {
    what: `Trade-in of ${unit}`,
    then: [...paid, ...handed].join(' '),
    to: terms.draft ? `/pos/${terms.draft.id}` : '/inventory/:id',
    slip: 'trade-in',
    draft_id: terms.draft?.id,
  };
}

/** Adds what a trade-in knows of its draft, and asks a manager where the person may not do it alone. */
export function useTradingIn(terms: TradeInTerms, { takesIn, movesCash }: TradingRights) {
  const { ask, dialog } = useApproval('trade_in');
  /** Returns what to send; null if the person went back. */
  const complete = async <B extends Sent>(
    body: B,
    { what, targetId }: Asked,
  ): Promise<{ body: B; approved: Approved } | null> => {
    const { draft } = terms;
    const { paidOut, rounding } = partsOf(body.amount, body.payout?.method, terms);
    const isAlone = takesIn && (paidOut === 0 || movesCash);
    const facts = [
      { label: 'Item', value: what },
      { label: 'Agreed amount', value: formatMoney(body.amount, 'payment') },
      ...(rounding > 0 ? [{ label: 'Cash rounding', value: formatMoney(rounding, 'payment') }] : []),
      ...(paidOut > 0 ? [{ label: 'Paid out', value: paidOutText(paidOut, body.payout?.method) }] : []),
    ];
    const approved = isAlone ? {} : await ask({ targetId, amount: body.amount, what: facts });
    if (!approved) return null;
    const { id: transaction_id, version, known_payments } = draft ?? {};
    const known = draft ? { transaction_id, version, known_payments } : {};
    return { body: { ...body, ...known, payout: paidOut > 0 ? body.payout : null }, approved };
  };
  return { complete, dialog };
}
