import type { Control, FieldValues } from 'react-hook-form';
import type { newProductForm, variationForm } from '#contract/products.ts';
import type { ContractForm } from '#renderer/lib/use-contract-form.ts';

type FirstVariation = ContractForm<typeof newProductForm>;
type Alone = ContractForm<typeof variationForm>;
type VariationField = keyof (typeof variationForm)['shape'];

/** The fields of a variation, whether they are a form or stand within that of a new product. */
export type VariationFormFields = {
  control: Control<FieldValues>;
  /** What a field is called in its form. */
  nameOf: (field: VariationField) => string;
  /** For a field to be spread into. */
  field: (field: VariationField, options?: Parameters<Alone['field']>[1]) => ReturnType<Alone['field']>;
  set: (field: 'barcode', value: string) => void;
};

// The control of one form has no type in common with that of another, though both work with any name.
const anyControl = (control: FirstVariation['control'] | Alone['control']) =>
  control as unknown as Control<FieldValues>;

/** The variation that a new product begins with. */
export const firstVariation = (form: FirstVariation): VariationFormFields => ({
  control: anyControl(form.control),
  nameOf: (field) => `variation.${field}`,
  field: (field, options) => form.field(`variation.${field}` as 'variation.name', options as never),
  set: (field, value) =>
    form.setValue(`variation.${field}`, value, { shouldDirty: true, shouldValidate: true }),
});

/** A variation by itself. */
export const variationAlone = (form: Alone): VariationFormFields => ({
  control: anyControl(form.control),
  nameOf: (field) => field,
  field: (field, options) => form.field(field, options),
  set: (field, value) => form.setValue(field, value, { shouldDirty: true, shouldValidate: true }),
});
