import { Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { PaymentForm } from '#contract/payments.ts';
import { formatAmount, formatMoney, parsePesos, type Centavos } from '#domain/money.ts';
import {
  defaultStatus,
  needsReference,
  paymentMethodLabels,
  paymentProblem,
  type PaymentEntry,
  type PaymentMethod,
} from '#domain/payments.ts';
import type { CalendarDate } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '16px', alignItems: 'start' },
  whole: { gridColumn: '1 / -1' },
});
const FORM = 'record-payment';

type RecordPaymentDialogProps = {
  number: string;
  balance: Centavos;
  methods: readonly PaymentMethod[];
  /** The store's. */
  today: CalendarDate;
  busy: boolean;
  /** Answers the fields' errors, or null when the payment was taken. */
  onRecord: (form: PaymentForm) => Promise<Record<string, string> | null>;
  onClose: () => void;
};

type Errors = Record<string, string>;

/** The first rule that breaks: those of every payment, and that cash is no more than the balance either. */
function problemOf(entry: PaymentEntry, balance: Centavos, today: CalendarDate): Errors | null {
  const problem = paymentProblem(entry, { remaining: balance, today });
  if (problem) return { [problem.field]: problem.message };
  if (entry.amount <= balance) return null;
  return { amount: `Only ${formatMoney(balance, 'payment')} remains to be paid` };
}

/** Takes a further payment for a sale that lacks some. */
export function RecordPaymentDialog(props: RecordPaymentDialogProps) {
  const { number, balance, methods, today, busy, onRecord, onClose } = props;
  const styles = useStyles();
  const first = methods[0] ?? 'cash';
  const [method, setMethod] = useState<PaymentMethod>(first);
  const [status, setStatus] = useState(defaultStatus(first));
  const [amountText, setAmountText] = useState(formatAmount(balance));
  const [reference, setReference] = useState('');
  const [expectedDate, setExpectedDate] = useState('');
  const [notes, setNotes] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const amount = parsePesos(amountText) ?? 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const entry: PaymentEntry = {
      method,
      status,
      amount,
      reference_number: reference.trim(),
      expected_date: status === 'pending' ? expectedDate || null : null,
    };
    const problem = problemOf(entry, balance, today);
    setErrors(problem ?? {});
    if (problem) return;
    const refused = await onRecord({
      ...entry,
      reference_number: needsReference(method) ? entry.reference_number : null,
      notes: notes.trim() || null,
    });
    if (refused) setErrors(refused);
    else onClose();
  };
  return (
    <DialogShell
      open
      locked={busy}
      title={`Record payment for ${number}`}
      line={`${formatMoney(balance, 'payment')} is due.`}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            size="till"
            appearance="primary"
            type="submit"
            form={FORM}
            icon={busy ? <Spinner size="tiny" appearance="inverted" /> : undefined}
            disabled={busy}
          >
            {amount > 0 ? `Record ${formatMoney(amount, 'payment')}` : 'Record payment'}
          </Button>
        </>
      }
    >
      <form id={FORM} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Amount"
          size={44}
          prefix="₱"
          inputMode="decimal"
          autoComplete="off"
          value={amountText}
          error={errors.amount}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setAmountText(event.target.value)}
        />
        <SelectField
          label="Method"
          size={44}
          options={methods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
          value={method}
          error={errors.method}
          onChange={(event) => {
            const chosen = event.target.value as PaymentMethod;
            setMethod(chosen);
            setStatus(defaultStatus(chosen));
          }}
        />
        <div className={styles.whole}>
          <ChoiceButtons
            even
            label="Status"
            value={status}
            choices={[
              { value: 'completed', label: 'Completed' },
              { value: 'pending', label: 'Pending' },
            ]}
            onChange={setStatus}
          />
        </div>
        {needsReference(method) ? (
          <TextField
            label="Reference number"
            size={44}
            maxLength={100}
            autoComplete="off"
            value={reference}
            error={errors.reference_number}
            onChange={(event) => setReference(event.target.value)}
          />
        ) : null}
        {status === 'pending' ? (
          <TextField
            label="Expected date"
            type="date"
            size={44}
            min={today}
            value={expectedDate}
            error={errors.expected_date}
            onChange={(event) => setExpectedDate(event.target.value)}
          />
        ) : null}
        <TextField
          className={styles.whole}
          label="Notes"
          size={44}
          maxLength={1000}
          placeholder="Optional"
          value={notes}
          error={errors.notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </form>
    </DialogShell>
  );
}
