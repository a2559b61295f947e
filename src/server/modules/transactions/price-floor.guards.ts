import { ApiError } from '#contract/errors.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { floorPrice } from '#domain/pricing.ts';
import { netOfLines } from '#domain/totals.ts';
import type { Reader } from '../../db/access.ts';
import type { PricedSale } from './price-sale.rules.ts';
import { findLines, type TransactionRow } from './transactions.repository.ts';

/** A line that comes to less than its floor, its share of the cart's discounts taken off. */
export type LowLine = PricedSale['lines'][number] & { net: Centavos };

/** The lines of a sale to a customer's group that come to less than their floor. */
export function linesBelowFloor({ lines, totals }: PricedSale, group: string | null): LowLine[] {
  const nets = netOfLines(totals);
  return lines
    .map((line, index): LowLine => ({ ...line, net: nets[index] ?? 0 }))
    .filter(({ unit, net }) => net < floorPrice(unit, group));
}

/** Tells whether somebody with `pricing.override` has let a line as low, or lower: that is what its stored row says. */
async function agreementIn(reader: Reader, stored: TransactionRow) {
  const lines = await findLines(reader, stored.id);
  const nets = netOfLines({ ...stored, lines });
  const agreed = new Map(
    lines.flatMap((line, index) =>
      line.floor_agreed === 1 ? [[line.inventory_item_id, nets[index] ?? 0]] : [],
    ),
  );
  return ({ inventory_item_id, net }: LowLine) => (agreed.get(inventory_item_id) ?? Infinity) <= net;
}

/** Refuses lines below their floor: 422 `price_floor`. What was agreed to in the stored draft may stay, and go no lower. */
export async function refuseBelowFloor(
  reader: Reader,
  below: readonly LowLine[],
  group: string | null,
  stored: TransactionRow | null,
): Promise<void> {
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
