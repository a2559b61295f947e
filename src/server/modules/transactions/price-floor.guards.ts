import { ApiError } from '#contract/errors.ts';
import { lowPriceText, type LowPrice } from '#domain/low-price.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { floorPrice } from '#domain/pricing.ts';
import { unitOf } from '#domain/sale-line.ts';
import { lineName } from '#domain/sale.ts';
import { netOfLines, type Discount } from '#domain/totals.ts';
import type { Reader } from '../../db/access.ts';
import type { PricedSale, SaleTerms } from './price-sale.rules.ts';
import { discountsIn } from './transactions.present.ts';
import { findLines, type LineRow, type TransactionRow } from './transactions.repository.ts';

/** A line below its price floor, with its net price after its share of the cart's discounts, and its position. */
export type LowLine = PricedSale['lines'][number] & { place: number; net: Centavos };

/** True if a line's price is below its lowest price before any discount: its customer group's price. */
export const isGroupPriceLow = ({ prices, price }: PricedSale['lines'][number]): boolean =>
  price < floorPrice(prices, null);

/** Returns the lines below their floor, where the prices of `agreedGroup` were agreed to. */
export function linesBelowFloor({ lines, totals }: PricedSale, agreedGroup: string | null): LowLine[] {
  const nets = netOfLines(totals);
  return lines
    .map((line, place): LowLine => ({ ...line, place, net: nets[place] ?? 0 }))
    .filter(({ prices, net }) => net < floorPrice(prices, agreedGroup));
}

/** Tells, from the stored draft, if a person with `pricing.override` let a line go as low, or lower. */
function agreementIn(stored: TransactionRow, lines: readonly LineRow[]) {
  const nets = netOfLines({ ...stored, lines });
  const agreed = new Map(
    lines.flatMap((line, index) => (line.floor_agreed === 1 ? [[unitOf(line), nets[index] ?? 0]] : [])),
  );
  return (line: LowLine) => (agreed.get(unitOf(line)) ?? Infinity) <= line.net;
}

const REASON_REFUSAL = 'Only somebody who may give this discount may change its reason';

/** True if a reason was not agreed for this type and value; a new type or value needs any agreed reason. */
function hasOtherReason(wanted: Discount, agreed: readonly Discount[]): boolean {
  const same = agreed.filter(({ type, value }) => type === wanted.type && value === wanted.value);
  return (same.length > 0 ? same : agreed).every(({ reason }) => reason !== wanted.reason);
}

/** Refuses a changed reason on lines agreed below their floor: 422 `price_floor` on that reason. */
function refuseOtherReasons(below: readonly LowLine[], discounts: readonly Discount[], agreed: Agreed): void {
  const wanted = [
    { given: discounts, stored: discountsIn(agreed.draft.discounts_json), path: 'discounts' },
    ...below.map((low) => {
      const line = agreed.lines.find((other) => unitOf(other) === unitOf(low));
      const stored = discountsIn(line?.discounts_json ?? null);
      return { given: low.discounts, stored, path: `items.${low.place}.discounts` };
    }),
  ];
  for (const { given, stored, path } of wanted) {
    const index = given.findIndex((discount) => hasOtherReason(discount, stored));
    if (index < 0) continue;
    throw new ApiError('price_floor', {
      message: REASON_REFUSAL,
      fields: { [`${path}.${index}.reason`]: [REASON_REFUSAL] },
      details: { inventory_item_ids: below.map(unitOf) },
    });
  }
}

type Agreed = { draft: TransactionRow; lines: readonly LineRow[] };

const lowPriceOf = (line: LowLine): LowPrice => ({
  name: lineName(line.unit),
  price: isGroupPriceLow(line) ? line.price : line.net,
  lowest_price: floorPrice(line.prices, null),
  is_group_price: isGroupPriceLow(line),
});

/**
 * 422 `price_floor` for lines below their floor. What the stored draft agreed to may stay, for its reason and no lower.
 */
export async function refuseBelowFloor(
  reader: Reader,
  below: readonly LowLine[],
  { discounts, stored }: Pick<SaleTerms, 'discounts'> & { stored: TransactionRow | null },
): Promise<void> {
  if (below.length === 0) return;
  const agreed = stored && { draft: stored, lines: await findLines(reader, stored.id) };
  const isAgreed = agreed ? agreementIn(agreed.draft, agreed.lines) : () => false;
  const refused = below.filter((line) => !isAgreed(line));
  const [first] = refused;
  if (!first) {
    if (agreed) refuseOtherReasons(below, discounts, agreed);
    return;
  }
  const low_price = lowPriceOf(first);
  const message = lowPriceText(low_price, (amount) => formatMoney(amount, 'payment'));
  throw new ApiError('price_floor', {
    message,
    // On the customer if it is their group's price that is too low.
    fields: { [low_price.is_group_price ? 'customer_id' : 'discounts']: [message] },
    details: { inventory_item_ids: refused.map(unitOf), low_price },
  });
}
