import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { paymentForm, payments, type PaymentForm } from '#contract/payments.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { cashDue } from '#domain/cash-rounding.ts';
import { centavosToPesos, formatMoney, pesosToCentavos, type Centavos } from '#domain/money.ts';
import {
  defaultStatus,
  needsReference,
  paymentMethodLabels,
  paymentProblem,
  type Tender,
  type PaymentProblem,
} from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { DateField } from '#renderer/ui/date-field.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { Columns } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles({
  whole: { gridColumn: '1 / -1' },
});

/** Returns the first broken rule: those of every payment, and that cash is at most the balance. */
function problemOf(form: PaymentForm, balance: Centavos, today: CalendarDate): PaymentProblem | null {
  const { method, amount, status = defaultStatus(method) } = form;
  const entry = {
    method,
    amount,
    status,
    reference_number: form.reference_number ?? '',
    expected_date: form.expected_date ?? null,
  };
  const problem = paymentProblem(entry, { remaining: balance, today });
  if (problem || amount <= balance) return problem;
  return { field: 'amount', message: `Only ${formatMoney(balance, 'payment')} remains to be paid` };
}

const schemaFor = (balance: Centavos, today: CalendarDate) =>
  paymentForm.superRefine((form, context) => {
    const problem = problemOf(form, balance, today);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });

/** `₱999.99 is due, ₱999.75 in cash.` */
function dueText(balance: Centavos, inCash: Centavos): string {
  const due = `${formatMoney(balance, 'payment')} is due`;
  return inCash === balance ? `${due}.` : `${due}, ${formatMoney(inCash, 'payment')} in cash.`;
}

type RecordPaymentDialogProps = {
  transaction: Transaction;
  methods: readonly Tender[];
  /** The store's current date. */
  today: CalendarDate;
  onClose: () => void;
};

/** Records a further payment for a sale with a balance due. */
export function RecordPaymentDialog(props: RecordPaymentDialogProps) {
  const { transaction, methods, today, onClose } = props;
  const styles = useStyles();
  const balance = transaction.balance_due;
  const { smallest_coin: coin } = useChainSettings();
  const inCash = cashDue(balance, coin);
  const proposedBy = (chosen: Tender) => centavosToPesos(chosen === 'cash' ? inCash : balance);
  const first = methods[0] ?? 'cash';
  const schema = useMemo(() => schemaFor(balance, today), [balance, today]);
  const { run } = useRouteMutation(
    payments.create,
    { done: 'Payment saved', failed: 'Failed to add payment' },
    {
      keptAs: ({ body }) => ({
        what: `Payment of ${formatMoney(body.amount, 'payment')} for ${numberOf(transaction)}`,
        then: 'Do not record it again.',
        to: `/transactions/${transaction.id}`,
        slip: null,
      }),
    },
  );
  const form = useContractForm(schema, {
    values: {
      method: first,
      status: defaultStatus(first),
      amount: proposedBy(first),
      reference_number: null,
      expected_date: null,
      notes: null,
    },
    send: async (checked, { onError }) => {
      const body = {
        ...checked,
        reference_number: needsReference(checked.method) ? checked.reference_number : null,
        expected_date: checked.status === 'pending' ? checked.expected_date : null,
      };
      if (await run({ params: { transactionId: transaction.id }, body }, onError)) onClose();
    },
  });
  const { control, formState, setValue } = form;
  const { errors } = formState;
  const { method, status, amount } = useWatch({ control });
  const typed = Number.isFinite(amount) ? pesosToCentavos(Number(amount)) : 0;
  return (
    <FormDialog
      form={form.state}
      width={600}
      title={`Record payment for ${numberOf(transaction)}`}
      line={dueText(balance, inCash)}
      submitLabel={typed > 0 ? `Record ${formatMoney(typed, 'payment')}` : 'Record payment'}
      onClose={onClose}
    >
      <Columns stacks columns="1fr 1fr" gap={16} align="start">
        <FormMoneyField control={control} name="amount" label="Amount" size={44} empty={NaN} />
        <SelectField
          {...form.field('method', {
            onChange: (event: { target: { value: Tender } }) => {
              setValue('status', defaultStatus(event.target.value));
              if (!formState.dirtyFields.amount) setValue('amount', proposedBy(event.target.value));
            },
          })}
          label="Method"
          size={44}
          options={methods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
        />
        <div className={styles.whole}>
          <ChoiceButtons
            even
            label="Status"
            value={status ?? 'completed'}
            choices={[
              { value: 'completed', label: 'Completed' },
              { value: 'pending', label: 'Pending' },
            ]}
            onChange={(value) => setValue('status', value)}
          />
        </div>
        {needsReference(method ?? first) ? (
          <TextField
            {...form.field('reference_number', as.textOrNull)}
            label="Reference number"
            size={44}
            maxLength={100}
            autoComplete="off"
          />
        ) : null}
        {status === 'pending' ? (
          <Controller
            control={control}
            name="expected_date"
            render={({ field }) => (
              <DateField
                {...field}
                value={field.value ?? null}
                label="Expected date"
                size={44}
                today={today}
                min={today}
                error={errors.expected_date?.message}
              />
            )}
          />
        ) : null}
        <TextField
          {...form.field('notes', as.textOrNull)}
          className={styles.whole}
          label="Notes"
          size={44}
          maxLength={1000}
          placeholder="Optional"
        />
      </Columns>
    </FormDialog>
  );
}
