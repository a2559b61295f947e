import type { Control, FieldValues } from 'react-hook-form';
import type { newProductForm, variationForm } from '#contract/products.ts';
import type { ContractForm } from '#renderer/lib/use-contract-form.ts';

type FirstVariation = ContractForm<typeof newProductForm>;
type Alone = ContractForm<typeof variationForm>;
type VariationField = keyof (typeof variationForm)['shape'];

/** The fields of a variation, either in a form of their own or inside that of a new product. */
export type VariationFormFields = {
  control: Control<FieldValues>;
  /** Returns the field's name in the form. */
  nameOf: (field: VariationField) => string;
  /** Returns props to spread into a field. */
  field: (field: VariationField, options?: Parameters<Alone['field']>[1]) => ReturnType<Alone['field']>;
  set: (field: 'barcode', value: string) => void;
};

// The two forms' controls share no type, though both accept any name.
const anyControl = (control: FirstVariation['control'] | Alone['control']) =>
  control as unknown as Control<FieldValues>;

/** The fields of a new product's first variation. */
export const firstVariation = (form: FirstVariation): VariationFormFields => ({
  control: anyControl(form.control),
  nameOf: (field) => `variation.${field}`,
  field: (field, options) => form.field(`variation.${field}` as 'variation.name', options as never),
  set: (field, value) =>
    form.setValue(`variation.${field}`, value, { shouldDirty: true, shouldValidate: true }),
});

/** The fields of a variation in a form of its own. */
export const variationAlone = (form: Alone): VariationFormFields => ({
  control: anyControl(form.control),
  nameOf: (field) => field,
  field: (field, options) => form.field(field, options),
  set: (field, value) => form.setValue(field, value, { shouldDirty: true, shouldValidate: true }),
});
