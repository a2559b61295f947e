import { variationForm, type Variation } from '#contract/products.ts';
import type { z } from '#contract/zod.ts';
import { emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';

export type VariationValues = z.input<typeof variationForm>;

/** A variation of which nothing is known yet. */
export const emptyVariation = (seesCosts: boolean): VariationValues =>
  emptyForm(variationForm, { retail_price: null, ...(seesCosts && { cost: null }) });

/** A variation as its form begins. */
export function valuesOf(variation: Variation, seesCosts: boolean): VariationValues {
  const { cost, ...values } = valuesFrom(variationForm, variation);
  // What nobody may send who may not see costs does not stand in their form.
  return seesCosts ? { ...values, cost } : values;
}
