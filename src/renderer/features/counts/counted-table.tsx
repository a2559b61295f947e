import { ClipboardCheckmark24Regular } from '@fluentui/react-icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CountDifference, CountScan } from '#contract/counts.ts';
import { settlementText, type DifferenceKind, type Settlement } from '#domain/counts.ts';
import { depositText } from '#domain/payments.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import type { Page } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable, type ListPageState } from '#renderer/ui/list-table.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { ProductCell } from '#renderer/ui/unit-cells.tsx';
import { unitCode, unitName, whereItShouldBe } from './count-text.ts';

/** The fields that scans and differences share. */
type Counted = Pick<CountScan | CountDifference, 'code' | 'unit' | 'place' | 'counted_by' | 'counted_at'> & {
  settled?: Settlement | null;
  others_counted?: boolean;
  deposit?: CountDifference['deposit'];
};
type Row = Counted & { id: number };

/** The lists of units and codes. */
type CountedListName = 'found' | Exclude<DifferenceKind, 'quantities'>;

/** Tells what was paid for a unit on a draft. */
const Deposit = ({ deposit }: Pick<Counted, 'deposit'>) =>
  deposit ? <CellLine tone="danger">{depositText(deposit)}</CellLine> : null;

/** Links a unit to its page; plain text where `to` is null. */
function UnitLink({ to, children }: { to: string | null; children: string }) {
  return to === null ? children : <TextLink to={to}>{children}</TextLink>;
}

/** Returns a function that finds a unit's page; null where the unit is in a store that the reader does not work in. */
function useUnitPages() {
  const { staff, may } = useSignedIn();
  return ({ unit, place, settled }: Row) => {
    const isHere = place === null || settled === 'moved' || settled === 'brought_back';
    if (!unit || !may('inventory.view')) return null;
    return isHere || staff.store_ids.includes(place.store.id) ? `/inventory/${unit.inventory_item_id}` : null;
  };
}

type Shown = { isOpen: boolean; isSettled: boolean; timeZone: Zones; pageOf: (row: Row) => string | null };

/** The columns of what is missing, with the reason to look for it where a count is open. */
const missingColumns = ({ isOpen, pageOf }: Shown): Column<Row>[] => [
  {
    key: 'product',
    head: 'Product',
    cell: (row) => (
      <>
        {row.unit ? <ProductCell unit={row.unit} to={pageOf(row)} /> : null}
        <Deposit deposit={row.deposit} />
      </>
    ),
  },
  {
    key: 'codes',
    phone: 'line',
    head: 'IMEI, serial number or QR code',
    width: 'content',
    cell: ({ unit }) => unit && unitCode(unit),
  },
  ...(isOpen
    ? [
        {
          key: 'state',
          head: 'Status',
          width: 'content',
          cell: ({ others_counted }: Row) =>
            others_counted ? (
              <StatusBadge tone="red">Missing so far</StatusBadge>
            ) : (
              <MutedText>Not reached yet</MutedText>
            ),
        },
      ]
    : []),
];

const columnsOf = (kind: CountedListName, shown: Shown): Column<Row>[] => {
  const { isSettled, timeZone, pageOf } = shown;
  const unit: Column<Row> = {
    key: 'unit',
    head: kind === 'unknown' ? 'Code' : 'Product and code',
    cell: (row) => (
      <>
        {row.unit ? <UnitLink to={pageOf(row)}>{unitName(row.unit)}</UnitLink> : row.code}
        {row.unit ? <CellLine>{unitCode(row.unit)}</CellLine> : null}
        <Deposit deposit={row.deposit} />
      </>
    ),
  };
  const ending: Column<Row> = {
    key: 'ending',
    phone: 'line',
    head: kind === 'unexpected' ? 'Where it should be' : 'Closing',
    width: kind === 'missing' ? '160px' : '30%',
    cell: (row) => {
      const settled = row.settled ? settlementText[row.settled] : null;
      if (kind === 'missing') return settled;
      return (
        <>
          {whereItShouldBe(row)}
          {settled ? <CellLine>{settled}</CellLine> : null}
        </>
      );
    },
  };
  const scanned: Column<Row> = {
    key: 'by',
    head: 'Scanned',
    width: 'content',
    cell: ({ counted_by, counted_at }) => (
      <>
        {counted_by?.name ?? 'Not scanned'}
        {counted_at === null ? null : <CellLine>{formatInstant(counted_at, timeZone)}</CellLine>}
      </>
    ),
  };
  if (kind === 'missing') return isSettled ? [...missingColumns(shown), ending] : missingColumns(shown);
  return kind === 'unexpected' ? [unit, ending, scanned] : [unit, scanned];
};

/** Returns the list state of a page of a count; rows of several kinds get their place on the page as id. */
export function pageState<Of>(
  { data, error, isPlaceholderData, refetch }: UseQueryResult<Page<Of>>,
  turnTo: (page: number) => void,
): ListPageState<Of & { id: number }> {
  return {
    page: data && { ...data, data: data.data.map((row, id) => ({ ...row, id })) },
    isStale: isPlaceholderData,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    turnTo,
  };
}

type CountedTableProps = {
  kind: CountedListName;
  label: string;
  /** The text of an empty list. */
  nothing: string;
  list: ListPageState<Row>;
  timeZone: Zones;
  /** True while the count goes on. */
  isOpen: boolean;
};

/** Shows units and codes of a count, scanned or missing. */
export function CountedTable({ kind, label, nothing, list, timeZone, isOpen }: CountedTableProps) {
  const pageOf = useUnitPages();
  const isSettled = list.page?.data.some(({ settled }) => settled) ?? false;
  return (
    <ListTable
      bare
      label={label}
      list={list}
      columns={columnsOf(kind, { isOpen, isSettled, timeZone, pageOf })}
      empty={{ icon: <ClipboardCheckmark24Regular />, title: nothing }}
    />
  );
}
