import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { unitForm } from '#contract/inventory.ts';
import { isLuhnValid } from '#domain/barcodes.ts';
import { itemCategories } from '#domain/transactions.ts';
import { itemCategoryLabels } from '#domain/units.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { MoneyField } from '#renderer/ui/money-field.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { CodeField } from './code-fields.ts';

const useStyles = makeStyles({
  ...fieldGrid,
  first: { gridColumnStart: 1 },
});

const IMEI_DIGITS = 15;

/** Fifteen digits of which the last one does not fit: it may be misread, and may be kept. */
function imeiWarning(imei: string | null | undefined): string | null {
  const digits = (imei ?? '').replace(/[\s-]/g, '');
  const isOdd = new RegExp(`^\\d{${IMEI_DIGITS}}$`).test(digits) && !isLuhnValid(digits);
  return isOdd ? 'Its last digit does not fit: check this IMEI' : null;
}

const categories = itemCategories.map((value) => ({ value, label: itemCategoryLabels[value] }));
const ratings = [
  { value: '', label: 'Not rated' },
  ...[5, 4, 3, 2, 1].map((rating) => ({ value: String(rating), label: `${rating} of 5` })),
];

export type UnitFieldsProps = {
  form: ContractForm<typeof unitForm>;
  /** Which unit has a code already, by its field. */
  takenBy: Readonly<Partial<Record<string, number>>>;
  /** Of a new unit; null where it stays what it is. */
  variation: ReactNode;
  supplier: ReactNode;
  seesCosts: boolean;
};

/** Everything that is kept of a unit; each message stands on its field. */
export function UnitFields({ form, takenBy, variation, supplier, seesCosts }: UnitFieldsProps) {
  const styles = useStyles();
  const { control, setValue } = form;
  const [category, imei, imei2] = useWatch({ control, name: ['category', 'imei', 'imei2'] });
  const code = (name: CodeField) => {
    const field = form.field(name, as.textOrNull);
    const owner = takenBy[name];
    if (!field.error || owner === undefined) return field;
    const link = (
      <TextLink small to={`/inventory/${owner}`}>
        Show it
      </TextLink>
    );
    return {
      ...field,
      error: (
        <span>
          {field.error}. {link}
        </span>
      ),
    };
  };
  return (
    <div className={styles.fields}>
      {variation ? <div className={styles.whole}>{variation}</div> : null}
      <TextField {...code('imei')} label="IMEI" autoComplete="off" warning={imeiWarning(imei)} />
      <TextField {...code('imei2')} label="Second IMEI" autoComplete="off" warning={imeiWarning(imei2)} />
      <TextField {...code('serial_number')} label="Serial number" autoComplete="off" />
      <TextField {...code('qr_code')} label="QR code" autoComplete="off" />
      <SelectField
        {...form.field('category', {
          onChange: (event: { target: { value: string } }) => {
            if (event.target.value === 'new') setValue('condition_rating', null, { shouldDirty: true });
          },
        })}
        label="Category"
        required
        options={categories}
      />
      {category === 'new' ? null : (
        <SelectField
          {...form.field('condition_rating', as.idOrNull)}
          label="Condition rating"
          options={ratings}
        />
      )}
      <div className={styles.first}>{supplier}</div>
      {seesCosts ? (
        <Controller
          control={control}
          name="purchase_cost"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              value={field.value ?? null}
              label="Purchase cost"
              error={fieldState.error?.message}
            />
          )}
        />
      ) : null}
      <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={3} />
    </div>
  );
}
