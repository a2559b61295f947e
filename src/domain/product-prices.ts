import type { Centavos } from './money.ts';

/** A unit's cost, and two of its prices. */
export type PricesToCheck = {
  /** Undefined if the user may not see it. */
  cost?: Centavos | undefined;
  retail_price: Centavos;
  minimum_price?: Centavos | null | undefined;
};

/** The messages about prices that contradict each other. */
export const priceText = {
  retail_price: 'Retail price should be higher than cost',
  minimum_price: 'Minimum price should not exceed retail price',
} as const;
type PriceProblem = { field: keyof typeof priceText; message: string };

type Below = Pick<PricesToCheck, 'cost' | 'retail_price'>;
export const isBelowCost = ({ cost, retail_price }: Below): boolean =>
  cost !== undefined && retail_price < cost;

type Above = Pick<PricesToCheck, 'minimum_price' | 'retail_price'>;
export const isAboveRetail = ({ retail_price, minimum_price }: Above): boolean =>
  minimum_price !== null && minimum_price !== undefined && minimum_price > retail_price;

/** Returns the problems of a variation's prices compared with each other. */
export function priceProblems(prices: PricesToCheck): PriceProblem[] {
  const wrong = { retail_price: isBelowCost(prices), minimum_price: isAboveRetail(prices) };
  return (['retail_price', 'minimum_price'] as const)
    .filter((field) => wrong[field])
    .map((field) => ({ field, message: priceText[field] }));
}

/** Returns the margin of a price, in basis points of it; null for a price of 0. */
export const marginOf = (price: Centavos, cost: Centavos): number | null =>
  price > 0 ? Math.round(((price - cost) * 10_000) / price) : null;
