import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { unitForm } from '#contract/inventory.ts';
import { unitCategories } from '#domain/transactions.ts';
import { unitCategoryLabels } from '#domain/units.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { NumberFields, type TakenBy } from './number-fields.tsx';
import { ratingChoices } from './unit-text.ts';

const useStyles = makeStyles({
  ...fieldGrid,
  first: { gridColumnStart: 1 },
});

const categories = unitCategories.map((value) => ({ value, label: unitCategoryLabels[value] }));
const ratings = [{ value: '', label: 'Not rated' }, ...ratingChoices];

export type UnitFieldsProps = {
  form: ContractForm<typeof unitForm>;
  takenBy: TakenBy;
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
  return (
    <div className={styles.fields}>
      {variation ? <div className={styles.whole}>{variation}</div> : null}
      <NumberFields
        field={(name) => form.field(name, as.textOrNull)}
        imei={imei}
        imei2={imei2}
        takenBy={takenBy}
      />
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
      {seesCosts ? <FormMoneyField control={control} name="purchase_cost" label="Purchase cost" /> : null}
      <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={3} />
    </div>
  );
}
