import { ClipboardCheckmark24Regular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RouteInput } from '#contract/define-route.ts';
import { counts, type CountDifference, type CountScan } from '#contract/counts.ts';
import type { Settlement } from '#domain/counts.ts';
import { formatInstant } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import type { Page } from '#renderer/lib/use-list.ts';
import { Card } from '#renderer/ui/card.tsx';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable, type ListPageState } from '#renderer/ui/list-table.tsx';
import { TabList, tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { placeWords, unitCode, unitName } from './count-words.ts';

const PER_PAGE = 20;

type ScanKind = NonNullable<RouteInput<typeof counts.scans>['query']['kind']>;
type DifferenceKind = RouteInput<typeof counts.differences>['query']['kind'];

const scanTabs = [
  { value: 'found', label: 'Found' },
  { value: 'unexpected', label: 'Not expected' },
  { value: 'sold', label: 'Sold meanwhile' },
  { value: 'unknown', label: 'Unknown codes' },
] as const satisfies readonly { value: ScanKind; label: string }[];

const reportTabs = [
  { value: 'found', label: 'Found' },
  { value: 'missing', label: 'Missing' },
  { value: 'unexpected', label: 'Not expected' },
  { value: 'sold', label: 'Sold meanwhile' },
  { value: 'unknown', label: 'Unknown codes' },
  { value: 'quantities', label: 'Numbers' },
] as const satisfies readonly { value: 'found' | DifferenceKind; label: string }[];

const SETTLED: Record<Settlement, string> = {
  lost: 'Marked as lost',
  moved: 'Moved here',
  brought_back: 'Back in stock',
  none: 'No change',
};

/** What both kinds of lists have of a row; a number that was entered stands in the place of a unit. */
type Row = Omit<CountScan, 'outcome' | 'code' | 'counted_by' | 'counted_at'> &
  Partial<Pick<CountDifference, 'settled' | 'variation' | 'expected' | 'quantity'>> &
  Pick<CountDifference, 'code' | 'counted_by' | 'counted_at'>;
type KeyedRow = Row & { id: number };

const columnsOf = (timeZone: string): Column<KeyedRow>[] => [
  {
    key: 'unit',
    head: 'Product and code',
    cell: ({ unit, variation, code }) => (
      <>
        {unit ? unitName(unit) : variation ? `${variation.product_name}, ${variation.name}` : code}
        {unit ? <CellLine>{unitCode(unit)}</CellLine> : null}
      </>
    ),
  },
  {
    key: 'place',
    head: 'Difference',
    width: '30%',
    cell: ({ place, expected, quantity, settled }) => (
      <>
        {typeof quantity === 'number'
          ? `${quantity} counted, ${expected} in stock`
          : placeWords(place) || '—'}
        {settled ? <CellLine>{SETTLED[settled]}</CellLine> : null}
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

function stateOf(query: UseQueryResult<Page<Row>>, turnTo: (page: number) => void): ListPageState<KeyedRow> {
  const { data, error, isPlaceholderData, refetch } = query;
  return {
    // Rows of several kinds, told apart by their place.
    page: data && { ...data, data: data.data.map((row, id) => ({ ...row, id })) },
    isStale: isPlaceholderData,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    turnTo,
  };
}

type CountListsProps = {
  countId: number;
  timeZone: string;
  /** Whoever closes sees what is missing, too. */
  mayClose: boolean;
};

/** What was scanned and what was not, list by list. */
export function CountLists({ countId, timeZone, mayClose }: CountListsProps) {
  const id = useId();
  const tabs: readonly { value: 'found' | DifferenceKind; label: string }[] = mayClose
    ? reportTabs
    : scanTabs;
  const [kind, setKind] = useState<'found' | DifferenceKind>('found');
  const [page, setPage] = useState(1);
  const params = { countId };
  const place = { page, per_page: PER_PAGE };
  const isReport = mayClose && kind !== 'found';
  const scans = useQuery({
    ...read(counts.scans, { params, query: { ...place, kind: kind as ScanKind } }),
    placeholderData: keepPreviousData,
    enabled: !isReport,
  });
  const report = useQuery({
    ...read(counts.differences, { params, query: { ...place, kind: kind as DifferenceKind } }),
    placeholderData: keepPreviousData,
    enabled: isReport,
  });
  const list: ListPageState<KeyedRow> = isReport ? stateOf(report, setPage) : stateOf(scans, setPage);
  return (
    <Card flush>
      <div style={{ padding: '0 20px' }}>
        <TabList
          id={id}
          label="Lists of the count"
          tabs={tabs}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            setPage(1);
          }}
        />
      </div>
      <div {...tabPanelProps(id, kind)}>
        <ListTable
          bare
          label={tabs.find(({ value }) => value === kind)?.label ?? ''}
          list={list}
          columns={columnsOf(timeZone)}
          empty={{ icon: <ClipboardCheckmark24Regular />, title: 'Nothing here' }}
        />
      </div>
    </Card>
  );
}
