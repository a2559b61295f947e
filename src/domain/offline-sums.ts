import { smallestCoins } from './cash-rounding.ts';
import type { BasisPoints, Centavos } from './money.ts';
import {
  cashRounding,
  changeDue,
  excessWithoutCash,
  isCovered,
  type CountedPayment,
  type PaymentMethod,
} from './payments.ts';
import { saleTotals, type Discount } from './totals.ts';

/** The figures of a sale as its till told the customer. */
export type ToldSums = {
  lines: readonly {
    price: Centavos;
    discounts: readonly Discount[];
    discount_amount: Centavos;
    final_price: Centavos;
  }[];
  discounts: readonly Discount[];
  subtotal: Centavos;
  discount_amount: Centavos;
  taxable_amount: Centavos;
  tax_rate: BasisPoints;
  prices_include_tax: boolean;
  tax_amount: Centavos;
  total_amount: Centavos;
  payments: readonly { method: PaymentMethod; amount: Centavos; status: 'completed' | 'pending' }[];
  change_due: Centavos;
  cash_rounding: Centavos;
};

const TOTALS = ['subtotal', 'discount_amount', 'taxable_amount', 'tax_amount', 'total_amount'] as const;

/** Returns what of a sale's figures does not add up, in words for a manager; null if everything does. */
export function whatDoesNotAddUp(told: ToldSums): string | null {
  const tax = { rate: told.tax_rate, pricesIncludeTax: told.prices_include_tax };
  const totals = saleTotals(told.lines, told.discounts, tax);
  const isLine = (line: ToldSums['lines'][number], index: number) =>
    line.discount_amount === totals.lines[index]?.discount_amount &&
    line.final_price === totals.lines[index]?.final_price;
  if (!told.lines.every(isLine)) return 'the discounts of its lines';
  if (!TOTALS.every((name) => told[name] === totals[name])) return 'its total';
  const payments = told.payments.map((payment): CountedPayment => ({ ...payment, deleted_at: null }));
  if (excessWithoutCash(told.total_amount, payments) > 0) return 'its payments';
  // Which coin the chain rounded to by then is not told.
  const isChange = smallestCoins.some((coin) => {
    const change = changeDue(told.total_amount, payments, coin);
    return (
      isCovered(told.total_amount, payments, coin) &&
      change === told.change_due &&
      cashRounding(told.total_amount, payments, { change, coin }) === told.cash_rounding
    );
  });
  return isChange ? null : 'its payments and the change';
}
