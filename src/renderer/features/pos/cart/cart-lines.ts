import type { Customer } from '#contract/customers.ts';
import type { Lock } from '#contract/pos.ts';
import type { Unit, ProductVariation } from '#contract/shapes.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { Cart, CartCustomer, CartLine } from '#domain/cart.ts';
import { paidSums } from '#domain/payments.ts';
import { priceForGroup } from '#domain/pricing.ts';
import { soldUnit } from '#domain/sale-line.ts';

/** Returns a unit as a cart line, priced for a customer group; `group` is null for walk-ins. */
export function lineOf(
  unit: Unit,
  variation: ProductVariation,
  { group, holdEndsAt }: { group: string | null; holdEndsAt: number | null },
): CartLine {
  const { retail_price, member_price, wholesale_price, minimum_price } = variation;
  const prices = unit.prices ?? { retail_price, member_price, wholesale_price, minimum_price };
  return {
    ...soldUnit(unit.id),
    product_variation_id: variation.id,
    product_name: variation.product.name,
    variation_name: variation.name,
    serial_number: unit.serial_number,
    imei: unit.imei,
    imei2: unit.imei2,
    category: unit.category,
    condition_rating: unit.condition_rating,
    price: priceForGroup(prices, group),
    prices,
    discounts: [],
    lock_expires_at: holdEndsAt,
    lost: null,
  };
}

export const lineOfLock = (lock: Lock, where: { group: string | null; holdEndsAt: number | null }) =>
  lineOf(lock.inventoryItem, lock.productVariation, where);

/** Returns the customer group that decides a cart's prices; null for walk-ins. */
export const groupOf = (cart: Cart): string | null => cart.customer?.group?.slug ?? null;

/** Returns a customer in the shape that the cart keeps. */
export function cartCustomer(customer: CartCustomer): CartCustomer {
  const { id, name, phone, email, group, loyalty_points } = customer;
  return { id, name, phone, email, group, loyalty_points };
}

/** Returns a customer who was found, created or edited in the shape that the cart keeps. */
export function chosenCustomer({ customer_group, ...customer }: Customer): CartCustomer {
  return cartCustomer({ ...customer, group: customer_group });
}

/** Returns the fields of a draft that the cart refers to. */
export const draftOf = ({
  id,
  draft_number,
  version,
  updated_at,
  tax_rate,
  prices_include_tax,
  payments,
}: Transaction): NonNullable<Cart['draft']> => ({
  id,
  number: draft_number,
  version,
  saved_at: updated_at,
  tax: { rate: tax_rate, pricesIncludeTax: prices_include_tax },
  ...paidSums(payments),
});

/** The cart's own discounts have no ids: their order tells them apart. */
const ownOf = (discounts: Transaction['discounts']) =>
  discounts.map(({ type, value, reason }) => ({ type, value, reason }));

/** Returns a draft of the server as the working cart; its units still have to be locked. */
export function cartOf(draft: Transaction): Cart {
  const group = draft.customer?.group?.slug ?? null;
  return {
    customer: draft.customer && cartCustomer(draft.customer),
    lines: draft.transaction_items.map((item) => ({
      ...lineOf(item.inventory_item, item.inventory_item.product_variation, { group, holdEndsAt: null }),
      price: item.price,
      discounts: ownOf(item.discounts),
    })),
    discounts: ownOf(draft.discounts),
    draft: draftOf(draft),
  };
}
