import { ApiError } from '#contract/errors.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import type { Store } from '#contract/stores.ts';
import { coveredAmount } from '#domain/payments.ts';
import { priceForGroup } from '#domain/pricing.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { saleTotals, taxDue, type Discount, type SaleTotals, type TaxRule } from '#domain/totals.ts';
import type { UnitRow } from '../units/units.public.ts';
import type { PaymentRow } from './payments.repository.ts';
import type { TransactionRow } from './transactions.repository.ts';

/** A unit as somebody wants to sell it. */
export type WantedLine = { inventory_item_id: number; discounts: readonly Discount[] };

export type PricedSale = { lines: (WantedLine & { unit: UnitRow; price: Centavos })[]; totals: SaleTotals };

/** To which group, and with which discounts of the whole cart something is sold. */
export type SaleTerms = {
  group: string | null;
  tax: TaxRule;
  discounts: readonly Discount[];
};

/**
 * Prices some units for a customer's group, in the order given, takes every discount off and adds them up; 409
 * `item_unavailable` for one that is not among the store's `units`.
 */
export function priceSale(
  units: readonly UnitRow[],
  wanted: readonly WantedLine[],
  { group, tax, discounts }: SaleTerms,
): PricedSale {
  const unitById = new Map(units.map((unit) => [unit.id, unit]));
  const lines = wanted.map((line) => {
    const unit = unitById.get(line.inventory_item_id);
    if (!unit) {
      throw new ApiError('item_unavailable', { details: { inventory_item_ids: [line.inventory_item_id] } });
    }
    return { ...line, unit, price: priceForGroup(unit, group) };
  });
  return { lines, totals: saleTotals(lines, discounts, tax) };
}

/** What a draft is charged now: while payments stand on it, the tax that it had when they were taken. */
export function taxOfDraft(
  { tax_rate, prices_include_tax }: TransactionRow,
  payments: readonly PaymentRow[],
  { settings }: Store,
): TaxRule {
  const saved = { rate: tax_rate, pricesIncludeTax: prices_include_tax === 1 };
  return taxDue(saved, coveredAmount(payments), taxRuleOf(settings));
}

/** The refusal of a figure that the screen showed and the server does not find. */
export function totalChanged(total: Centavos): ApiError {
  return new ApiError('total_changed', {
    message: `The total is now ${formatMoney(total, 'payment')}. Check the prices again`,
    details: { total_amount: total },
  });
}
