import { variationForm, type Variation } from '#contract/products.ts';
import type { z } from '#contract/zod.ts';
import { emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';

type VariationValues = z.input<typeof variationForm>;

export const emptyVariation = (seesCosts: boolean): VariationValues =>
  emptyForm(variationForm, { retail_price: null, ...(seesCosts && { cost: null }) });

export function valuesOf(variation: Variation, seesCosts: boolean): VariationValues {
  const { cost, ...values } = valuesFrom(variationForm, variation);
  // Without permission to see costs the form must not send one.
  return seesCosts ? { ...values, cost } : values;
}
