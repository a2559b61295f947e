import { ApiError } from '#contract/errors.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { floorPrice } from '#domain/pricing.ts';
import { netOfLines } from '#domain/totals.ts';
import type { Reader } from '../../db/access.ts';
import { saleCustomer } from '../customers/customers.public.ts';
import type { PricedSale } from './price-sale.rules.ts';
import { findLines, type TransactionRow } from './transactions.repository.ts';

/** A line with what it comes to after its share of the cart's discounts. */
type NetLine = PricedSale['lines'][number] & { net: Centavos };

/** Tells whether somebody with `pricing.override` has let a line below its floor: that is what a stored draft says. */
async function agreementIn(reader: Reader, stored: TransactionRow) {
  const lines = await findLines(reader, stored.id);
  const nets = netOfLines({ ...stored, lines });
  const group = (await saleCustomer(reader, stored.customer_id))?.customer_group?.slug ?? null;
  const netOf = new Map(lines.map((line, index) => [line.inventory_item_id, nets[index] ?? 0]));
  return ({ unit, net }: NetLine) => {
    const before = netOf.get(unit.id);
    // A group's low price is nobody's agreement: it must not outlive a change of the customer.
    return before !== undefined && before <= net && before < floorPrice(unit, group);
  };
}

/**
 * Refuses lines that come to less than their floor, their share of the cart's discounts taken off: 422 `price_floor`.
 * What the stored draft has below its floor already may stay there, and go no lower.
 */
export async function refuseBelowFloor(
  reader: Reader,
  { lines, totals }: PricedSale,
  group: string | null,
  stored: TransactionRow | null,
): Promise<void> {
  const nets = netOfLines(totals);
  const below = lines
    .map((line, index): NetLine => ({ ...line, net: nets[index] ?? 0 }))
    .filter(({ unit, net }) => net < floorPrice(unit, group));
  if (below.length === 0) return;
  const isAgreed = stored ? await agreementIn(reader, stored) : () => false;
  const refused = below.filter((line) => !isAgreed(line));
  const [first] = refused;
  if (!first) return;
  const { product_name, variation_name } = first.unit;
  const lowest = formatMoney(floorPrice(first.unit, group), 'payment');
  const message = `${product_name} ${variation_name} cannot be sold below ${lowest}`;
  throw new ApiError('price_floor', {
    message,
    fields: { discounts: [message] },
    details: { inventory_item_ids: refused.map((line) => line.inventory_item_id) },
  });
}
