import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular, Print24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { PrintQueueEntry } from '#bridge/printing.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { till } from '#renderer/lib/till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes } from '#renderer/ui/theme.ts';
import { useWaitingPrints } from './device-queries.ts';
import { printStateText } from './device-text.ts';

const useStyles = makeStyles({
  entry: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '4px 8px',
    alignItems: 'start',
    padding: `12px 12px 12px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
    ':last-child': { borderBottom: 'none' },
  },
  loading: { padding: `20px ${sizes.cardSide}` },
});

/** Returns the consequence text for removing a print from the list. */
function consequenceOf({ state }: PrintQueueEntry): string {
  if (state === 'unknown' || state === 'failed') return 'It leaves this list; nothing is printed.';
  return 'It is not printed. A receipt can be printed again from its sale, a label from its unit.';
}

/** Lists the prints that the printer has not confirmed; each can be removed. */
export function WaitingPrintsCard({ timeZone }: { timeZone: Zones }) {
  const styles = useStyles();
  const prints = useWaitingPrints();
  const [asked, setAsked] = useState<PrintQueueEntry | null>(null);
  const remove = async ({ job_key }: PrintQueueEntry) => {
    setAsked(null);
    // A failure to write to disk is reported where it happens; the list then shows the current state.
    await till.printer.forget(job_key).catch(() => undefined);
    await prints.refetch();
  };
  return (
    <Card title="Waiting prints" side={prints.data?.length || null} flush>
      {prints.data ? (
        <PrintList prints={prints.data} timeZone={timeZone} onRemove={setAsked} />
      ) : prints.isError ? (
        <ErrorState
          compact
          title="The waiting prints could not be read"
          onRetry={() => void prints.refetch()}
        />
      ) : (
        <div className={styles.loading}>
          <LoadingNote>Loading waiting prints</LoadingNote>
          <Skeleton height={40} />
        </div>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={`Remove ${asked?.title ?? ''}?`}
        consequence={asked ? consequenceOf(asked) : ''}
        confirmLabel={`Remove ${asked?.title ?? ''}`}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(null)}
      />
    </Card>
  );
}

type PrintListProps = {
  prints: readonly PrintQueueEntry[];
  timeZone: Zones;
  onRemove: (print: PrintQueueEntry) => void;
};

function PrintList({ prints, timeZone, onRemove }: PrintListProps) {
  const styles = useStyles();
  if (prints.length === 0) {
    return (
      <EmptyState compact icon={<Print24Regular />} title="No waiting prints">
        Everything that was sent to the printer was printed.
      </EmptyState>
    );
  }
  return (
    <Stack as="ul" aria-label="Waiting prints">
      {prints.map((print) => {
        const { tone, text } = printStateText[print.state];
        return (
          <li key={print.job_key} className={styles.entry}>
            <Stack gap={4} align="start" shrinks>
              <Text size="bodyStrong" tone="text1" breaks>
                {print.title}
              </Text>
              <StatusBadge tone={tone}>{text}</StatusBadge>
              {print.reason ? (
                <Text size="label" tone="text2" breaks>
                  {print.reason}
                </Text>
              ) : null}
              <Text size="meta" tone="text3">
                Since {formatInstant(print.queued_at, timeZone)}
              </Text>
            </Stack>
            {print.state === 'sending' ? null : (
              <Button
                appearance="subtle"
                icon={<Delete20Regular />}
                label={`Remove ${print.title}`}
                onClick={() => onRemove(print)}
              />
            )}
          </li>
        );
      })}
    </Stack>
  );
}
