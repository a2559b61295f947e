import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { unitForm } from '#contract/inventory.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { unitCategories, type UnitCategory } from '#domain/transactions.ts';
import { unitCategoryLabels } from '#domain/units.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { type ChosenVariation, VariationField } from '#renderer/ui/variation-field.tsx';
import type { ProposedUnit } from './label-note.tsx';
import { NumberFields, type TakenBy } from './number-fields.tsx';
import { ratingChoices } from './unit-text.ts';

const useStyles = makeStyles({
  ...fieldGrid,
  first: { gridColumnStart: 1 },
});

const categories = unitCategories.map((value) => ({ value, label: unitCategoryLabels[value] }));
const ratings = [{ value: '', label: 'Not rated' }, ...ratingChoices];

/** Says what holds while the field is empty. */
function ownPriceHint(listPrice: Centavos | null | undefined, category: UnitCategory): string {
  if (typeof listPrice === 'number')
    return `Empty: ${formatMoney(listPrice, 'inventory')}, as others like it`;
  if (listPrice === null) return 'It is not sold until it has one';
  return category === 'new'
    ? 'Empty: the price of its variation'
    : 'Empty: what its variation says for such units';
}

type UnitFieldsProps = {
  form: ContractForm<typeof unitForm>;
  takenBy: TakenBy;
  /** The product field of a new unit; null for an existing unit, whose product is fixed. */
  variation: ReactNode;
  supplier: ReactNode;
  seesCosts: boolean;
  /** What holds for an existing unit without a price of its own; null if it is not sold until it has one. */
  listPrice?: Centavos | null | undefined;
  mayPrice: boolean;
};

/** The fields of a unit; each error message stands at its field. */
export function UnitFields(props: UnitFieldsProps) {
  const { form, takenBy, variation, supplier, seesCosts, listPrice, mayPrice } = props;
  const styles = useStyles();
  const { control, setValue } = form;
  const [category, imei, imei2, serial] = useWatch({
    control,
    name: ['category', 'imei', 'imei2', 'serial_number'],
  });
  return (
    <div className={styles.fields}>
      {variation ? <div className={styles.whole}>{variation}</div> : null}
      <NumberFields
        field={(name) => form.field(name, as.textOrNull)}
        imei={imei}
        imei2={imei2}
        serial={serial}
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
      {mayPrice ? (
        <>
          <FormMoneyField
            className={styles.first}
            control={control}
            name="own_price"
            label="Price of this item"
            hint={ownPriceHint(listPrice, category)}
          />
          <FormMoneyField control={control} name="own_minimum_price" label="Minimum price of this item" />
        </>
      ) : null}
      <div className={styles.first}>{supplier}</div>
      {seesCosts ? <FormMoneyField control={control} name="purchase_cost" label="Purchase cost" /> : null}
      <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={3} />
    </div>
  );
}

type ProductOfUnitProps = {
  value: ChosenVariation | null;
  /** The products that the label's order still expects; null without a label. */
  choices: ProposedUnit['choices'] | null;
  onChange: (chosen: ChosenVariation | null, cost?: number) => void;
  error: string | undefined;
};

/** Chooses a new unit's product: any, or one that the label's order still expects. */
export function ProductOfUnit({ value, choices, onChange, error }: ProductOfUnitProps) {
  if (!choices)
    return <VariationField required value={value} onChange={(chosen) => onChange(chosen)} error={error} />;
  return (
    <SelectField
      label="Product variation"
      required
      error={error}
      options={[
        ...(value ? [] : [{ value: '', label: 'Choose what came' }]),
        ...choices.map(({ id, product, name }) => ({ value: String(id), label: `${product.name}, ${name}` })),
      ]}
      value={value === null ? '' : String(value.id)}
      onChange={(event) => {
        const chosen = choices.find(({ id }) => String(id) === event.target.value) ?? null;
        onChange(chosen, chosen?.cost);
      }}
    />
  );
}
