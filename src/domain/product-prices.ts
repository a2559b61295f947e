import type { Centavos } from './money.ts';

/** What a unit costs the shop, and two of the prices that it is sold for. */
export type PricesToCheck = {
  /** Undefined where whoever sets the prices may not know it. */
  cost?: Centavos | undefined;
  retail_price: Centavos;
  minimum_price?: Centavos | null | undefined;
};

export type PriceProblem = { field: 'retail_price' | 'minimum_price'; message: string };

/** What is wrong with a variation's prices beside each other. */
export function priceProblems({ cost, retail_price, minimum_price }: PricesToCheck): PriceProblem[] {
  const problems: PriceProblem[] = [];
  if (cost !== undefined && retail_price < cost) {
    problems.push({ field: 'retail_price', message: 'Retail price should be higher than cost' });
  }
  if (minimum_price !== null && minimum_price !== undefined && minimum_price > retail_price) {
    problems.push({ field: 'minimum_price', message: 'Minimum price should not exceed retail price' });
  }
  return problems;
}

/** What is earned of a price, in basis points of it; null where nothing is paid. */
export const marginOf = (price: Centavos, cost: Centavos): number | null =>
  price > 0 ? Math.round(((price - cost) * 10_000) / price) : null;
