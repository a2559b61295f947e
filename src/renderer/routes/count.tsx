import { ArrowDownload20Regular, ClipboardCheckmark24Regular } from '@fluentui/react-icons';
import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counts, type StockCount } from '#contract/counts.ts';
import { scopeWords } from '#domain/counts.ts';
import { formatInstant } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CountFigures } from '#renderer/features/counts/count-figures.tsx';
import { CountLists } from '#renderer/features/counts/count-lists.tsx';
import { verdictOf } from '#renderer/features/counts/count-words.ts';
import { useCounting, type LastScan } from '#renderer/features/counts/use-counting.ts';
import { api } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { useIdParam } from '#renderer/lib/use-id-param.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict } from '#renderer/ui/scan-verdict.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';

/** Others count beside one. */
const OTHERS_SCAN = 5000;
/** What closing writes is over in a few seconds. */
const CLOSING = 1000;

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '24px 32px' },
});

const ASKED_AGAIN: Partial<Record<StockCount['status'], number>> = { open: OTHERS_SCAN, closing: CLOSING };

/** /inventory/counts/:countId: counted by scanner, then closed by whoever may. */
export function CountPage() {
  const back = { to: useBackToList('/inventory/counts'), label: 'Stock Counts' };
  const countId = useIdParam('countId');
  const query = useQuery({
    ...read(counts.get, { params: { countId: countId ?? 0 } }),
    enabled: countId !== null,
    refetchInterval: ({ state }) => (state.data && ASKED_AGAIN[state.data.status]) ?? false,
  });
  return (
    <Loaded
      back={back}
      query={countId === null ? null : query}
      noun="stock count"
      missing={{
        icon: <ClipboardCheckmark24Regular />,
        words: 'It does not exist, or is of another store.',
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

function lineOf(count: StockCount, timeZone: string): string {
  const begun = `started by ${count.started_by.name}, ${formatInstant(count.started_at, timeZone)}`;
  const ended =
    count.ended_by && count.ended_at !== null
      ? `${count.status === 'cancelled' ? 'cancelled' : 'closed'} by ${count.ended_by.name}, ${formatInstant(count.ended_at, timeZone)}`
      : null;
  return [scopeWords(count), begun, ended, count.reason].filter(Boolean).join(' · ');
}

const unitsWords = (units: number) => (units === 1 ? '1 unit' : `${units.toLocaleString('en-PH')} units`);

function CountDetail({ count, back }: { count: StockCount; back: BackTo }) {
  const styles = useStyles();
  const { may, store } = useSignedIn();
  const { take, last, own } = useCounting(count.id);
  const isOpen = count.status === 'open';
  const mayClose = may('counts.close');
  return (
    <div className={styles.page}>
      <DetailHeader
        back={back}
        title={count.number}
        badge={<StateBadge of="count" state={count.status} />}
        line={lineOf(count, store.timezone)}
        actions={mayClose ? <CountActions count={count} /> : null}
      />
      <CountFigures count={count} own={own} />
      {isOpen && may('inventory.edit') ? <ScanField onCode={take} /> : null}
      {last ? <LastScanPanel last={last} timeZone={store.timezone} /> : null}
      <CountLists countId={count.id} timeZone={store.timezone} mayClose={mayClose} />
    </div>
  );
}

function LastScanPanel({ last, timeZone }: { last: LastScan; timeZone: string }) {
  if ('failed' in last) {
    return <ScanVerdict verdict={{ tone: 'bad', what: last.code, outcome: last.failed }} />;
  }
  return <ScanVerdict verdict={verdictOf(last.scan, timeZone)} />;
}

/** What whoever closes may do with a count. */
function CountActions({ count }: { count: StockCount }) {
  const [asking, setAsking] = useState<'close' | 'cancel' | null>(null);
  const params = { countId: count.id };
  const download = useFileExport(count.number, () => api.counts.export({ params }));
  const close = useChange(counts.close, {
    done: ({ number, status }) => (status === 'closed' ? `${number} closed` : `${number} is being closed`),
    failed: 'Failed to close the count',
  });
  const cancel = useChange(counts.cancel, {
    done: ({ number }) => `${number} cancelled`,
    failed: 'Failed to cancel the count',
  });
  const done = () => setAsking(null);
  const missing = count.progress.missing ?? 0;
  return (
    <div style={{ display: 'flex', gap: '8px' }}>
      <Button icon={<ArrowDownload20Regular />} onClick={() => void download.run({})}>
        Export CSV
      </Button>
      {count.status === 'open' ? (
        <>
          <Button onClick={() => setAsking('cancel')}>Cancel count</Button>
          <Button appearance="primary" onClick={() => setAsking('close')}>
            Close count
          </Button>
        </>
      ) : null}
      {asking === 'close' ? (
        <ReasonDialog
          title={`Close ${count.number}?`}
          consequence={
            missing > 0
              ? `${unitsWords(missing)} not scanned ${missing === 1 ? 'becomes' : 'become'} lost, except what is in a cart. Units from other stores are moved here. This cannot be undone.`
              : 'Every unit was found. Units from other stores are moved here. This cannot be undone.'
          }
          confirmLabel={missing > 0 ? `Close, ${unitsWords(missing)} lost` : 'Close count'}
          cancelLabel="Go on counting"
          busy={close.busy}
          onConfirm={async (reason) => {
            if (await close.run({ params, body: { reason } })) done();
          }}
          onClose={done}
        />
      ) : null}
      {asking === 'cancel' ? (
        <ReasonDialog
          title={`Cancel ${count.number}?`}
          consequence="No stock is changed. What was scanned stays to be read."
          confirmLabel="Cancel count"
          cancelLabel="Keep it"
          busy={cancel.busy}
          onConfirm={async (reason) => {
            if (await cancel.run({ params, body: { reason } })) done();
          }}
          onClose={done}
        />
      ) : null}
    </div>
  );
}
