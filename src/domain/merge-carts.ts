import { giveTo, soundLines, type Cart, type CartLine } from './cart.ts';
import { priceForGroup } from './pricing.ts';
import { byKey, lineKey } from './sale-line.ts';
import type { Discount } from './totals.ts';

const isSameDiscounts = (some: readonly Discount[], others: readonly Discount[]): boolean =>
  some.length === others.length &&
  some.every(({ type, value, reason }, place) => {
    const other = others[place];
    return other?.type === type && other.value === value && other.reason === reason;
  });

const isSameCustomer = (one: Cart['customer'], other: Cart['customer']): boolean => one?.id === other?.id;

type Versions = {
  /** The cart as both had it. */
  base: Cart;
  /** The cart here. */
  mine: Cart;
  /** The cart as it was saved elsewhere. */
  theirs: Cart;
};

/**
 * Three-way merge of one draft's cart: what was changed here since `base`, on top of what was saved elsewhere. Where both
 * changed the customer or the same discounts, what was saved elsewhere stands, and `isConflict` is true.
 */
export function mergeCarts({ base, mine, theirs }: Versions): { cart: Cart; isConflict: boolean } {
  let isConflict = false;
  const pick = <T>([before, here, there]: readonly [T, T, T], isSame: (one: T, other: T) => boolean): T => {
    if (isSame(here, before)) return there;
    if (isSame(there, before) || isSame(there, here)) return here;
    isConflict = true;
    return there;
  };
  const [before, here, there] = [byKey(base.lines), byKey(mine.lines), byKey(theirs.lines)];
  const merged = theirs.lines.flatMap((line): CartLine[] => {
    const [old, own] = [before.get(lineKey(line)), here.get(lineKey(line))];
    if (!own) return old ? [] : [line];
    const discounts = [old?.discounts ?? [], own.discounts, line.discounts] as const;
    return [{ ...line, discounts: pick(discounts, isSameDiscounts) }];
  });
  const customer = pick([base.customer, mine.customer, theirs.customer], isSameCustomer);
  const group = customer?.group?.slug ?? null;
  const added = soundLines(mine)
    .filter((line) => !before.has(lineKey(line)) && !there.has(lineKey(line)))
    .map((line) => ({ ...line, price: priceForGroup(line.prices, group) }));
  const cart: Cart = {
    draft: theirs.draft,
    customer: theirs.customer,
    lines: [...merged, ...added],
    discounts: pick([base.discounts, mine.discounts, theirs.discounts], isSameDiscounts),
    // Begun at this till: drafts know of none.
    exchange: mine.exchange ?? null,
  };
  return {
    cart: isSameCustomer(customer, theirs.customer) ? cart : giveTo(cart, customer).cart,
    isConflict,
  };
}
