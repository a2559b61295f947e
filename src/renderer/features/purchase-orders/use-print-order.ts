import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { orderHtml } from '#domain/order-document.ts';
import { api } from '#renderer/lib/api.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { openPagePrint } from '#renderer/lib/print-document.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Opens the print dialog with the order document on A4. */
export function usePrintOrder() {
  const notify = useNotify();
  return async ({ id, transaction_number }: Pick<PurchaseOrder, 'id' | 'transaction_number'>) => {
    try {
      const document = await api.purchaseOrders.paper({ params: { orderId: id } });
      openPagePrint(orderHtml(document), transaction_number);
    } catch (error) {
      const { title, body } = errorTextFor(error, 'Failed to print purchase order');
      notify.error(title, body);
    }
  };
}
