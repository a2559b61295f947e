import { makeStyles } from '@fluentui/react-components';
import { useRef } from 'react';
import { cashMovements, movementForm } from '#contract/shifts.ts';
import { formatMoney } from '#domain/money.ts';
import { movementKinds, movementLabels, type MovementKind } from '#domain/shifts.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles(fieldGrid);

const PLACEHOLDERS: Record<MovementKind, string> = {
  pay_in: 'Change from the bank',
  pay_out: 'Courier fee',
  drop: 'Bills of a thousand, envelope 3',
};
const short: Record<MovementKind, string> = { pay_in: 'Pay-in', pay_out: 'Pay-out', drop: 'Drop' };

type MovementDialogProps = {
  tillName: string;
  /** Opens the drawer once the movement is recorded, by printing its slip. */
  onMoved: (movement: {
    id: number;
    kind: MovementKind;
    amount: number;
    reason: string;
    approvedBy: string | null;
  }) => void;
  onClose: () => void;
};

/** Records cash put into the drawer or taken out besides sales: who, how much and why. */
export function MovementDialog({ tillName, onMoved, onClose }: MovementDialogProps) {
  const styles = useStyles();
  const named = ({ kind, amount }: { kind: MovementKind; amount: number }) =>
    `${movementLabels[kind]} of ${formatMoney(amount, 'payment')}`;
  const { run } = useRouteMutation(
    cashMovements.create,
    {
      done: ({ kind, amount }) => `${named({ kind: kind as MovementKind, amount })} noted`,
      failed: 'Nothing was noted',
    },
    {
      keptAs: ({ body }) => ({
        what: named(body),
        then: 'Do not note it again.',
        to: '/pos',
        slip: null,
      }),
    },
  );
  const first = useRef<HTMLInputElement>(null);
  useFirstFocus(first);
  const form = useContractForm(movementForm, {
    values: emptyForm(movementForm, { kind: 'pay_out', amount: null }),
    send: async (body, { onError }) => {
      const approved = await approval.ask({
        amount: body.amount,
        what: [
          { label: 'Till', value: tillName },
          { label: movementLabels[body.kind], value: formatMoney(body.amount, 'payment') },
          { label: 'Reason', value: body.reason },
        ],
      });
      const moved = approved && (await run({ body, ...approved }, onError));
      if (!moved) return;
      onClose();
      onMoved({ ...body, id: moved.id, approvedBy: moved.approved_by?.name ?? null });
    },
  });
  const kind = form.watch('kind');
  const approval = useApproval(kind);
  const { isReachable } = useConnection();
  const why = isReachable ? null : 'Cash is noted on the server: do it when the connection is back';
  return (
    <FormDialog
      form={form.state}
      title={`Cash of ${tillName}`}
      line="It is noted with your name, the time and the reason."
      submitLabel={form.state.busy ? 'Saving…' : `Note the ${short[kind].toLowerCase()}`}
      disabledReason={why}
      footNote={why}
      pairs
      onClose={onClose}
    >
      <div className={styles.whole}>
        <ChoiceButtons
          even
          label="What is done"
          choices={movementKinds.map((value) => ({ value, label: short[value] }))}
          value={kind}
          onChange={(value) => form.setValue('kind', value)}
        />
      </div>
      <FormMoneyField control={form.control} name="amount" ref={first} label="Amount" required size={44} />
      <TextField
        {...form.field('reason')}
        label="Reason"
        required
        size={44}
        autoComplete="off"
        maxLength={500}
        placeholder={PLACEHOLDERS[kind]}
      />
      {approval.dialog}
    </FormDialog>
  );
}
