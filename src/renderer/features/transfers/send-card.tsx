import { Send20Regular } from '@fluentui/react-icons';
import type { StoreEntry } from '#contract/stores.ts';
import { unitsText } from '#domain/units.ts';
import { PackCard, type PackCardProps } from '#renderer/ui/pack-card.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';

const REASON_MAX = 500;

type SendCardProps = PackCardProps & {
  fromName: string;
  /** The possible destinations; undefined while they load. */
  stores: readonly StoreEntry[] | undefined;
  toStoreId: number | null;
  storeError: string | null;
  reason: string;
  onStore: (id: number | null) => void;
  onReason: (reason: string) => void;
};

/** Chooses the destination and the reason, with the button that sends. */
export function SendCard(props: SendCardProps) {
  const { fromName, stores = [], toStoreId, count } = props;
  const [leave, are] = count === 1 ? ['leaves', 'is'] : ['leave', 'are'];
  return (
    <PackCard
      {...props}
      hasErrors={props.storeError !== null}
      title="Send to"
      consequence={
        count === 0
          ? `What is sent leaves the stock of ${fromName} at once.`
          : `${unitsText(count)} ${leave} the stock of ${fromName} at once, and ${are} sold nowhere until received.`
      }
      icon={<Send20Regular />}
      verb="Send"
      busyLabel="Sending…"
    >
      <SelectField
        label="Destination"
        required
        options={[
          { value: '', label: 'Select a store' },
          ...stores.map(({ id, name, code }) => ({ value: String(id), label: `${name} (${code})` })),
        ]}
        value={toStoreId === null ? '' : String(toStoreId)}
        error={props.storeError}
        onChange={(event) => props.onStore(event.target.value ? Number(event.target.value) : null)}
      />
      <TextArea
        label="Reason"
        hint="For whoever receives it"
        rows={3}
        maxLength={REASON_MAX}
        value={props.reason}
        onChange={(event) => props.onReason(event.target.value)}
      />
    </PackCard>
  );
}
