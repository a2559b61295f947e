import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';

const counted = (count: number) => count.toLocaleString('en-PH');

/** The order's totals and its receiving progress. */
export function OrderFigureCards({ order }: { order: PurchaseOrder }) {
  const remaining = order.items.reduce((sum, item) => sum + item.remaining_quantity, 0);
  return (
    <FigureRow>
      {order.total_amount === undefined ? null : (
        <FigureCard
          label="Total"
          figure={<MoneyText amount={order.total_amount} surface="purchasing" />}
          foot="Cost of all that was ordered"
        />
      )}
      <FigureCard label="Ordered" figure={counted(order.total_quantity_ordered)} foot="Units" />
      <FigureCard
        label="Received"
        figure={counted(order.total_quantity_received)}
        foot={remaining === 0 ? 'Nothing is to come' : `${counted(remaining)} to come`}
      />
      <FigureCard label="QR codes" figure={counted(order.qr_codes_count)} foot="Made for this order" />
    </FigureRow>
  );
}
