import { applyRate, type Centavos } from './money.ts';

export const customerGroups = ['regular', 'member', 'vip', 'wholesale'] as const;
export type CustomerGroupSlug = (typeof customerGroups)[number];

/** The four prices of a variation; the last three may be absent. */
export type VariationPrices = {
  retail_price: Centavos;
  member_price: Centavos | null;
  wholesale_price: Centavos | null;
  minimum_price: Centavos | null;
};

const VIP_SHARE = 9000;

/**
 * Returns a unit's price for a customer's group; walk-ins pay retail. VIPs pay 90 % of the member price (or of retail),
 * never below the minimum price. A group's discount percentage is only a label.
 */
export function priceForGroup(prices: VariationPrices, group: string | null): Centavos {
  switch (group) {
    case 'wholesale':
      return prices.wholesale_price ?? prices.retail_price;
    case 'member':
      return prices.member_price ?? prices.retail_price;
    case 'vip':
      return Math.max(
        applyRate(prices.member_price ?? prices.retail_price, VIP_SHARE),
        prices.minimum_price ?? 0,
      );
    case null:
    default:
      return prices.retail_price;
  }
}

/**
 * Returns the lowest price of a line after all discounts: its minimum price, or its group's price if lower. 0 without a
 * minimum. Selling below it needs `pricing.override`.
 */
export function floorPrice(prices: VariationPrices, group: string | null): Centavos {
  return prices.minimum_price === null ? 0 : Math.min(prices.minimum_price, priceForGroup(prices, group));
}
