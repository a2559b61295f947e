import { zodResolver } from '@hookform/resolvers/zod';
import { makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { pointsForm, type Customer } from '#contract/customers.ts';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';
import { pointsNamed, pointsWords } from './customer-words.ts';
import type { PointsWish } from './points-menu.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  balance: { ...type.body, ...tabular, margin: 0, color: palette.text2 },
});

const words = {
  add: { title: 'Add Loyalty Points', verb: 'Add', failed: 'Failed to add loyalty points', done: 'added' },
  deduct: {
    title: 'Deduct Loyalty Points',
    verb: 'Deduct',
    failed: 'Failed to deduct loyalty points',
    done: 'deducted',
  },
} as const;

const REASON_MAX = 500;

type Values = { points: number; reason: string };

/** Points are whole; what is not a number is none at all. */
const wholeNumber = { setValueAs: (value: string | number | null) => (value === '' ? NaN : Number(value)) };

const schemaFor = (wish: PointsWish, balance: number) =>
  wish === 'add'
    ? pointsForm
    : pointsForm.refine(({ points }) => points <= balance, {
        message: `At most the balance of ${pointsWords(balance)}`,
        path: ['points'],
      });

type PointsDialogProps = { wish: PointsWish; customer: Customer; onClose: () => void };

/** Gives a customer points or takes some, with a reason that the ledger keeps. */
export function PointsDialog({ wish, customer, onClose }: PointsDialogProps) {
  const styles = useStyles();
  const formId = useId();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const balance = customer.loyalty_points;
  const { title, verb, failed, done } = words[wish];
  const schema = useMemo(() => schemaFor(wish, balance), [wish, balance]);
  const [sent, setSent] = useState({ form: '', key: '' });
  const { register, control, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { points: NaN, reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const { points, reason } = useWatch({ control });
  const isReady = Number.isFinite(points) && Number(points) > 0 && Boolean(reason?.trim());

  const submit = handleSubmit(async (body) => {
    // Sent again after a lost answer, it is the same wish.
    const form = JSON.stringify(body);
    const key = form === sent.form ? sent.key : crypto.randomUUID();
    setSent({ form, key });
    const change = wish === 'add' ? api.customers.addPoints : api.customers.deductPoints;
    try {
      const changed = await change({ params: { customerId: customer.id }, body }, { key });
      queryClient.setQueryData(queryKeys.customer(customer.id), changed);
      void queryClient.invalidateQueries({ queryKey: ['customers'] });
      notify.success(
        `${pointsNamed(body.points)} ${done}`,
        `${changed.name} has ${pointsNamed(changed.loyalty_points)}.`,
      );
      onClose();
    } catch (error) {
      const refused = fieldMessages(error);
      if (refused?.points) setError('points', { message: refused.points }, { shouldFocus: true });
      if (refused?.reason) setError('reason', { message: refused.reason }, { shouldFocus: true });
      if (refused?.points || refused?.reason) return;
      const said = wordsFor(error, failed);
      notify.error(said.title, said.body);
    }
  });
  return (
    <DialogShell
      open
      width={480}
      title={title}
      line={customer.name}
      locked={isSubmitting}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            size="till"
            appearance={wish === 'add' ? 'primary' : 'danger'}
            type="submit"
            form={formId}
            disabled={isSubmitting}
            disabledReason={isReady ? null : 'Points above 0 and a reason are needed'}
          >
            {isReady ? `${verb} ${pointsNamed(Number(points))}` : `${verb} Points`}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void submit(event);
        }}
      >
        {wish === 'deduct' ? <p className={styles.balance}>Current balance: {pointsNamed(balance)}</p> : null}
        <TextField
          {...register('points', wholeNumber)}
          label="Points"
          type="number"
          required
          size={44}
          min={1}
          max={wish === 'deduct' ? balance : undefined}
          step={1}
          autoComplete="off"
          error={errors.points?.message}
        />
        <TextArea
          {...register('reason')}
          label="Reason"
          required
          rows={3}
          maxLength={REASON_MAX}
          error={errors.reason?.message}
        />
      </form>
    </DialogShell>
  );
}
