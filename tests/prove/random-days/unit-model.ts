// Units and their prices, as on labels and on a list at the wall. Independent of the product's code; centavos throughout.

export const groups = [null, 'member', 'vip', 'wholesale'] as const;
export type Group = (typeof groups)[number];
export type Category = 'new' | 'used' | 'refurbished';

/** The prices of a category: a price without a name of its own is the retail price. */
export type PriceList = { retail: number; member?: number; wholesale?: number; minimum?: number };
/** A category without a list has no price: its units wait for one of their own. */
export type PriceLists = { new: PriceList; used?: PriceList; refurbished?: PriceList };

/** Each unit is in one of these states; between two steps none is locked in a cart. */
export type Place =
  | 'available'
  | 'locked'
  | 'sold'
  | 'defective'
  | 'on_hold'
  | 'returned'
  | 'in_transit'
  | 'lost';
export type ModelUnit = {
  id: number;
  category: Category;
  rating: number | null;
  own: number | null;
  /** What the shop paid for it. */
  cost: number | null;
  place: Place;
  /** The trade-in that it came by; null for a delivery. */
  stay: string | null;
};

/** The floor is the minimum price; without one, the lowest price of a category's list, and nothing for new units. */
function floorOf(category: Category, { retail, member, wholesale, minimum }: PriceList): number {
  if (minimum !== undefined) return minimum;
  return category === 'new' ? 0 : Math.min(retail, member ?? retail, wholesale ?? retail);
}

/** VIPs pay 90 % of the member price, never below the floor; of a category without one, its retail price. */
function priceForVips(category: Category, list: PriceList): number {
  if (category !== 'new' && list.member === undefined) return list.retail;
  return Math.max(Math.round(((list.member ?? list.retail) * 90) / 100), floorOf(category, list));
}

/** Returns what a unit costs and the lowest price that needs no approval; null for a unit without a price. */
export function priceOf(
  { category, own }: ModelUnit,
  lists: PriceLists,
  group: Group,
): { price: number; floor: number } | null {
  const list = lists[category];
  if (own !== null) {
    // Everybody pays it. Whoever set it below the minimum price of the list has approved it.
    const floor = list ? floorOf(category, list) : own;
    return { price: own, floor: Math.min(own, floor) };
  }
  if (!list) return null;
  const { retail, member = retail, wholesale = retail } = list;
  const price = { none: retail, member, wholesale, vip: priceForVips(category, list) }[group ?? 'none'];
  return { price, floor: floorOf(category, list) };
}
