import { makeStyles } from '@fluentui/react-components';
import { paymentMethodLabels, type PaymentMethod } from '#domain/payments.ts';
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
  locked: boolean;
  onAmount: (method: PaymentMethod, pesos: number | null) => void;
};

/** Slips and wallets, for who adds them up in the evening: what is left empty is not compared. */
export function OtherMethods({ methods, amounts, locked, onAmount }: OtherMethodsProps) {
  const styles = useStyles();
  if (methods.length === 0) return null;
  return (
    <section className={styles.root} aria-label="Other methods">
      <p className={styles.title}>Other methods, if they are added up: what is left empty is not compared.</p>
      <div className={styles.fields}>
        {methods.map((method) => (
          <MoneyField
            key={method}
            label={paymentMethodLabels[method]}
            value={amounts[method] ?? null}
            error={Number.isNaN(amounts[method]) ? 'Invalid amount' : null}
            disabled={locked}
            onChange={(pesos) => onAmount(method, pesos)}
          />
        ))}
      </div>
    </section>
  );
}
