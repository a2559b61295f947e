import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { centavosToPesos, percentToBasisPoints, pesosToCentavos } from './money.ts';
import { pointsAfterRefund, pointsEarned, saleTotals, sharesOfTotal, type Discount } from './totals.ts';

type WireDiscount = { type: 'percentage' | 'fixed'; value: string };
type WorkedSale = {
  name: string;
  tax_rate: string;
  prices_include_tax: boolean;
  lines: { price: string; discounts: WireDiscount[] }[];
  cart_discounts: WireDiscount[];
  expected: unknown;
};

const fixture = new URL('../../tests/fixtures/worked-sales.json', import.meta.url);
const { sales } = JSON.parse(readFileSync(fixture, 'utf8')) as { sales: WorkedSale[] };

const read = (discount: WireDiscount): Discount => ({
  type: discount.type,
  value: (discount.type === 'percentage' ? percentToBasisPoints : pesosToCentavos)(Number(discount.value)),
  reason: null,
});

const pesos = (centavos: number) => centavosToPesos(centavos).toFixed(2);

describe('the worked sales', () => {
  it('are all there', () => {
    expect(sales).toHaveLength(40);
  });

  it.each(sales.map((sale) => [sale.name, sale] as const))('%s', (_, sale) => {
    const totals = saleTotals(
      sale.lines.map((line) => ({
        price: pesosToCentavos(Number(line.price)),
        discounts: line.discounts.map(read),
      })),
      sale.cart_discounts.map(read),
      { rate: percentToBasisPoints(Number(sale.tax_rate)), pricesIncludeTax: sale.prices_include_tax },
    );
    const shares = sharesOfTotal(totals);
    expect({
      lines: totals.lines.map((line) => ({
        discount_amount: pesos(line.discount_amount),
        final_price: pesos(line.final_price),
      })),
      cart_discount: pesos(totals.cart_discount),
      subtotal: pesos(totals.subtotal),
      discount_amount: pesos(totals.discount_amount),
      taxable_amount: pesos(totals.taxable_amount),
      tax_amount: pesos(totals.tax_amount),
      total_amount: pesos(totals.total_amount),
      points: pointsEarned(totals),
      share_of_total: shares.map(pesos),
      refund_first_line: {
        amount: pesos(shares[0] ?? 0),
        points_left: pointsAfterRefund(totals, new Set([0])),
      },
    }).toEqual(sale.expected);
  });
});
