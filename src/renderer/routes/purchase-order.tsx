import { ClipboardTaskListLtr24Regular } from '@fluentui/react-icons';
import { useNavigate, useLocation } from 'react-router';
import { purchaseOrders, type PurchaseOrder } from '#contract/purchase-orders.ts';
import type { Permission } from '#domain/permissions.ts';
import { useZonesOf } from '#renderer/app/inactive-stores.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { OrderAbout } from '#renderer/features/purchase-orders/order-history.tsx';
import { useOrderDialogs } from '#renderer/features/purchase-orders/order-dialogs.tsx';
import { OrderFigureCards } from '#renderer/features/purchase-orders/order-figure-cards.tsx';
import { OrderHeader } from '#renderer/features/purchase-orders/order-header.tsx';
import { OrderItems } from '#renderer/features/purchase-orders/order-items.tsx';
import { usePrintOrder } from '#renderer/features/purchase-orders/use-print-order.ts';
import { useGenerateCodes } from '#renderer/features/qr-codes/generate-dialog.tsx';
import { OpenReceipts } from '#renderer/features/receiving/open-receipts.tsx';
import { OrderArrivals } from '#renderer/features/receiving/order-arrivals.tsx';
import { useFreshArrivals } from '#renderer/features/receiving/use-fresh-arrivals.ts';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useCopying } from '#renderer/lib/use-copying.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/** Milliseconds between updates: others receive meanwhile. */
const OTHERS_SCAN = 15_000;

/** /purchase-orders/:orderId: an order's items, receiving progress and history. */
export function PurchaseOrderPage() {
  const back = { to: useBackToList('/purchase-orders'), label: 'Purchase Orders' };
  const query = useAddressed('orderId', (orderId) => read(purchaseOrders.get, { params: { orderId } }), {
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'complete' ? OTHERS_SCAN : false),
  });
  return (
    <Loaded
      back={back}
      query={query}
      noun="purchase order"
      missing={{
        icon: <ClipboardTaskListLtr24Regular />,
        text: 'It does not exist, or belongs to a store that is not yours.',
      }}
      skeleton={
        <>
          <Skeleton height={106} />
          <Skeleton height={320} />
        </>
      }
    >
      {(order) => <OrderDetail key={order.id} order={order} back={back} />}
    </Loaded>
  );
}

function OrderDetail({ order, back }: { order: PurchaseOrder; back: BackTo }) {
  const { staff, may, mayAt } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const copy = useCopying();
  useFreshArrivals(order);
  const print = usePrintOrder();
  const seesCosts = may('costs.view');
  const { ask, dialog } = useOrderDialogs(order, seesCosts);
  const codes = useGenerateCodes(order);
  const timeZone = useZonesOf()(order.store.id);
  // An inactive store neither orders nor receives.
  const mayThere = (permission: Permission) => mayAt(order.store.id, permission);
  const isOpen = order.status !== 'complete';
  const changes = isOpen && mayThere('purchase_orders.update');
  // Also at an inactive store, where nothing more of it comes.
  const isTheirs = staff.store_ids.includes(order.store.id);
  const ends = isTheirs && isOpen && may('purchase_orders.update');
  const receives = isOpen && mayThere('inventory.update');
  return (
    <Page>
      <OrderHeader
        order={order}
        back={back}
        timeZone={timeZone}
        seesCosts={seesCosts}
        onPrint={() => void print(order)}
        onEmail={mayThere('inventory.create') ? () => ask({ what: 'email' }) : null}
        onEnd={ends ? () => ask({ what: order.total_quantity_received === 0 ? 'cancel' : 'close' }) : null}
        onReceive={receives ? () => void navigate(`/purchase-orders/${order.id}/receive`, { state }) : null}
        onCopy={() => void copy(order.transaction_number)}
        generate={!order.closed?.is_cancelled && mayThere('inventory.create') ? codes.action : null}
      />
      <OtherStoreBanner noun="order" stores={[order.store]} />
      {isOpen && isTheirs && !may('inventory.update') ? (
        <Banner>To receive items, your role needs “Receive goods”. An admin can grant it.</Banner>
      ) : null}
      <OpenReceipts order={order} receipts={order.open_receipts} staffId={staff.id} timeZone={timeZone} />
      <OrderFigureCards order={order} />
      <OrderItems
        order={order}
        seesCosts={seesCosts}
        isLinked={may('products.view')}
        changes={
          changes
            ? {
                onAdd: () => ask({ what: 'add' }),
                onEdit: (item) => ask({ what: 'edit', item }),
                onRemove: (item) => ask({ what: 'remove', item }),
              }
            : null
        }
      />
      <OrderArrivals
        order={order}
        timeZone={timeZone}
        mayAnnounce={isOpen && (mayThere('inventory.update') || mayThere('inventory.create'))}
      />
      <OrderAbout order={order} timeZone={timeZone} />
      {dialog}
      {codes.dialog}
    </Page>
  );
}
