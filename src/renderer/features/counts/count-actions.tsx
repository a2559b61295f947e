import { unitsText } from '#domain/units.ts';
import { makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular, Print20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { counts, type StockCount } from '#contract/counts.ts';
import type { SlipFrame } from '#domain/slip.ts';
import { api } from '#renderer/lib/api-client.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { useCountReport } from './use-count-report.ts';

const useStyles = makeStyles({ root: { display: 'flex', gap: '8px', flexWrap: 'wrap' } });

/** What closing does with what was counted, before it is done. */
function consequenceOf({ progress }: StockCount): string {
  const missing = progress.missing ?? 0;
  return [
    missing > 0
      ? `${unitsText(missing)} not scanned ${missing === 1 ? 'becomes' : 'become'} lost, except what is in a cart.`
      : 'Every unit was found.',
    progress.quantities > 0 ? 'Where a number is too low, the oldest units become lost.' : null,
    'Units from other stores are moved here. This cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}

type CountActionsProps = { count: StockCount; frame: Omit<SlipFrame, 'printed_at'> };

/** What whoever closes may do with a count. */
export function CountActions({ count, frame }: CountActionsProps) {
  const styles = useStyles();
  const [asking, setAsking] = useState<'close' | 'cancel' | null>(null);
  const params = { countId: count.id };
  const report = useCountReport(frame);
  const download = useFileExport(count.number, () => api.counts.export({ params }));
  const close = useRouteMutation(counts.close, {
    done: ({ number, status }) => (status === 'closed' ? `${number} closed` : `${number} is being closed`),
    failed: 'Failed to close the count',
  });
  const cancel = useRouteMutation(counts.cancel, {
    done: ({ number }) => `${number} cancelled`,
    failed: 'Failed to cancel the count',
  });
  const done = () => setAsking(null);
  const missing = count.progress.missing ?? 0;
  return (
    <div className={styles.root}>
      <Button icon={<ArrowDownload20Regular />} onClick={() => void download.run({})}>
        Export CSV
      </Button>
      <Button icon={<Print20Regular />} disabled={report.busy} onClick={() => void report.run(count)}>
        Print report
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
          consequence={consequenceOf(count)}
          confirmLabel={missing > 0 ? `Close, ${unitsText(missing)} lost` : 'Close count'}
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
