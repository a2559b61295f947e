import {
  Add20Regular,
  ArrowDownload20Regular,
  ArrowSwap20Regular,
  Box24Regular,
  Edit20Regular,
  Money20Regular,
  Open20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { inventory, type InventoryUnit, type UnitFilters as Filters } from '#contract/inventory.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useUnitLabels } from '#renderer/app/unit-labels.ts';
import { PriceUnitsDialog } from '#renderer/features/inventory/price-units-dialog.tsx';
import { StockBar } from '#renderer/features/inventory/stock-bar.tsx';
import { mayChange, useUnitActions } from '#renderer/features/inventory/unit-actions.tsx';
import { unitColumns } from '#renderer/features/inventory/unit-columns.tsx';
import { UnitFilters } from '#renderer/features/inventory/unit-filters.tsx';
import { unitNameText } from '#renderer/features/inventory/unit-text.ts';
import { api } from '#renderer/lib/api.ts';
import { withoutPlace } from '#renderer/lib/list-address.ts';
import { read } from '#renderer/lib/read.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { useLabelPrinting } from '#renderer/lib/use-label-printing.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** /inventory: the store's units, filtered by the address. */
export function InventoryPage() {
  const { store, may, mayHere } = useSignedIn();
  const labelFor = useUnitLabels();
  const printLabels = useLabelPrinting();
  const navigate = useNavigate();
  const list = useList(...lists.inventory);
  const summary = useQuery(read(inventory.summary));
  const { actionsFor: moreFor, dialog } = useUnitActions(may, { mayBegin: mayHere });
  const download = useFileExport('inventory', (query: Filters) => api.inventory.export({ query }));
  const { change } = list;
  const [isPricing, setPricing] = useState(false);
  const unpriced = list.page?.data.filter(({ prices }) => prices === null) ?? [];
  // Every scan here searches.
  useEffect(() => takeScans((code) => change({ search: normaliseCode(code) })), [change]);

  const goTo = (path: string) => () => void navigate(path, { state: list.linkState });
  const actionsFor = (unit: InventoryUnit): RowAction[] => [
    { label: 'View', icon: <Open20Regular />, onClick: goTo(`/inventory/${unit.id}`) },
    ...(mayChange(unit, mayHere)
      ? [{ label: 'Edit', icon: <Edit20Regular />, onClick: goTo(`/inventory/${unit.id}/edit`) }]
      : []),
    {
      label: 'Print label',
      icon: <Print20Regular />,
      onClick: () => void printLabels([labelFor(unit, unit.store.id)]),
    },
    ...moreFor(unit),
  ];
  const add: Action | null = mayHere('inventory.create')
    ? { label: 'Add Item', icon: <Add20Regular />, onClick: goTo('/inventory/create') }
    : null;
  return (
    <ListScreen
      title="Inventory"
      line={`Every unit at ${store.name}, one row each.`}
      actions={{
        secondary: [
          may('products.edit') &&
            list.query.without_price === true && {
              label: 'Set Prices',
              icon: <Money20Regular />,
              disabledReason: unpriced.length === 0 ? 'Every used unit here has a price' : null,
              onClick: () => setPricing(true),
            },
          mayHere('inventory.create') && {
            label: 'Trade In',
            icon: <ArrowSwap20Regular />,
            onClick: goTo('/inventory/trade-in'),
          },
        ],
        more: [
          {
            label: 'Export',
            icon: <ArrowDownload20Regular />,
            busy: download.busy,
            disabled: !list.page,
            disabledReason: list.page?.total === 0 ? 'There is nothing to export' : null,
            onClick: () => void download.run(withoutPlace(list.query)),
          },
        ],
        primary: add,
      }}
      above={<StockBar summary={summary.data} />}
      list={list}
      filters={
        <UnitFilters
          list={list}
          imeiTwice={may('inventory.edit') ? (summary.data?.imei_twice ?? 0) : 0}
          withoutPrice={summary.data?.without_price ?? 0}
        />
      }
      columns={unitColumns(zonesOf(store))}
      nameOf={unitNameText}
      pageOf={(unit) => `/inventory/${unit.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <Box24Regular />,
        title: 'No items yet',
        text: 'What comes into this store shows here, one row for each unit.',
        action: add && <ActionButton action={add} />,
      }}
      notFound={{ text: 'Check the number, or widen the filters. Find a Unit looks in every store.' }}
    >
      {dialog}
      {isPricing ? <PriceUnitsDialog units={unpriced} onClose={() => setPricing(false)} /> : null}
    </ListScreen>
  );
}
