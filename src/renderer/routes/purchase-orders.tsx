import {
  Add20Regular,
  ClipboardTaskListLtr24Regular,
  Copy20Regular,
  Open20Regular,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { zonesOf } from '#domain/store-time.ts';
import { storeChoice, useReadableStores } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { orderColumns } from '#renderer/features/purchase-orders/order-columns.tsx';
import { OrderFigures } from '#renderer/features/purchase-orders/order-figures.tsx';
import { OrderFilters } from '#renderer/features/purchase-orders/order-filters.tsx';
import { useCopying } from '#renderer/lib/use-copying.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import { NARROW_WINDOW, ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { lists } from './lists.ts';

/** /purchase-orders: a store's orders to suppliers, filtered by the address. */
export function PurchaseOrdersPage() {
  const { store, may } = useSignedIn();
  const stores = useReadableStores();
  const navigate = useNavigate();
  const copy = useCopying();
  const isNarrow = useMedia(NARROW_WINDOW);
  const isCard = useMedia(ONE_PANE);
  const list = useList(...lists.purchaseOrders);
  const shown = stores.find(({ id }) => id === list.query.store_id) ?? store;
  const today = useToday(zonesOf(shown));
  const create: Action | null = may('inventory.create')
    ? {
        label: 'Create Purchase Order',
        icon: <Add20Regular />,
        onClick: () => void navigate('/purchase-orders/create', { state: list.linkState }),
      }
    : null;
  return (
    <ListScreen
      title="Purchase Orders"
      line={`What ${shown.name} ordered from suppliers, and what of it is to come.`}
      actions={{ primary: create }}
      above={list.error ? null : <OrderFigures storeId={shown.id} seesCosts={may('costs.view')} />}
      list={list}
      filters={
        <OrderFilters
          list={list}
          today={today}
          others={stores.filter(({ id }) => id !== store.id).map(storeChoice)}
        />
      }
      columns={orderColumns({ timeZone: zonesOf(shown), seesCosts: may('costs.view'), isNarrow, isCard })}
      nameOf={(row) => row.transaction_number}
      pageOf={(row) => `/purchase-orders/${row.id}`}
      actionsFor={(row) => [
        {
          label: 'View',
          icon: <Open20Regular />,
          onClick: () => void navigate(`/purchase-orders/${row.id}`, { state: list.linkState }),
        },
        {
          label: 'Copy order number',
          icon: <Copy20Regular />,
          onClick: () => void copy(row.transaction_number),
        },
      ]}
      empty={{
        icon: <ClipboardTaskListLtr24Regular />,
        title: 'No purchase orders yet',
        text: create
          ? 'Order from a supplier, and receive what comes against the order.'
          : `What ${shown.name} orders from suppliers shows here.`,
        action: create && <ActionButton action={create} />,
      }}
      notFound={{ text: 'Check the number or the supplier, or widen the dates.' }}
    />
  );
}
