import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { TransferItem } from '#contract/transfers.ts';
import { shortOutcomeLabels, shortOutcomes, unitLabel, type ShortOutcome } from '#domain/transfers.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { SubmitForm } from '#renderer/ui/submit-form.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, windows } from '#renderer/ui/theme.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { unitsText } from '#domain/units.ts';

const useStyles = makeStyles({
  unit: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 200px',
    alignItems: 'center',
    gap: '16px',
    padding: '10px 0',
    borderBottom: `1px solid ${palette.rowLine}`,
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  },
  reason: { marginTop: '16px' },
});

const REASON_MAX = 500;
const LATER = '';

export type Settled = {
  items: { inventory_item_id: number; outcome: ShortOutcome }[];
  reason: string;
};

type SettleDialogProps = {
  number: string;
  items: readonly TransferItem[];
  busy: boolean;
  onSettle: (settled: Settled) => void;
  onClose: () => void;
};

/** Lets the sender say what happened to each unit that did not arrive, and why. */
export function SettleDialog({ number, items, busy, onSettle, onClose }: SettleDialogProps) {
  const styles = useStyles();
  const [chosen, setChosen] = useState<ReadonlyMap<number, ShortOutcome>>(new Map());
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const notify = useNotify();
  const choose = (unitId: number, value: string) => {
    const next = new Map(chosen);
    const outcome = shortOutcomes.find((one) => one === value);
    if (outcome) next.set(unitId, outcome);
    else next.delete(unitId);
    setChosen(next);
  };
  // One that arrived meanwhile is not among the items any more.
  const settled = items.flatMap(({ inventory_item_id }) => {
    const outcome = chosen.get(inventory_item_id);
    return outcome ? [{ inventory_item_id, outcome }] : [];
  });
  const disabledReason =
    items.length === 0
      ? 'All of them have arrived meanwhile'
      : settled.length === 0
        ? 'Say what became of the units'
        : null;
  const settle = () => {
    if (!reason.trim()) setError('Reason required');
    if (disabledReason !== null) return notify.warning('Not settled yet', disabledReason);
    if (!reason.trim()) return;
    onSettle({
      items: settled,
      reason: reason.trim(),
    });
  };
  return (
    <DialogShell
      open
      title="Close the difference"
      line={`Units of ${number} that did not arrive. This cannot be undone.`}
      width={600}
      locked={busy}
      isDirty={chosen.size > 0 || reason.trim() !== ''}
      onClose={onClose}
      footNote={disabledReason}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <SendButton appearance="danger" disabled={busy} disabledReason={disabledReason} onClick={settle}>
            {settled.length === 0 ? 'Settle' : `Settle ${unitsText(settled.length)}`}
          </SendButton>
        </>
      }
    >
      <SubmitForm onSubmit={settle} disabled={busy} errors={error}>
        <Stack as="ul">
          {items.map((item) => (
            <li key={item.inventory_item_id} className={styles.unit}>
              <div>
                <Text as="p" size="bodyStrong" tone="text1">
                  {item.product_name} {item.variation_name}
                </Text>
                <Text as="p" size="meta" tone="text3">
                  {unitLabel(item)}
                </Text>
              </div>
              <SelectField
                label={`What became of ${unitLabel(item)}`}
                labelHidden
                options={[
                  { value: LATER, label: 'Still on its way' },
                  ...shortOutcomes.map((value) => ({ value, label: shortOutcomeLabels[value] })),
                ]}
                value={chosen.get(item.inventory_item_id) ?? LATER}
                onChange={(event) => choose(item.inventory_item_id, event.target.value)}
              />
            </li>
          ))}
        </Stack>
        <div className={styles.reason}>
          <TextField
            label="Reason"
            required
            size={44}
            maxLength={REASON_MAX}
            autoComplete="off"
            value={reason}
            error={error}
            onChange={(event) => {
              setReason(event.target.value);
              setError(null);
            }}
          />
        </div>
      </SubmitForm>
    </DialogShell>
  );
}
