import { BarcodeScanner24Regular } from '@fluentui/react-icons';
import type { SupplierReturnItem } from '#contract/supplier-returns.ts';
import { unitLabel } from '#domain/transfers.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { CodesCell, ProductCell } from '#renderer/ui/unit-cells.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';

type ReturnedUnitsProps = {
  items: readonly SupplierReturnItem[];
  timeZone: Zones;
  seesCosts: boolean;
  /** Units scanned or ticked to be received again; null for people who may not receive them. */
  picked: ReadonlySet<number> | null;
  onPick: (unitId: number, isPicked: boolean) => void;
  /** Returns a unit's page; null for people who may not view units. */
  pageOf: ((unitId: number) => string) | null;
};

function StateCell({ item, timeZone }: { item: SupplierReturnItem; timeZone: Zones }) {
  if (item.came_back_at === null) return <MutedText>With the supplier</MutedText>;
  if (item.never_left !== null)
    return (
      <>
        <MutedText>Never left</MutedText>
        <CellLine>{item.never_left}</CellLine>
      </>
    );
  const at = formatInstant(item.came_back_at, timeZone);
  return (
    <>
      <StateBadge of="unit" state={item.came_back_as ?? 'available'} />
      <CellLine>{[`Back ${at}`, item.came_back_by?.name].filter(Boolean).join(', ')}</CellLine>
    </>
  );
}

function columnsOf(props: ReturnedUnitsProps): Column<SupplierReturnItem>[] {
  const { timeZone, seesCosts, picked, onPick, pageOf } = props;
  const tick: Column<SupplierReturnItem> = {
    key: 'pick',
    head: 'Came back',
    headHidden: true,
    width: '48px',
    cell: (item) =>
      item.came_back_at === null ? (
        <Checkbox
          label={<VisuallyHidden>{unitLabel(item)} came back</VisuallyHidden>}
          checked={picked?.has(item.inventory_item_id) ?? false}
          onChange={(event) => onPick(item.inventory_item_id, event.target.checked)}
        />
      ) : null,
  };
  const cost: Column<SupplierReturnItem> = {
    key: 'cost',
    head: 'Cost',
    spare: 1,
    width: 'content',
    align: 'end',
    cell: ({ purchase_cost }) =>
      purchase_cost === undefined || purchase_cost === null ? (
        <MutedText>–</MutedText>
      ) : (
        <MoneyText amount={purchase_cost} surface="purchasing" />
      ),
  };
  return [
    ...(picked ? [tick] : []),
    {
      key: 'product',
      head: 'Product',
      cell: (item) => <ProductCell unit={item} to={pageOf?.(item.inventory_item_id) ?? null} />,
    },
    {
      key: 'codes',
      phone: 'line',
      head: 'IMEI or serial number',
      width: 'content',
      cell: (item) => <CodesCell unit={item} />,
    },
    ...(seesCosts ? [cost] : []),
    {
      key: 'state',
      head: 'Status',
      least: 160,
      cell: (item) => <StateCell item={item} timeZone={timeZone} />,
    },
  ];
}

/** The units of a return, in the order of their scans. */
export function ReturnedUnits(props: ReturnedUnitsProps) {
  return (
    <DataTable
      label="Units"
      columns={columnsOf(props)}
      rows={props.items}
      rowKey={(item) => item.inventory_item_id}
      instead={
        props.items.length === 0 ? (
          <EmptyState compact icon={<BarcodeScanner24Regular />} title="No units" />
        ) : null
      }
    />
  );
}
