import { makeStyles } from '@fluentui/react-components';
import type { Centavos } from '#domain/money.ts';
import { paymentMethodLabels, tenders, type Tender } from '#domain/payments.ts';
import { roundedPayouts } from '#domain/refunds.ts';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

/** How money goes back: as it was paid, or by one method, with its reference. */
export type WayBack = { by: Tender | 'as_paid'; reference: string };

export const AS_PAID: WayBack = { by: 'as_paid', reference: '' };

/** Returns the payouts of an amount by one method, and their rounding; null for an amount that goes back as it was paid. */
export const payoutsBy = ({ by, reference }: WayBack, amount: Centavos, coin: Centavos) =>
  by === 'as_paid' || amount === 0
    ? null
    : roundedPayouts([{ method: by, amount, reference_number: reference.trim() || null }], coin);

const wayOptions = [
  { value: 'as_paid', label: 'The way it came' },
  ...tenders.map((method) => ({ value: method, label: paymentMethodLabels[method] })),
];

const useStyles = makeStyles({ way: { width: '180px' }, reference: { width: '170px' } });

/** The fields for how money goes back; a method other than cash has a reference. */
export function WayBackFields({ way, onChange }: { way: WayBack; onChange: (way: WayBack) => void }) {
  const styles = useStyles();
  return (
    <>
      <SelectField
        className={styles.way}
        label="Money goes back by"
        options={wayOptions}
        value={way.by}
        onChange={(event) => onChange({ ...way, by: event.target.value as WayBack['by'] })}
      />
      {way.by !== 'as_paid' && way.by !== 'cash' ? (
        <TextField
          className={styles.reference}
          label="Reference number"
          placeholder="Optional"
          maxLength={100}
          autoComplete="off"
          value={way.reference}
          onChange={(event) => onChange({ ...way, reference: event.target.value })}
        />
      ) : null}
    </>
  );
}
