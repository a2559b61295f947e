import { ApiError } from '#contract/errors.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import type { Store } from '#contract/stores.ts';
import { coveredAmount } from '#domain/payments.ts';
import { priceForGroup, pricesOfUnit, type UnitPrices } from '#domain/pricing.ts';
import { type SoldLine, unitOf } from '#domain/sale-line.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { saleTotals, taxDue, type Discount, type SaleTotals, type TaxRule } from '#domain/totals.ts';
import { priceMissing, type UnitRow } from '../units/units.public.ts';
import type { PaymentRow } from './payments.repository.ts';
import type { TransactionRow } from './transactions.repository.ts';

/** A unit to sell, with its discounts. */
type WantedLine = SoldLine & { discounts: readonly Discount[] };

export type PricedSale = {
  lines: (WantedLine & { unit: UnitRow; prices: UnitPrices; price: Centavos })[];
  totals: SaleTotals;
};

/** The customer group, the tax, and the discounts of the whole cart. */
export type SaleTerms = {
  group: string | null;
  tax: TaxRule;
  discounts: readonly Discount[];
};

/**
 * Prices units for a customer group, in the order given, applies all discounts and adds them up; 409 `item_unavailable`
 * for a unit that is not among the store's `units`, `price_missing` for a used one without a price.
 */
export function priceSale(
  units: readonly UnitRow[],
  wanted: readonly WantedLine[],
  { group, tax, discounts }: SaleTerms,
): PricedSale {
  const unitById = new Map(units.map((unit) => [unit.id, unit]));
  const lines = wanted.map((line) => {
    const unit = unitById.get(unitOf(line));
    if (!unit) {
      throw new ApiError('item_unavailable', { details: { inventory_item_ids: [unitOf(line)] } });
    }
    const prices = pricesOfUnit(unit);
    if (!prices) throw priceMissing(unit);
    return { ...line, unit, prices, price: priceForGroup(prices, group) };
  });
  return { lines, totals: saleTotals(lines, discounts, tax) };
}

/** Returns a draft's tax rule: while payments stand on it, the one of when they were taken. */
export function taxOfDraft(
  { tax_rate, prices_include_tax }: TransactionRow,
  payments: readonly PaymentRow[],
  { settings }: Store,
): TaxRule {
  const saved = { rate: tax_rate, pricesIncludeTax: prices_include_tax === 1 };
  return taxDue(saved, coveredAmount(payments), taxRuleOf(settings));
}

/** Returns the refusal for a figure on the screen that differs from the server's. */
export function totalChanged(total: Centavos): ApiError {
  return new ApiError('total_changed', {
    message: `The total is now ${formatMoney(total, 'payment')}. Check the prices again`,
    details: { total_amount: total },
  });
}
