import type { Transfer } from '#contract/transfers.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { missingItems } from './arrivals.ts';
import { unitsText } from '#domain/units.ts';

type SenderCardProps = {
  transfer: Transfer;
  busy: boolean;
  /** Why it cannot be cancelled. */
  cancelRefused: string | null;
  onSettle: () => void;
  onCancel: () => void;
};

/** The sender's actions while the transfer is on its way. */
export function SenderCard({ transfer, busy, cancelRefused, onSettle, onCancel }: SenderCardProps) {
  const missing = missingItems(transfer).length;
  return (
    <Card title="On its way" whole>
      <Stack gap={12}>
        <Text as="p" size="body" tone="text2">
          {missing === 0
            ? `All units were seen at ${transfer.to_store.name}, which receives them next.`
            : `${unitsText(missing)} ${missing === 1 ? 'is' : 'are'} expected at ${transfer.to_store.name}. What does not arrive is settled here.`}
        </Text>
        <Button
          wide
          disabled={busy}
          disabledReason={missing === 0 ? 'Nothing is missing' : null}
          onClick={onSettle}
        >
          Close the difference
        </Button>
        <Button wide disabled={busy} disabledReason={cancelRefused} onClick={onCancel}>
          Cancel transfer
        </Button>
      </Stack>
    </Card>
  );
}

/** The view of a transfer for people at other stores. */
export function ElsewhereCard({ transfer }: { transfer: Transfer }) {
  return (
    <Card title="On its way" whole>
      <Text as="p" size="body" tone="text2">
        {`${transfer.to_store.name} receives it. What does not arrive is settled at ${transfer.from_store.name}.`}
      </Text>
    </Card>
  );
}

/** How a transfer ended. */
export function EndCard({ transfer, timeZone }: { transfer: Transfer; timeZone: Zones }) {
  const { ended_at, ended_by, cancel_reason, status } = transfer;
  const facts = [
    {
      label: status === 'cancelled' ? 'Cancelled' : 'Ended',
      value: ended_at === null ? '–' : formatInstant(ended_at, timeZone),
    },
    { label: 'By', value: ended_by?.name ?? '–' },
    { label: 'Received', value: unitsText(transfer.received_count) },
    ...(transfer.defective_count > 0
      ? [{ label: 'Damaged', value: unitsText(transfer.defective_count) }]
      : []),
    ...(transfer.lost_count > 0 ? [{ label: 'Lost', value: unitsText(transfer.lost_count) }] : []),
    ...(transfer.returned_count > 0
      ? [{ label: 'Never left', value: unitsText(transfer.returned_count) }]
      : []),
    ...(cancel_reason === null ? [] : [{ label: 'Reason', value: cancel_reason }]),
  ];
  return (
    <Card title="How it ended" whole>
      <Facts facts={facts} />
    </Card>
  );
}
