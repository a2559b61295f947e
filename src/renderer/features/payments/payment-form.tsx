import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Save20Regular } from '@fluentui/react-icons';
import type { FormEvent, RefObject } from 'react';
import { formatMoney, parsePesos, type Centavos } from '#domain/money.ts';
import {
  needsReference,
  paymentMethodLabels,
  QUICK_CASH,
  roundUpToHundred,
  type PaymentMethod,
} from '#domain/payments.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { focusRing, palette, sizes, tabular, type } from '#renderer/ui/theme.ts';
import type { PaymentEntryState } from './use-payment-entry.ts';

/** Where amount and quick cash no longer fit side by side. */
const NARROW = '@container (max-width: 760px)';
/** Where the list below would be pushed out of sight. */
const LOW = '@media (max-height: 720px)';

const useStyles = makeStyles({
  card: { containerType: 'inline-size' },
  form: { display: 'flex', flexDirection: 'column', gap: '12px' },
  status: { display: 'flex', alignItems: 'center', gap: '12px' },
  statusLabel: { ...type.body, color: palette.text3 },
  fields: {
    display: 'grid',
    gridTemplateColumns: '208px minmax(0, 1fr)',
    gap: '12px 16px',
    [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  withReference: { [NARROW]: { gridTemplateColumns: '176px minmax(0, 1fr)' } },
  withDate: {
    gridTemplateColumns: '208px minmax(0, 1fr) 176px',
    [NARROW]: { gridTemplateColumns: '168px minmax(0, 1fr) 164px' },
  },
  cashWithDate: {
    gridTemplateColumns: '208px 176px minmax(0, 1fr)',
    [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  ownRow: { gridColumnStart: 1, gridColumnEnd: -1 },
  quickLabel: {
    ...type.bodyStrong,
    display: 'block',
    marginBottom: '4px',
    color: palette.text1,
    [NARROW]: { [LOW]: { position: 'absolute', clipPath: 'inset(50%)' } },
  },
  quick: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 1.1fr 1.3fr', gap: '8px' },
  quickButton: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: 0,
    height: `${sizes.search}px`,
    padding: '0 4px',
    border: `1px solid ${palette.buttonBorder}`,
    borderRadius: `${sizes.radius}px`,
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': focusRing,
    ':disabled': { color: palette.placeholder, cursor: 'default', backgroundColor: palette.fill },
  },
  quickAmount: { ...type.bodyStrong, ...tabular, fontSize: '15px', lineHeight: '18px' },
  quickName: { fontSize: '11px', lineHeight: '14px', color: palette.text3 },
  last: { display: 'flex', alignItems: 'flex-end', gap: '16px' },
  notes: { flexGrow: 1, minWidth: 0 },
});

type QuickCashProps = { remaining: Centavos; onChoose: (amount: Centavos) => void };

function QuickCash({ remaining, onChoose }: QuickCashProps) {
  const styles = useStyles();
  const buttons: { name: string | null; amount: Centavos; words: string }[] = [
    ...QUICK_CASH.map((amount) => ({
      name: null,
      amount,
      words: formatMoney(amount, 'payment').replace('.00', ''),
    })),
    {
      name: 'Round up',
      amount: roundUpToHundred(remaining),
      words: formatMoney(roundUpToHundred(remaining), 'payment').replace('.00', ''),
    },
    { name: 'Exact', amount: remaining, words: formatMoney(remaining, 'payment') },
  ];
  return (
    <div role="group" aria-labelledby="quick-cash">
      <span id="quick-cash" className={styles.quickLabel}>
        Quick cash
      </span>
      <div className={styles.quick}>
        {buttons.map(({ name, amount, words }) => (
          <button
            key={name ?? amount}
            type="button"
            className={styles.quickButton}
            disabled={amount === 0}
            onClick={() => onChoose(amount)}
          >
            {name ? <span className={styles.quickName}>{name}</span> : null}
            <span className={styles.quickAmount}>{words}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

type PaymentFormProps = {
  entry: PaymentEntryState;
  methods: readonly PaymentMethod[];
  remaining: Centavos;
  today: string;
  busy: boolean;
  amountRef: RefObject<HTMLInputElement | null>;
  onSave: () => void;
};

/** The row for a new payment; the fields follow the method, the form stays where it is. */
export function PaymentForm({ entry, methods, remaining, today, busy, amountRef, onSave }: PaymentFormProps) {
  const styles = useStyles();
  const { row, errors, change } = entry;
  const isCash = !needsReference(row.method);
  const isPending = row.status === 'pending';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  const expected = isPending ? (
    <TextField
      label="Expected date"
      type="date"
      size={48}
      min={today}
      value={row.expectedDate}
      error={errors.expected_date}
      onChange={(event) => change({ expectedDate: event.target.value })}
    />
  ) : null;
  return (
    <Card
      className={styles.card}
      title="New payment"
      side={
        <div className={styles.status}>
          <span className={styles.statusLabel}>Status</span>
          <ChoiceButtons
            label="Status"
            value={row.status}
            choices={[
              { value: 'completed', label: 'Completed' },
              { value: 'pending', label: 'Pending' },
            ]}
            onChange={(status) => change({ status })}
          />
        </div>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <ChoiceButtons
          even
          label="Payment method"
          value={row.method}
          choices={methods.map((method) => ({ value: method, label: paymentMethodLabels[method] }))}
          onChange={entry.choose}
        />
        <div
          className={mergeClasses(
            styles.fields,
            !isCash && styles.withReference,
            isPending && styles.withDate,
            isPending && isCash && styles.cashWithDate,
          )}
        >
          <TextField
            ref={amountRef}
            label="Amount"
            amount
            size={48}
            prefix="₱"
            inputMode="decimal"
            autoComplete="off"
            value={row.amountText}
            error={errors.amount}
            onFocus={(event) => event.target.select()}
            onChange={(event) => change({ amountText: event.target.value })}
          />
          {isCash ? (
            <>
              {expected}
              <div className={isPending ? styles.ownRow : undefined}>
                <QuickCash remaining={remaining} onChoose={entry.setAmount} />
              </div>
            </>
          ) : (
            <>
              <TextField
                label="Reference number"
                size={48}
                maxLength={100}
                autoComplete="off"
                value={row.reference_number}
                error={errors.reference_number}
                onChange={(event) => change({ reference_number: event.target.value })}
              />
              {expected}
            </>
          )}
        </div>
        <div className={styles.last}>
          <TextField
            className={styles.notes}
            label="Notes"
            size={44}
            maxLength={1000}
            placeholder="Optional"
            value={row.notes}
            error={errors.notes}
            onChange={(event) => change({ notes: event.target.value })}
          />
          <Button
            type="submit"
            size="till"
            icon={<Save20Regular />}
            disabledReason={(parsePesos(row.amountText) ?? 0) > 0 ? null : 'Enter an amount first'}
            disabled={busy}
          >
            Save Payment
          </Button>
        </div>
      </form>
    </Card>
  );
}
