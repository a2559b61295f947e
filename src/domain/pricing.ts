import { applyRate, type Centavos } from './money.ts';
import type { UnitCategory } from './transactions.ts';

export const customerGroups = ['regular', 'member', 'vip', 'wholesale'] as const;
export type CustomerGroupSlug = (typeof customerGroups)[number];

/** The prices of a variation's new units; the last three may be absent. */
export type VariationPrices = {
  retail_price: Centavos;
  member_price: Centavos | null;
  wholesale_price: Centavos | null;
  minimum_price: Centavos | null;
};

/** The names of a price list's four prices. */
export const priceNames = ['retail_price', 'wholesale_price', 'member_price', 'minimum_price'] as const;
type PriceName = (typeof priceNames)[number];

/** The categories that may have a price list of their own beside that of new units. */
export const ownListCategories = ['used', 'refurbished'] as const satisfies readonly UnitCategory[];
type OwnListCategory = (typeof ownListCategories)[number];

/** The prices of a variation's used and refurbished units: `used_retail_price`, `refurbished_minimum_price` and so on. */
export type CategoryPrices = Record<`${OwnListCategory}_${PriceName}`, Centavos | null>;
export type CategoryPriceName = keyof CategoryPrices;

/** Returns the name of a category's price. */
export const categoryPriceName = (category: OwnListCategory, name: PriceName): CategoryPriceName =>
  `${category}_${name}`;

export const categoryPriceNames: readonly CategoryPriceName[] = ownListCategories.flatMap((category) =>
  priceNames.map((name) => categoryPriceName(category, name)),
);

/** The prices that hold for one unit. */
export type UnitPrices = VariationPrices & {
  /** The price for VIPs; absent where it is 90 % of the member price, and from older servers and saved carts. */
  vip_price?: Centavos | null | undefined;
};

/** A unit with its own prices, and those of its variation. */
export type PricedUnit = VariationPrices &
  CategoryPrices & { category: UnitCategory; own_price: Centavos | null; own_minimum_price: Centavos | null };

/** True for a group whose customers may pay another price than retail. */
export const hasOwnPrices = (slug: string): boolean => ['member', 'vip', 'wholesale'].includes(slug);

const VIP_SHARE = 9000;

/** True for a unit that does not cost what its variation's new units cost. */
export const isPricedApart = ({ category, own_price }: Pick<PricedUnit, 'category' | 'own_price'>): boolean =>
  category !== 'new' || own_price !== null;

/** Returns the price list of a unit's category, with the unit's own minimum price; null for one that has no price. */
function listOf(unit: PricedUnit): UnitPrices | null {
  const { category, own_minimum_price, retail_price, member_price, wholesale_price, minimum_price } = unit;
  if (category === 'new') {
    const lowest = own_minimum_price ?? minimum_price;
    return { retail_price, member_price, wholesale_price, minimum_price: lowest };
  }
  const of = (name: PriceName) => unit[categoryPriceName(category, name)];
  const retail = of('retail_price');
  if (retail === null) return null;
  const [member, wholesale] = [of('member_price'), of('wholesale_price')];
  // Without a minimum price nobody gets it for less than the lowest price of the list.
  const lowest = Math.min(retail, member ?? retail, wholesale ?? retail);
  const minimum = own_minimum_price ?? of('minimum_price') ?? lowest;
  return {
    retail_price: retail,
    member_price: member,
    wholesale_price: wholesale,
    minimum_price: minimum,
    // The prices of groups are those of new units, unless the category has its own.
    vip_price: member === null ? retail : Math.max(applyRate(member, VIP_SHARE), minimum),
  };
}

/**
 * Returns the prices of a unit: its own, which every group pays, else those of its category. Null for a used or
 * refurbished unit that has neither: it is not sold until it has a price.
 */
export function pricesOfUnit(unit: PricedUnit): UnitPrices | null {
  const { category, own_price } = unit;
  const list = listOf(unit);
  if (own_price === null) return list;
  const lowest = list?.minimum_price ?? unit.own_minimum_price;
  return {
    retail_price: own_price,
    member_price: null,
    wholesale_price: null,
    // New units without a minimum price have no lowest price; any other one is not sold for less than its own.
    minimum_price: category === 'new' ? lowest : (lowest ?? own_price),
    vip_price: own_price,
  };
}

/**
 * Returns a unit's price for a customer's group; walk-ins pay retail. VIPs pay 90 % of the member price (or of retail),
 * never below the minimum price. A group's discount percentage is only a label.
 */
export function priceForGroup(prices: UnitPrices, group: string | null): Centavos {
  switch (group) {
    case 'wholesale':
      return prices.wholesale_price ?? prices.retail_price;
    case 'member':
      return prices.member_price ?? prices.retail_price;
    case 'vip':
      return (
        prices.vip_price ??
        Math.max(applyRate(prices.member_price ?? prices.retail_price, VIP_SHARE), prices.minimum_price ?? 0)
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
export function floorPrice(prices: UnitPrices, agreedGroup: string | null): Centavos {
  const { minimum_price, retail_price } = prices;
  if (minimum_price === null) return 0;
  // Prices older than the rule that compares the two are sold at retail all the same.
  return Math.min(minimum_price, retail_price, priceForGroup(prices, agreedGroup));
}
