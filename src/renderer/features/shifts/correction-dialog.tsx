import { makeStyles } from '@fluentui/react-components';
import { movementForm, shifts, type Shift } from '#contract/shifts.ts';
import { z } from '#contract/zod.ts';
import { formatMoney } from '#domain/money.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles(fieldGrid);

const ways = [
  { value: 'more', label: 'There was more' },
  { value: 'less', label: 'There was less' },
] as const;

/** The sign is chosen, not typed: no amount of the shop is typed with one. */
const typedCorrection = movementForm
  .pick({ amount: true, reason: true })
  .extend({ way: z.enum(ways.map(({ value }) => value)) });

/** Corrects the count of a closed shift by an entry of today, which leaves the shift unchanged. */
export function CorrectionDialog({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const styles = useStyles();
  const { run } = useRouteMutation(
    shifts.correct,
    {
      done: ({ amount }) => ({
        title: `Correction of ${formatMoney(amount, 'payment')} noted`,
        body: 'It stands in today’s Store Day.',
      }),
      failed: 'Nothing was corrected',
    },
    {
      keptAs: ({ body: { amount } }) => ({
        what: `Correction of ${formatMoney(amount, 'payment')}`,
        then: 'Do not note it again.',
        to: `/shifts/${shift.id}`,
        slip: null,
      }),
    },
  );
  const form = useContractForm(typedCorrection, {
    values: emptyForm(typedCorrection, { way: 'more', amount: null }),
    send: async ({ way, amount, reason }, { onError }) => {
      const body = { amount: way === 'less' ? -amount : amount, reason };
      if (await run({ params: { shiftId: shift.id }, body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={`Correct ${shift.number}`}
      line="The shift stays as it was closed; the correction belongs to today."
      submitLabel={form.state.busy ? 'Saving…' : 'Note the correction'}
      deliberate
      pairs
      onClose={onClose}
    >
      <div className={styles.whole}>
        <ChoiceButtons
          even
          label="What the count missed"
          choices={ways}
          value={form.watch('way')}
          onChange={(way) => form.setValue('way', way)}
        />
      </div>
      <FormMoneyField control={form.control} name="amount" label="Amount" required size={44} />
      <TextField
        {...form.field('reason')}
        label="Reason"
        required
        size={44}
        autoComplete="off"
        maxLength={500}
        placeholder="A ₱500 bill was found under the tray"
      />
    </FormDialog>
  );
}
