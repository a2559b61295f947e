import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { receiving } from '#contract/receiving.ts';
import { read } from '#renderer/lib/read.ts';

/** Asks for an order's receipts and announced units anew whenever the order tells that something happened to it. */
export function useFreshArrivals({ id, total_quantity_received, history }: PurchaseOrder): void {
  const queryClient = useQueryClient();
  const happened = `${total_quantity_received} ${history.length}`;
  const seen = useRef(happened);
  useEffect(() => {
    if (seen.current === happened) return;
    seen.current = happened;
    const given = { params: { orderId: id } };
    for (const { queryKey } of [read(receiving.receipts, given), read(receiving.expected, given)]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [queryClient, id, happened]);
}
