import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { RouteInput } from '#contract/define-route.ts';
import { counts, type StockCount } from '#contract/counts.ts';
import { differenceText } from '#domain/counts.ts';
import { type Zones } from '#domain/store-time.ts';
import { keyOf } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { useThrottled } from '#renderer/lib/use-throttled.ts';
import { useTabAddress } from '#renderer/lib/use-tab-address.ts';
import { Card } from '#renderer/ui/card.tsx';
import { TabList, tabPanelProps, type Tab } from '#renderer/ui/tab-list.tsx';
import { sizes } from '#renderer/ui/theme.ts';
import { CountedTable, pageState } from './counted-table.tsx';
import { NumbersTable } from './numbers-table.tsx';

const PER_PAGE = 20;

type ScanKind = NonNullable<RouteInput<typeof counts.scans>['query']['kind']>;
type DifferenceKind = Exclude<RouteInput<typeof counts.differences>['query']['kind'], 'quantities'>;
type ListName = ScanKind | DifferenceKind | 'numbers';

/** Returns the lists of a count with their lengths; what is missing comes first, for those who may see it. */
function tabsOf({ status, progress }: StockCount, mayClose: boolean): [Tab<ListName>, ...Tab<ListName>[]] {
  const { missing, found, unexpected, sold, unknown, quantities } = progress;
  const counted: Tab<ListName> = { value: 'found', label: 'Counted', count: found };
  const others: Tab<ListName>[] = [
    { value: 'sold', label: differenceText.sold, count: sold },
    { value: 'unknown', label: differenceText.unknown, count: unknown },
    { value: 'numbers', label: differenceText.quantities, count: quantities },
  ];
  const strange: Tab<ListName> = { value: 'unexpected', label: differenceText.unexpected, count: unexpected };
  if (!mayClose) return [counted, strange, ...others];
  const label = status === 'open' ? 'Not yet counted' : differenceText.missing;
  return [{ value: 'missing', label, count: missing }, strange, counted, ...others];
}

const RARE: ReadonlySet<ListName> = new Set(['sold', 'unknown', 'numbers']);

const NOTHING: Record<Exclude<ListName, 'numbers'>, string> = {
  found: 'Nothing counted yet',
  missing: 'Everything with a code was counted',
  unexpected: 'Everything that was scanned was expected',
  sold: 'Nothing was sold meanwhile',
  unknown: 'Every code that was scanned is known',
};

type ListProps = {
  countId: number;
  timeZone: Zones;
  isOpen: boolean;
  label: string;
  place: { page: number; per_page: number };
  turnTo: (page: number) => void;
};

function ScanList({ kind, countId, place, turnTo, ...table }: ListProps & { kind: ScanKind }) {
  const query = useQuery({
    ...read(counts.scans, { params: { countId }, query: { ...place, kind } }),
    placeholderData: keepPreviousData,
  });
  return <CountedTable {...table} kind={kind} nothing={NOTHING[kind]} list={pageState(query, turnTo)} />;
}

function DifferenceList({ kind, countId, place, turnTo, ...table }: ListProps & { kind: DifferenceKind }) {
  const query = useQuery({
    ...read(counts.differences, { params: { countId }, query: { ...place, kind } }),
    placeholderData: keepPreviousData,
  });
  return <CountedTable {...table} kind={kind} nothing={NOTHING[kind]} list={pageState(query, turnTo)} />;
}

/** Milliseconds; the lists are asked for again at most this often while scans come in. */
const FOLLOWED = 1000;

/** Asks for the lists again whenever anybody's scans change the count's figures. */
function useFollowedLists({ progress }: StockCount): void {
  const queryClient = useQueryClient();
  const follow = useThrottled(() => {
    for (const route of [counts.scans, counts.differences, counts.breakdown]) {
      const [module, name] = keyOf(route);
      void queryClient.invalidateQueries({ queryKey: [module, name] });
    }
  }, FOLLOWED);
  const figures = JSON.stringify(progress);
  const seen = useRef(figures);
  useEffect(() => {
    if (seen.current === figures) return;
    seen.current = figures;
    follow();
  }, [figures, follow]);
}

type CountListsProps = {
  count: StockCount;
  timeZone: Zones;
  /** True for people who may close counts: they also see the missing units. */
  mayClose: boolean;
  mayEnter: boolean;
};

/** Shows the lists of a count (scanned, missing, numbers) in tabs. */
export function CountLists({ count, timeZone, mayClose, mayEnter }: CountListsProps) {
  const id = useId();
  const lists = tabsOf(count, mayClose);
  const { tab, page, open, turnTo } = useTabAddress(lists);
  // Lists that are mostly empty show once they are not.
  const tabs = lists.filter(({ value, count: length }) => length !== 0 || value === tab || !RARE.has(value));
  useFollowedLists(count);
  const label = tabs.find(({ value }) => value === tab)?.label ?? '';
  const place = { page, per_page: PER_PAGE };
  const list = { countId: count.id, timeZone, isOpen: count.status === 'open', label, place, turnTo };
  return (
    <Card flush>
      <div style={{ padding: `0 ${sizes.cardSide}` }}>
        <TabList id={id} label="Lists of the count" tabs={tabs} value={tab} onChange={open} />
      </div>
      <div {...tabPanelProps(id, tab)}>
        {tab === 'numbers' ? (
          <NumbersTable {...list} count={count} mayEnter={mayEnter} />
        ) : tab === 'found' || !mayClose ? (
          <ScanList key={tab} {...list} kind={tab as ScanKind} />
        ) : (
          <DifferenceList key={tab} {...list} kind={tab} />
        )}
      </div>
    </Card>
  );
}
