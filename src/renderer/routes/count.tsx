import { ClipboardCheckmark24Regular } from '@fluentui/react-icons';
import { makeStyles } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counts, type StockCount } from '#contract/counts.ts';
import { scopeText } from '#domain/counts.ts';
import { formatInstant, type Zones, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useCountActions } from '#renderer/features/counts/count-actions.tsx';
import { CountLists } from '#renderer/features/counts/count-lists.tsx';
import { CountProgress } from '#renderer/features/counts/count-progress.tsx';
import { CountResult } from '#renderer/features/counts/count-result.tsx';
import { CountPeople, CountTypes } from '#renderer/features/counts/count-side.tsx';
import { CountingBar } from '#renderer/features/counts/counting-bar.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { sizes, windows } from '#renderer/ui/theme.ts';

/** Milliseconds between updates: others count at the same time. */
const OTHERS_SCAN = 5000;
/** Milliseconds between updates during closing, which takes a few seconds. */
const CLOSING = 1000;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: `minmax(0, 1fr) ${sizes.scanSide}px`,
    gap: '16px',
    alignItems: 'start',
    [windows.narrow]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.scanSideNarrow}px` },
    [windows.wide]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.scanSideWide}px` },
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  },
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    [windows.onePane]: { gap: '12px' },
  },
});

const ASKED_AGAIN: Partial<Record<StockCount['status'], number>> = { open: OTHERS_SCAN, closing: CLOSING };

/** /inventory/counts/:countId: a stock count by scanner, and its closing by people with permission. */
export function CountPage() {
  const back = { to: useBackToList('/inventory/counts'), label: 'Stock Counts' };
  const query = useAddressed('countId', (countId) => read(counts.get, { params: { countId } }), {
    refetchInterval: ({ state }) => (state.data && ASKED_AGAIN[state.data.status]) ?? false,
  });
  return (
    <Loaded
      back={back}
      query={query}
      noun="stock count"
      missing={{
        icon: <ClipboardCheckmark24Regular />,
        text: 'It does not exist, or belongs to another store.',
      }}
      skeleton={
        <>
          <Skeleton height={48} />
          <Skeleton height={96} />
          <Skeleton height={360} />
        </>
      }
    >
      {(count) => <CountDetail key={count.id} count={count} back={back} />}
    </Loaded>
  );
}

function lineOf(count: StockCount, timeZone: Zones): string {
  const { expected } = count.progress;
  return [
    scopeText(count),
    `started by ${count.started_by.name}`,
    formatInstant(count.started_at, timeZone),
    ...(expected === undefined ? [] : [`${expected.toLocaleString('en-PH')} in stock then`]),
  ].join(' · ');
}

/** Reads the progress by product type, and of the product that was scanned last, for those who may see it. */
function useBreakdown({ id: countId }: StockCount, productId: number | null, isSeen: boolean) {
  const query = productId === null ? {} : { product_id: productId };
  const { data } = useQuery({
    ...read(counts.breakdown, { params: { countId }, query }),
    placeholderData: keepPreviousData,
    enabled: isSeen,
  });
  return data;
}

function CountDetail({ count, back }: { count: StockCount; back: BackTo }) {
  const styles = useStyles();
  const { may, mayHere, store, staff } = useSignedIn();
  const mayCount = mayHere('inventory.edit');
  const maySettle = may('counts.close');
  const mayClose = mayHere('counts.close');
  const [productId, setProductId] = useState<number | null>(null);
  const breakdown = useBreakdown(count, productId, maySettle);
  const isOpen = count.status === 'open';
  const types = breakdown?.data ?? [];
  // Its room is kept while it loads.
  const hasSide = count.people.length > 0 || types.length > 0 || (maySettle && !breakdown);
  const { actions, dialogs } = useCountActions({ count, mayClose });
  return (
    <Page>
      <DetailHeader
        back={back}
        title={count.number}
        badge={<StateBadge of="count" state={count.status} />}
        line={lineOf(count, zonesOf(store))}
        actions={maySettle ? actions : undefined}
      />
      <CountProgress
        count={count}
        missingSoFar={breakdown?.data.reduce((sum, { missing_so_far }) => sum + missing_so_far, 0)}
      />
      <div className={hasSide ? styles.columns : styles.column}>
        <div className={styles.column}>
          <CountResult count={count} timeZone={zonesOf(store)} />
          {mayCount ? (
            <CountingBar
              count={count}
              timeZone={zonesOf(store)}
              isOwnEnd={count.ended_by?.id === staff.id}
              onScan={({ unit }) => setProductId(unit?.product_id ?? null)}
              product={breakdown?.product ?? null}
            />
          ) : null}
          <CountLists
            count={count}
            timeZone={zonesOf(store)}
            mayClose={mayClose}
            mayEnter={mayCount && isOpen}
          />
        </div>
        {hasSide ? (
          <div className={styles.column}>
            <CountPeople count={count} timeZone={zonesOf(store)} />
            <CountTypes data={types} isOpen={isOpen} />
          </div>
        ) : null}
      </div>
      {maySettle ? dialogs : null}
    </Page>
  );
}
