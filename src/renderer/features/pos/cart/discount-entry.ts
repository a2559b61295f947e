import { DISCOUNTS_MAX } from '#contract/discounts.ts';
import { discountLine, linesBelowFloor, type BelowFloor, type Cart } from '#domain/cart.ts';
import { FULL_RATE, parsePesos, type Centavos } from '#domain/money.ts';
import { lineKey } from '#domain/sale-line.ts';
import { discountOn, type Discount } from '#domain/totals.ts';
import type { DiscountTarget } from './cart-changes.ts';

/** A discount as the cashier types it. */
export type DiscountEntry = { type: Discount['type']; value: string; reason: string };

type DiscountProblem = { field: 'value' | 'reason'; message: string };

export type CheckedDiscount = {
  /** The typed discount; null while it is invalid. */
  discount: Discount | null;
  /** The cart with the discount. */
  cart: Cart;
  problem: DiscountProblem | null;
  /** The lines that the discount takes below their lowest price. */
  belowFloor: BelowFloor[];
  /** True if the discount takes a line lower than was allowed before. */
  isDeeper: boolean;
};

/** Returns the discounts of a target. */
export function discountsOn(cart: Cart, target: DiscountTarget): readonly Discount[] {
  if (target === 'cart') return cart.discounts;
  return cart.lines.find((line) => lineKey(line) === target)?.discounts ?? [];
}

/** Returns the cart with the target's discounts replaced. */
export function withDiscounts(cart: Cart, target: DiscountTarget, discounts: readonly Discount[]): Cart {
  return target === 'cart' ? { ...cart, discounts } : discountLine(cart, target, discounts);
}

/** Returns the rest of a target's price after its discounts. */
export function leftOf(cart: Cart, target: DiscountTarget): Centavos {
  const afterLines = cart.lines
    .filter((line) => line.lost === null && (target === 'cart' || lineKey(line) === target))
    .reduce((sum, line) => sum + line.price - discountOn(line.price, line.discounts), 0);
  return target === 'cart' ? afterLines - discountOn(afterLines, cart.discounts) : afterLines;
}

function valueProblem(type: Discount['type'], value: number | null, left: Centavos): string | null {
  if (value === null) return type === 'percentage' ? 'Enter a percentage' : 'Enter an amount';
  if (value <= 0) return 'Discount must be greater than 0';
  if (type === 'percentage' && value > FULL_RATE) return 'Discount cannot be more than 100%';
  if (type === 'fixed' && value > left) return 'Discount cannot be more than the price';
  return null;
}

/** Checks a typed discount against the cart; `nameFloor` returns the message about a line's lowest price. */
export function checkDiscount(
  cart: Cart,
  target: DiscountTarget,
  { type, value, reason }: DiscountEntry,
  { mayOverride, nameFloor }: { mayOverride: boolean; nameFloor: (line: BelowFloor) => string },
): CheckedDiscount {
  const given = discountsOn(cart, target);
  // Percent and pesos both have two decimals, so both are read as hundredths.
  const typed = parsePesos(value);
  const message = given.length >= DISCOUNTS_MAX ? `At most ${DISCOUNTS_MAX} discounts` : null;
  const wrong = message ?? valueProblem(type, typed, leftOf(cart, target));
  if (wrong || typed === null) {
    return {
      discount: null,
      cart,
      problem: { field: 'value', message: wrong ?? '' },
      belowFloor: [],
      isDeeper: false,
    };
  }
  const discount: Discount = { type, value: typed, reason: reason.trim() };
  const discounted = withDiscounts(cart, target, [...given, discount]);
  const belowFloor = linesBelowFloor(discounted);
  // Lines that were allowed below their lowest price may stay there, but go no lower.
  const before = new Map(linesBelowFloor(cart).map(({ key, net }) => [key, net]));
  const refused = belowFloor.find(({ key, net }) => net < (before.get(key) ?? Infinity));
  if (refused && !mayOverride) {
    return {
      discount,
      cart: discounted,
      problem: { field: 'value', message: nameFloor(refused) },
      belowFloor,
      isDeeper: true,
    };
  }
  const problem: DiscountProblem | null = discount.reason
    ? null
    : { field: 'reason', message: 'Reason required' };
  return { discount, cart: discounted, problem, belowFloor, isDeeper: refused !== undefined };
}
