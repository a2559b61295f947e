import { variationForm, type Variation } from '#contract/products.ts';
import type { z } from '#contract/zod.ts';
import { valuesFrom } from '#renderer/lib/use-contract-form.ts';

export type VariationValues = z.input<typeof variationForm>;

/** What nobody may send who may not see costs does not stand in their form. */
function withCost({ cost, ...values }: VariationValues, seesCosts: boolean): VariationValues {
  return seesCosts ? { ...values, cost } : values;
}

/** A variation of which nothing is known yet. */
export const emptyVariation = (seesCosts: boolean): VariationValues =>
  withCost(
    {
      name: '',
      barcode: null,
      cost: null as never,
      retail_price: null as never,
      wholesale_price: null,
      member_price: null,
      minimum_price: null,
      attributes: [],
    },
    seesCosts,
  );

/** A variation as its form begins. */
export const valuesOf = (variation: Variation, seesCosts: boolean): VariationValues =>
  withCost(valuesFrom(variationForm, variation), seesCosts);
