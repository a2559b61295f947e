import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { customers, pointsForm, type Customer } from '#contract/customers.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { pointsNamed, pointsText } from './customer-text.ts';
import type { PointsAction } from './points-menu.tsx';

const text = {
  add: {
    title: 'Add Loyalty Points',
    verb: 'Add',
    failed: 'Failed to add loyalty points',
    done: 'added',
    kept: (points: string, name: string) => `Credit of ${points} to ${name}`,
  },
  deduct: {
    title: 'Deduct Loyalty Points',
    verb: 'Deduct',
    failed: 'Failed to deduct loyalty points',
    done: 'deducted',
    kept: (points: string, name: string) => `Deduction of ${points} from ${name}`,
  },
} as const;

const REASON_MAX = 500;

const schemaFor = (action: PointsAction, balance: number) =>
  action === 'add'
    ? pointsForm
    : pointsForm.refine(({ points }) => points <= balance, {
        message: `At most the balance of ${pointsText(balance)}`,
        path: ['points'],
      });

type PointsDialogProps = { action: PointsAction; customer: Customer; onClose: () => void };

/** Adds or deducts points, with a reason that the ledger keeps. */
export function PointsDialog({ action, customer, onClose }: PointsDialogProps) {
  const balance = customer.loyalty_points;
  const { title, verb, failed, done, kept } = text[action];
  const schema = useMemo(() => schemaFor(action, balance), [action, balance]);
  const { run } = useRouteMutation(
    action === 'add' ? customers.addPoints : customers.deductPoints,
    {
      done: ({ name, loyalty_points }, { body }) => ({
        title: `${pointsNamed(body.points)} ${done}`,
        body: `${name} has ${pointsNamed(loyalty_points)}.`,
      }),
      failed,
    },
    {
      keptAs: ({ body }) => ({
        what: kept(pointsNamed(body.points), customer.name),
        then: 'Do not enter it again.',
        to: `/customers/${customer.id}`,
        slip: null,
      }),
    },
  );
  const form = useContractForm(schema, {
    values: { points: NaN, reason: '' },
    send: async (body, { onError }) => {
      if (await run({ params: { customerId: customer.id }, body }, onError)) onClose();
    },
  });
  const { points, reason } = useWatch({ control: form.control });
  const isReady = Number.isFinite(points) && Number(points) > 0 && Boolean(reason?.trim());
  return (
    <FormDialog
      form={form.state}
      title={title}
      line={customer.name}
      tone={action === 'add' ? 'primary' : 'danger'}
      submitLabel={isReady ? `${verb} ${pointsNamed(Number(points))}` : `${verb} Points`}
      disabledReason={isReady ? null : 'Points above 0 and a reason are needed'}
      onClose={onClose}
    >
      {action === 'deduct' ? (
        <Text as="p" size="body" figures tone="text2">
          Current balance: {pointsNamed(balance)}
        </Text>
      ) : null}
      <TextField
        {...form.field('points', as.number)}
        label="Points"
        type="number"
        required
        size={44}
        min={1}
        max={action === 'deduct' ? balance : undefined}
        step={1}
        autoComplete="off"
      />
      <TextArea {...form.field('reason')} label="Reason" required rows={3} maxLength={REASON_MAX} />
    </FormDialog>
  );
}
