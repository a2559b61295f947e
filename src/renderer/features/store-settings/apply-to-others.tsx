import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { BuildingMultiple20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contract } from '#contract/index.ts';
import type { SettingsField } from '#contract/store-settings.ts';
import type { Store } from '#contract/stores.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import type { Action } from '#renderer/ui/page-actions.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  group: {
    display: 'grid',
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 'none',
    [windows.lowAndWide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: '16px' },
  },
  short: { [windows.lowAndWide]: { gridTemplateColumns: 'repeat(3, auto)' } },
  legend: { ...type.bodyStrong, padding: 0, marginBottom: '4px' },
});

type Part = { label: string; fields: readonly SettingsField[] };

const parts: readonly Part[] = [
  { label: 'Tax', fields: ['tax_rate', 'prices_include_tax'] },
  { label: 'Payment methods', fields: ['payment_methods'] },
  { label: 'Registered name', fields: ['registered_name'] },
  { label: 'TIN', fields: ['tin'] },
  { label: 'Further receipt lines', fields: ['receipt_header'] },
  { label: 'Receipt footer', fields: ['receipt_footer'] },
  { label: 'Operating hours', fields: ['hours'] },
  { label: 'Shifts', fields: ['shifts'] },
  { label: 'Sell without the server', fields: ['offline_sales'] },
  { label: 'Trade-ins', fields: ['trade_ins'] },
  { label: 'Default customer group', fields: ['default_customer_group'] },
  { label: 'Store features', fields: ['features'] },
];

type ChecksProps<Value> = {
  /** True for short labels, three of which stand beside each other in a low window. */
  short?: boolean;
  label: string;
  choices: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

function Checks<Value extends string | number>(props: ChecksProps<Value>) {
  const { label, choices, chosen, onChange, short = false } = props;
  const styles = useStyles();
  return (
    <fieldset className={mergeClasses(styles.group, short && styles.short)}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map(({ value, label: text }) => (
        <Checkbox
          key={value}
          label={text}
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
    </fieldset>
  );
}

/**
 * Returns the action that applies saved settings of a store to several others at once, and its dialog. There is none
 * without another store; `isChanged`: the form holds what is not saved.
 */
export function useApplyToOthers(store: Store, isChanged: boolean) {
  const [isOpen, setOpen] = useState(false);
  const list = useQuery(read(contract.stores.list));
  const others = list.data?.filter(({ id }) => id !== store.id) ?? [];
  const action: Action | null =
    others.length === 0
      ? null
      : {
          label: 'Apply to other stores',
          icon: <BuildingMultiple20Regular />,
          disabledReason: isChanged ? 'Save your changes first' : null,
          onClick: () => setOpen(true),
        };
  const dialog = isOpen ? <ApplyDialog store={store} others={others} onClose={() => setOpen(false)} /> : null;
  return { action, dialog };
}

type ApplyDialogProps = { store: Store; others: readonly Store[]; onClose: () => void };

function ApplyDialog({ store, others, onClose }: ApplyDialogProps) {
  const [labels, setLabels] = useState<string[]>([]);
  const [ids, setIds] = useState<number[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, run } = useRouteMutation(contract.stores.applySettings, {
    done: ({ message }) => message,
    failed: 'Failed to apply settings',
  });
  const onError: OnError = (refused) => {
    if (refused.status !== 409) return refused;
    setRefusal(refused.message);
    return null;
  };
  const fields = parts.filter(({ label }) => labels.includes(label)).flatMap((part) => part.fields);
  const missing = fields.length === 0 ? 'Choose what is applied' : ids.length === 0 ? 'Choose a store' : null;
  const send = async () => {
    setRefusal(null);
    const body = { store_ids: ids, fields };
    if (await run({ params: { storeId: store.id }, body }, onError)) onClose();
  };
  const count = ids.length === 1 ? '1 store' : `${ids.length} stores`;
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Apply settings of ${store.name} to others?`}
      consequence="They replace those of the chosen stores from the next sale on."
      confirmLabel={ids.length > 0 ? `Apply to ${count}` : 'Apply'}
      busy={busy}
      disabledReason={missing}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      <Stack gap={16}>
        <Checks
          short
          label="What"
          choices={parts.map(({ label }) => ({ value: label, label }))}
          chosen={labels}
          onChange={setLabels}
        />
        <Checks
          label="Stores"
          choices={others.map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }))}
          chosen={ids}
          onChange={setIds}
        />
        {refusal ? (
          <Text as="p" role="alert" size="bodyStrong" tone="danger">
            {refusal}.
          </Text>
        ) : null}
      </Stack>
    </ConfirmDialog>
  );
}
