import { ClipboardCheckmark24Regular } from '@fluentui/react-icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CountDifference, CountScan } from '#contract/counts.ts';
import { settlementWords, type Settlement } from '#domain/counts.ts';
import { formatInstant } from '#domain/store-time.ts';
import type { Page } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable, type ListPageState } from '#renderer/ui/list-table.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { unitCode, unitName, whereItShouldBe } from './count-words.ts';

/** What a scan and a difference have in common. */
type Counted = Pick<CountScan | CountDifference, 'code' | 'unit' | 'place' | 'counted_by' | 'counted_at'> & {
  settled?: Settlement | null;
};
type Row = Counted & { id: number };

const columnsOf = (timeZone: string): Column<Row>[] => [
  {
    key: 'unit',
    head: 'Product and code',
    cell: ({ unit, code }) => (
      <>
        {unit ? unitName(unit) : code}
        {unit ? <CellLine>{unitCode(unit)}</CellLine> : null}
      </>
    ),
  },
  {
    key: 'place',
    head: 'Where it should be',
    width: '30%',
    cell: ({ settled, ...row }) => (
      <>
        {whereItShouldBe(row) || '—'}
        {settled ? <CellLine>{settlementWords[settled]}</CellLine> : null}
      </>
    ),
  },
  {
    key: 'by',
    head: 'Scanned',
    width: '24%',
    cell: ({ counted_by, counted_at }) => (
      <>
        {counted_by?.name ?? 'Nobody'}
        {counted_at === null ? null : <CellLine>{formatInstant(counted_at, timeZone)}</CellLine>}
      </>
    ),
  },
];

/** How a page of a count's rows stands; rows of several kinds, told apart by their place. */
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
  label: string;
  /** What it says where there is nothing. */
  nothing: string;
  list: ListPageState<Row>;
  timeZone: string;
};

/** Units and codes of a count, scanned or missing. */
export function CountedTable({ label, nothing, list, timeZone }: CountedTableProps) {
  return (
    <ListTable
      bare
      label={label}
      list={list}
      columns={columnsOf(timeZone)}
      empty={{ icon: <ClipboardCheckmark24Regular />, title: nothing }}
    />
  );
}
