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

/** True for a group whose customers may pay another price than retail. */
export const hasOwnPrices = (slug: string): boolean => ['member', 'vip', 'wholesale'].includes(slug);

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
 * Returns the lowest price of a line after all discounts: its minimum price, 0 without one. Selling below it needs
 * `pricing.override`. Where the prices of a group were agreed to, its lower price is the lowest one.
 */
export function floorPrice(prices: VariationPrices, agreedGroup: string | null): Centavos {
  const { minimum_price, retail_price } = prices;
  if (minimum_price === null) return 0;
  // Prices older than the rule that compares the two are sold at retail all the same.
  return Math.min(minimum_price, retail_price, priceForGroup(prices, agreedGroup));
}
