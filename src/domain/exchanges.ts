import type { Centavos } from './money.ts';
import type { Disposition } from './refunds.ts';
import type { TaxRule } from './totals.ts';

/** A unit that comes back in an exchange. */
export type ComingBack = {
  /** Its line in the sale that it is of. */
  id: number;
  product_variation_id: number;
  product_name: string;
  /** Its variation and number. */
  identifier: string;
  disposition: Disposition;
  /** The refund for it. */
  amount: Centavos;
};

/** An exchange as it was begun at a till: what comes back for the cart. */
export type Exchange = {
  /** The sale that the units are of. */
  transaction_id: number;
  number: string;
  items: readonly ComingBack[];
  reason: string;
  /** True for a unit that is replaced by another one of its variation, which costs what was paid for the first. */
  is_warranty: boolean;
  /** The refund for the units: verified money only. */
  amount: Centavos;
  /** The tax of that sale. */
  tax: TaxRule;
};

/** Returns the total of what goes out for it: under the warranty what was paid for the unit that comes back. */
export const exchangedTotal = (exchange: Exchange | null | undefined, total: Centavos): Centavos =>
  exchange?.is_warranty ? exchange.amount : total;

export type ExchangeBalance = {
  /** The part of the refund that pays for what goes out. */
  carried: Centavos;
  /** The amount still to be paid. */
  to_pay: Centavos;
  /** The rest of the refund. */
  goes_back: Centavos;
};

/** Compares what is refunded in an exchange with what is due for the goods that go out. */
export function exchangeBalance(refunded: Centavos, due: Centavos): ExchangeBalance {
  const carried = Math.min(refunded, Math.max(0, due));
  return { carried, to_pay: Math.max(0, due - carried), goes_back: refunded - carried };
}

type GoingOut = { product_variation_id?: number | undefined };

/** True if these goods replace the unit of a warranty exchange: one other of its variation. */
export function isReplacement({ items }: Pick<Exchange, 'items'>, lines: readonly GoingOut[]): boolean {
  const [unit] = items;
  const [line] = lines;
  if (!unit || !line || items.length > 1 || lines.length > 1) return false;
  // Carts of older versions do not know it: the server looks.
  return line.product_variation_id === undefined || line.product_variation_id === unit.product_variation_id;
}
