import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { countText } from '#domain/count-text.ts';
import { formatMoney } from '#domain/money.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';

const pesos = (amount: number) => formatMoney(amount, 'purchasing');

/** The cost of an order; of one that was ended, of what came of it. */
function Cost({ order, amount }: { order: PurchaseOrder; amount: number }) {
  const { closed, received_amount: came = 0 } = order;
  return (
    <FigureCard
      label={closed ? 'Total received' : 'Total'}
      figure={<MoneyText amount={closed ? came : amount} surface="purchasing" />}
      foot={closed ? `Of ${pesos(amount)} ordered` : 'Cost of all that was ordered'}
    />
  );
}

function receivedText(order: PurchaseOrder): string {
  const remaining = order.items.reduce((sum, item) => sum + item.remaining_quantity, 0);
  if (remaining > 0) return `${countText(remaining)} to come`;
  const givenUp = order.total_quantity_ordered - order.total_quantity_received;
  return order.closed ? `${countText(givenUp)} given up` : 'Nothing is to come';
}

/** Returns where the codes went that the history has more of. */
function codesText({ qr_codes_count: count, history }: PurchaseOrder): string {
  const made = history
    .filter(({ kind }) => kind === 'codes_generated')
    .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  return made > count
    ? `${countText(made)} made, ${countText(made - count)} voided or deleted`
    : 'Generated for this order';
}

/** The order's totals and its receiving progress. */
export function OrderFigureCards({ order }: { order: PurchaseOrder }) {
  return (
    <FigureRow>
      {order.total_amount === undefined ? null : <Cost order={order} amount={order.total_amount} />}
      <FigureCard label="Ordered" figure={countText(order.total_quantity_ordered)} foot="Units" />
      <FigureCard
        label="Received"
        figure={countText(order.total_quantity_received)}
        foot={receivedText(order)}
      />
      <FigureCard label="QR codes" figure={countText(order.qr_codes_count)} foot={codesText(order)} />
    </FigureRow>
  );
}
