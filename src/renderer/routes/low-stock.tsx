import {
  ArrowDownload20Regular,
  CheckboxChecked20Regular,
  CheckmarkCircle24Regular,
  ClipboardTaskListLtr20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { LowStockFilters as Filters } from '#contract/low-stock.ts';
import { useReadableStores } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import {
  lowStockColumns,
  lowStockName,
  lowStockPage,
} from '#renderer/features/low-stock/low-stock-columns.tsx';
import { LowStockFilters } from '#renderer/features/low-stock/low-stock-filters.tsx';
import { api } from '#renderer/lib/api.ts';
import { withoutPlace } from '#renderer/lib/list-address.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { lists } from './lists.ts';

const NONE: ReadonlySet<number> = new Set();

/** /inventory/low-stock: products of a store below their reorder point. */
export function LowStockPage() {
  const { store, stores, may, mayAt } = useSignedIn();
  const readable = useReadableStores();
  const navigate = useNavigate();
  const list = useList(...lists.lowStock);
  const download = useFileExport('low stock', (query: Filters) => api.inventory.exportLowStock({ query }));
  const shown = readable.find(({ id }) => id === list.query.store_id) ?? store;
  const [ticks, setTicks] = useState({ storeId: shown.id, ids: NONE });
  // What is ticked is ordered for the store that is shown.
  const ticked = ticks.storeId === shown.id ? ticks.ids : NONE;
  const tick = (ids: readonly number[], isTicked: boolean) => {
    const others = [...ticked].filter((id) => !ids.includes(id));
    setTicks({ storeId: shown.id, ids: new Set(isTicked ? [...others, ...ids] : others) });
  };
  const orders = mayAt(shown.id, 'inventory.create');
  const orderPath = `/purchase-orders/create?${new URLSearchParams({
    from: 'low-stock',
    ...(list.query.store_id ? { store_id: String(list.query.store_id) } : {}),
    variation_ids: [...ticked].join(','),
  })}`;
  const onPage = list.page?.data.map(({ id }) => id) ?? [];
  const isAllTicked = onPage.length > 0 && onPage.every((id) => ticked.has(id));
  return (
    <ListScreen
      title="Low Stock"
      line={`Below the reorder point at ${shown.name}. A default is the product type’s.${orders ? ' Tick what to order.' : ''}`}
      actions={{
        secondary: [
          orders && {
            label: isAllTicked ? 'Untick all on this page' : 'Tick all on this page',
            icon: <CheckboxChecked20Regular />,
            disabled: onPage.length === 0,
            onClick: () => tick(onPage, !isAllTicked),
          },
          {
            label: 'Export',
            icon: <ArrowDownload20Regular />,
            busy: download.busy,
            disabled: !list.page || list.page.total === 0,
            onClick: () => void download.run(withoutPlace(list.query)),
          },
        ],
        primary: orders && {
          label:
            ticked.size === 0
              ? 'Create orders'
              : `Order ${ticked.size === 1 ? '1 product' : `${ticked.size} products`}`,
          icon: <ClipboardTaskListLtr20Regular />,
          disabledReason: ticked.size === 0 ? 'Tick the products to order first' : null,
          onClick: () => ticked.size > 0 && void navigate(orderPath),
        },
      }}
      list={list}
      filters={<LowStockFilters list={list} others={stores.filter(({ id }) => id !== store.id)} />}
      columns={lowStockColumns(
        list.linkState,
        may('products.edit'),
        orders ? { ticked, onTick: (id, isTicked) => tick([id], isTicked) } : null,
      )}
      nameOf={lowStockName}
      empty={{
        icon: <CheckmarkCircle24Regular />,
        title: shown.is_active ? 'Nothing is low on stock' : `${shown.name} is inactive`,
        text: shown.is_active
          ? `What ${shown.name} runs short of shows here. Product types say how many there should be, a product’s page each store’s own number.`
          : 'Nothing is ordered for it any more, so nothing runs short there.',
      }}
      notFound={{ text: 'Check the name, SKU or barcode, or widen the filters.' }}
      onOpen={(row) => void navigate(lowStockPage(row), { state: list.linkState })}
    />
  );
}
