import type { RouteInput } from '#contract/define-route.ts';
import type { transactions } from '#contract/transactions.ts';
import type { Centavos } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { lineKey, soldOf, unitOf } from '#domain/sale-line.ts';
import {
  amountsOfLines,
  discountLabel,
  type Discount,
  type SaleTotals,
  type TaxRule,
} from '#domain/totals.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { requireCustomer, saleCustomer, type SaleCustomer } from '../customers/customers.public.ts';
import { findUnits, holdUnits, unavailableUnits, type Holder, type UnitRow } from '../units/units.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { moneyText } from './noted.present.ts';
import { isGroupPriceLow, linesBelowFloor, refuseBelowFloor, type LowLine } from './price-floor.guards.ts';
import { priceSale, totalChanged, type PricedSale } from './price-sale.rules.ts';
import { discountsJson } from './transactions.present.ts';
import type { TransactionRow } from './transactions.repository.ts';

/** A cart as it is sent for a draft. */
export type DraftContent = RouteInput<typeof transactions.create>['body'];
type DraftItem = DraftContent['items'][number];

/** Returns an item's discounts; an amount from an older client counts as one fixed discount. */
function discountsOf({ discounts, discount_amount, discount_reason }: DraftItem): readonly Discount[] {
  if (discounts) return discounts;
  if (!discount_amount) return [];
  return [{ type: 'fixed', value: discount_amount, reason: discount_reason || 'Discount' }];
}

/** True if a line's figures are those that the screen showed, as far as the client sent them. */
function isAsShown(item: DraftItem, price: Centavos, discountAmount: Centavos): boolean {
  const isPrice = item.price === undefined || item.price === price;
  const namesFigure = item.discounts !== undefined && item.discount_amount !== undefined;
  return isPrice && (!namesFigure || item.discount_amount === discountAmount);
}

function refuseOtherFigures(content: DraftContent, { lines, totals }: PricedSale): void {
  const sameTotals = (['subtotal', 'discount_amount', 'tax_amount', 'total_amount'] as const).every(
    (figure) => content[figure] === undefined || content[figure] === totals[figure],
  );
  const sameLines = content.items.every((item, index) =>
    isAsShown(item, lines[index]?.price ?? 0, totals.lines[index]?.discount_amount ?? 0),
  );
  if (!sameTotals || !sameLines) throw totalChanged(totals.total_amount);
}

/**
 * Returns the cart's fields that are stored as sent: figures are recalculated, and lines, discounts, payments and
 * customer are checked first.
 */
export function keptFields({
  status,
  items,
  payments,
  discounts,
  customer_id,
  subtotal,
  discount_amount,
  tax_amount,
  total_amount,
  ...kept
}: DraftContent) {
  return kept;
}

/**
 * Returns a draft's customer: the named one, a walk-in for null, the earlier one if none is named. The draft keeps a
 * customer who was deleted since; a deleted customer cannot be set anew.
 */
export function customerOf(
  reader: Reader,
  named: number | null | undefined,
  kept: number | null,
): Promise<SaleCustomer | null> {
  if (named === undefined || named === kept) return saleCustomer(reader, kept);
  return named === null ? Promise.resolve(null) : requireCustomer(reader, named);
}

/** Returns a cart's items: a unit is one line, even if it is named twice. */
const itemsOf = ({ items }: DraftContent): DraftItem[] => [
  ...new Map(items.map((item) => [unitOf(item), item])).values(),
];

/** Finds a cart's units; while the till is off, nothing is locked. */
export const findUnitsOf = (reader: Reader, content: DraftContent, { storeId }: Holder): Promise<UnitRow[]> =>
  findUnits(reader, itemsOf(content).map(unitOf), storeId);

