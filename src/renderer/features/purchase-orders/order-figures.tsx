import { useQuery } from '@tanstack/react-query';
import { purchaseOrders } from '#contract/purchase-orders.ts';
import { read } from '#renderer/lib/read.ts';
import { CountLine } from '#renderer/ui/count-line.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { states } from '#renderer/ui/state-badge.tsx';

const colors = { pending: '#3F7AC2', partial: '#D9A800', complete: '#2F8A5B' } as const;

/** Figures of a store's orders, and of what is still to be received. */
export function OrderFigures({ storeId, seesCosts }: { storeId: number; seesCosts: boolean }) {
  const { data, isError } = useQuery(read(purchaseOrders.summary, { query: { store_id: storeId } }));
  if (isError) return null;
  const amount = data?.amount_to_come;
  return (
    <CountLine
      label="Orders by status"
      counts={[
        ...(['pending', 'partial', 'complete'] as const).map((status) => ({
          label: states.order[status].label,
          count: data?.[status],
          color: colors[status],
        })),
        { label: 'Units to come', count: data?.units_to_come },
        ...((data ? amount === undefined : !seesCosts)
          ? []
          : [
              {
                label: 'Amount to come',
                count: amount === undefined ? undefined : <MoneyText amount={amount} surface="purchasing" />,
              },
            ]),
      ]}
    />
  );
}
