import type { Centavos } from './money.ts';
import { categoryPriceName, type CategoryPriceName, ownListCategories, priceNames } from './pricing.ts';

type OfCategories = { [name in CategoryPriceName]?: Centavos | null | undefined };

/** A variation's cost, and prices that are compared. */
export type PricesToCheck = {
  /** Undefined if the user may not see it. */
  cost?: Centavos | undefined;
  retail_price: Centavos;
  minimum_price?: Centavos | null | undefined;
} & OfCategories;

/** The messages about prices that contradict each other. */
export const priceText = {
  retail_price: 'Retail price should be higher than cost',
  minimum_price: 'Minimum price should not exceed retail price',
} as const;
/** The message about a price of used or refurbished units without their retail price. */
export const NO_CATEGORY_PRICE = 'Retail price is required beside other prices';
export type PriceProblem = { field: keyof typeof priceText | CategoryPriceName; message: string };

type Below = Pick<PricesToCheck, 'cost' | 'retail_price'>;
export const isBelowCost = ({ cost, retail_price }: Below): boolean =>
  cost !== undefined && retail_price < cost;

type Above = Pick<PricesToCheck, 'minimum_price' | 'retail_price'>;
export const isAboveRetail = ({ retail_price, minimum_price }: Above): boolean =>
  minimum_price !== null && minimum_price !== undefined && minimum_price > retail_price;

/** Returns the problems of the prices of used and refurbished units: a list needs its retail price. */
export const categoryPriceProblems = (prices: OfCategories): PriceProblem[] =>
  ownListCategories.flatMap((category): PriceProblem[] => {
    const nameOf = (name: (typeof priceNames)[number]) => categoryPriceName(category, name);
    const retail_price = prices[nameOf('retail_price')] ?? null;
    if (retail_price === null) {
      const isEmpty = priceNames.every((name) => (prices[nameOf(name)] ?? null) === null);
      return isEmpty ? [] : [{ field: nameOf('retail_price'), message: NO_CATEGORY_PRICE }];
    }
    const minimum_price = prices[nameOf('minimum_price')];
    return isAboveRetail({ retail_price, minimum_price })
      ? [{ field: nameOf('minimum_price'), message: priceText.minimum_price }]
      : [];
  });

/** Returns the problems of a variation's prices compared with each other. */
export function priceProblems(prices: PricesToCheck): PriceProblem[] {
  const wrong = { retail_price: isBelowCost(prices), minimum_price: isAboveRetail(prices) };
  return [
    ...(['retail_price', 'minimum_price'] as const)
      .filter((field) => wrong[field])
      .map((field) => ({ field, message: priceText[field] })),
    ...categoryPriceProblems(prices),
  ];
}

/** Returns the margin of a price, in basis points of it; null for a price of 0. */
export const marginOf = (price: Centavos, cost: Centavos): number | null =>
  price > 0 ? Math.round(((price - cost) * 10_000) / price) : null;