/** Locks a cart's units for a draft and returns their new state; 409 `item_unavailable`. */
export async function holdUnitsOf(
  writer: Writer,
  draftId: number,
  content: DraftContent,
  holder: Holder,
): Promise<UnitRow[]> {
  const unitIds = itemsOf(content).map(unitOf);
  const [{ lost }, units] = await Promise.all([
    holdUnits(writer, unitIds, { ...holder, draftId }),
    findUnits(writer, unitIds, holder.storeId),
  ]);
  if (lost.length) throw await unavailableUnits(writer, lost, { ...holder, draftId });
  return units;
}

type Terms = {
  draftId: number;
  units: readonly UnitRow[];
  customer: SaleCustomer | null;
  tax: TaxRule;
  discounts: readonly Discount[];
  /** The stored draft; null for a new one. */
  stored: TransactionRow | null;
};

/**
 * Prices a draft's units and refuses what is not allowed; returns its lines, and the figures for its row. 422
 * `total_changed` or `price_floor`.
 */
export async function reckonContent(
  writer: Writer,
  content: DraftContent,
  { draftId, units, customer, tax, discounts, stored }: Terms,
  holder: Holder & Pick<TillCaller, 'approval'>,
) {
  const items = itemsOf(content);
  const group = customer?.customer_group?.slug ?? null;
  const wanted = items.map((item) => ({ ...item, discounts: discountsOf(item) }));
  const sale = priceSale(units, wanted, { group, tax, discounts });
  refuseOtherFigures({ ...content, items }, sale);
  const mayPass = holder.approval !== null || can(holder.session.staff, 'pricing.override');
  const isAgreed =
    (mayPass && sale.lines.some(isGroupPriceLow)) || (stored !== null && stored.floor_agreed_group === group);
  const floor_agreed_group = isAgreed ? group : null;
  const below = linesBelowFloor(sale, floor_agreed_group);
  if (!mayPass) await refuseBelowFloor(writer, below, { discounts, stored });
  const figures = {
    ...rowFigures(sale.totals),
    discounts_json: discountsJson(discounts),
    floor_agreed_group,
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax ? (1 as const) : (0 as const),
  };
  const approved = holder.approval ? approvedPrices(linesBelowFloor(sale, null), discounts, customer) : [];
  return { lines: lineRows(writer, draftId, sale, below), figures, approved };
}

/** Describes the approved prices below the lowest ones for the audit log. */
const approvedPrices = (
  below: readonly LowLine[],
  onCart: readonly Discount[],
  customer: SaleCustomer | null,
): string[] =>
  below.map((line) => {
    const group = isGroupPriceLow(line) ? [`${customer?.customer_group?.name ?? ''} price`] : [];
    const why = [...group, ...[...line.discounts, ...onCart].map(discountLabel)].join(', ');
    const before = group.length ? line.prices.retail_price : line.price;
    return `${line.unit.product_name}: ${moneyText(before)} → ${moneyText(line.net)} (${why})`;
  });

const lineRows = (
  writer: Writer,
  draftId: number,
  { lines, totals }: PricedSale,
  below: readonly LowLine[],
) => {
  const amounts = amountsOfLines(totals);
  return lines.map(({ unit, price, discounts, ...line }, position) => ({
    id: writer.nextId(),
    transaction_id: draftId,
    position,
    line_key: lineKey(line),
    ...soldOf(line),
    product_variation_id: unit.product_variation_id,
    price,
    discount_amount: totals.lines[position]?.discount_amount ?? 0,
    discount_reason: discounts.map(discountLabel).join(', ') || null,
    discounts_json: discountsJson(discounts),
    final_price: totals.lines[position]?.final_price ?? 0,
    net_amount: amounts[position]?.net_amount ?? 0,
    tax_amount: amounts[position]?.tax_amount ?? 0,
    floor_agreed: below.some((low) => unitOf(low) === unitOf(line)) ? (1 as const) : null,
    live: 0 as const,
  }));
};

const rowFigures = ({ subtotal, discount_amount, taxable_amount, tax_amount, total_amount }: SaleTotals) => ({
  subtotal,
  discount_amount,
  taxable_amount,
  tax_amount,
  total_amount,
});
