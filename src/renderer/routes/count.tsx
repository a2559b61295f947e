import { ClipboardCheckmark24Regular } from '@fluentui/react-icons';
import { makeStyles } from '@fluentui/react-components';
import { counts, type StockCount } from '#contract/counts.ts';
import { scopeText } from '#domain/counts.ts';
import { formatInstant, type Zones, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useCountActions } from '#renderer/features/counts/count-actions.tsx';
import { CountFigures } from '#renderer/features/counts/count-figures.tsx';
import { CountLists } from '#renderer/features/counts/count-lists.tsx';
import { CountResult } from '#renderer/features/counts/count-result.tsx';
import { CountingBar } from '#renderer/features/counts/counting-bar.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { windows } from '#renderer/ui/theme.ts';

/** Milliseconds between updates: others count at the same time. */
const OTHERS_SCAN = 5000;
/** Milliseconds between updates during closing, which takes a few seconds. */
const CLOSING = 1000;

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '24px 32px',
    [windows.onePane]: { gap: '12px', padding: '16px' },
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
        text: 'It does not exist, or is of another store.',
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

const lineOf = (count: StockCount, timeZone: Zones) =>
  `${scopeText(count)} · started by ${count.started_by.name}, ${formatInstant(count.started_at, timeZone)}`;

function CountDetail({ count, back }: { count: StockCount; back: BackTo }) {
  const styles = useStyles();
  const { may, mayHere, store, staff } = useSignedIn();
  const { shop_name } = useChainSettings();
  const { name, address, phone } = store;
  const frame = {
    shop_name,
    store: { name, address, phone },
    time_zone: zonesOf(store),
    staff_name: staff.name,
  };
  const mayCount = mayHere('inventory.edit');
  const maySettle = may('counts.close');
  const mayClose = mayHere('counts.close');
  const { actions, dialogs } = useCountActions({ count, frame, mayClose });
  return (
    <div className={styles.page}>
      <DetailHeader
        back={back}
        title={count.number}
        badge={<StateBadge of="count" state={count.status} />}
        line={lineOf(count, zonesOf(store))}
        actions={maySettle ? actions : undefined}
      />
      <CountFigures count={count} />
      <CountResult count={count} timeZone={zonesOf(store)} />
      {mayCount ? (
        <CountingBar count={count} timeZone={zonesOf(store)} isOwnEnd={count.ended_by?.id === staff.id} />
      ) : null}
      <CountLists
        count={count}
        timeZone={zonesOf(store)}
        mayClose={mayClose}
        mayEnter={mayCount && count.status === 'open'}
      />
      {maySettle ? dialogs : null}
    </div>
  );
}
