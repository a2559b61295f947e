import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { paymentMethodLabels, type PaymentMethod } from '#domain/payments.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { MoneyField } from '#renderer/ui/money-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0 },
  title: { ...type.label, margin: 0, color: palette.text2 },
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))', gap: '12px' },
});

type OtherMethodsProps = {
  methods: readonly PaymentMethod[];
  amounts: Partial<Record<PaymentMethod, number | null>>;
  /** What a count named before: it is not left out of this one. */
  again: readonly PaymentMethod[];
  /** What was left out, when somebody tried to. */
  missing: readonly PaymentMethod[];
  locked: boolean;
  onAmount: (method: PaymentMethod, pesos: number | null) => void;
};

const leftEmpty = (again: readonly PaymentMethod[]) =>
  again.length === 0
    ? 'what is left empty is not compared.'
    : 'what is left empty is not compared, but for what was counted before.';

/** Slips and wallets, for who adds them up in the evening. */
export function OtherMethods({ methods, amounts, again, missing, locked, onAmount }: OtherMethodsProps) {
  const styles = useStyles();
  const fields = useRef(new Map<PaymentMethod, HTMLInputElement>());
  useEffect(() => {
    if (missing[0]) fields.current.get(missing[0])?.focus();
  }, [missing]);
  const errorOf = (method: PaymentMethod) => {
    if (Number.isNaN(amounts[method])) return 'Invalid amount';
    const isLeftOut = (amounts[method] ?? null) === null && missing.includes(method);
    return isLeftOut ? 'Count it again, too' : null;
  };
  if (methods.length === 0) return null;
  return (
    <section className={styles.root} aria-label="Other methods">
      <p className={styles.title}>Other methods, if they are added up: {leftEmpty(again)}</p>
      <div className={styles.fields}>
        {methods.map((method) => (
          <MoneyField
            {...SCANNED_INTO}
            key={method}
            ref={(field) => {
              if (field) fields.current.set(method, field);
            }}
            label={paymentMethodLabels[method]}
            value={amounts[method] ?? null}
            required={again.includes(method)}
            error={errorOf(method)}
            disabled={locked}
            onChange={(pesos) => onAmount(method, pesos)}
          />
        ))}
      </div>
    </section>
  );
}
