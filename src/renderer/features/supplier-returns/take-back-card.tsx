import { unitsText } from '#domain/units.ts';
import { ArrowEnterLeft20Regular } from '@fluentui/react-icons';
import type { ComeBackStatus } from '#domain/supplier-returns.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { SideButton } from '#renderer/ui/side-button.tsx';
import { Text } from '#renderer/ui/text.tsx';

const options = [
  { value: 'available', label: 'Back in stock' },
  { value: 'defective', label: 'Defective, set aside' },
] as const;

type TakeBackCardProps = {
  storeName: string;
  /** The number of units that were scanned. */
  count: number;
  status: ComeBackStatus;
  busy: boolean;
  disabledReason: string | null;
  onStatus: (status: ComeBackStatus) => void;
  onReceive: () => void;
};

/** Receives units that the supplier sent back into stock again. */
export function TakeBackCard(props: TakeBackCardProps) {
  const { storeName, count, status, busy } = props;
  const where = status === 'available' ? `stand at ${storeName} again` : `are set aside at ${storeName}`;
  return (
    <Card title="Receive from supplier" whole>
      <Stack gap={20}>
        <SelectField
          label="Receive as"
          options={options}
          value={status}
          onChange={(event) => props.onStatus(event.target.value as ComeBackStatus)}
        />
        {count === 0 ? null : (
          <Text as="p" size="label" tone="text2">
            {`${unitsText(count)} ${count === 1 ? where.replace('stand ', 'stands ').replace('are ', 'is ') : where}, under the same serial numbers.`}
          </Text>
        )}
        <SideButton
          icon={<ArrowEnterLeft20Regular />}
          keyCap="Ctrl+Enter"
          disabled={busy}
          disabledReason={props.disabledReason}
          onClick={props.onReceive}
        >
          {busy ? 'Receiving…' : count === 0 ? 'Receive' : `Receive ${unitsText(count)}`}
        </SideButton>
      </Stack>
    </Card>
  );
}
