import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centavosToPesos, percentToBasisPoints, pesosToCentavos } from './money.ts';
import {
  amountsOfLines,
  beforeTax,
  discountLabel,
  discountParts,
  netOfLines,
  pointsAfterRefund,
  pointsEarned,
  saleTotals,
  sharesOfTotal,
  taxDue,
  totalsOf,
  type Discount,
} from './totals.ts';

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

const percentage = (value: number, reason: string | null = null): Discount => ({
  type: 'percentage',
  value,
  reason,
});
const fixed = (value: number, reason: string | null = null): Discount => ({ type: 'fixed', value, reason });

describe('the parts of several discounts', () => {
  it.each([
    [[], []],
    [[percentage(1000)], [10_000]],
    [
      [percentage(1000), percentage(1000)],
      [10_000, 10_000],
    ],
    [
      [fixed(99_000), percentage(500)],
      [99_000, 1000],
    ],
    [
      [fixed(100_000), fixed(1)],
      [100_000, 0],
    ],
    [[percentage(10_000)], [100_000]],
  ])('of ₱1,000 by %j are %j', (discounts, expected) => {
    expect(discountParts(100_000, discounts)).toEqual(expected);
  });

  it('never take more than there is, whatever they are', () => {
    const any = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((value) => percentage(value)),
      fc.integer({ min: 1, max: 1_000_000 }).map((value) => fixed(value)),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500_000 }),
        fc.array(any, { maxLength: 5 }),
        (base, discounts) => {
          const parts = discountParts(base, discounts);
          const taken = parts.reduce((sum, part) => sum + part, 0);
          expect(parts.every((part) => part >= 0)).toBe(true);
          expect(taken).toBeLessThanOrEqual(base);
          const totals = saleTotals([{ price: base, discounts }], [], {
            rate: 1200,
            pricesIncludeTax: false,
          });
          expect(totals.discount_amount).toBe(taken);
        },
      ),
    );
  });
});

describe('a discount’s label', () => {
  it.each([
    [percentage(1000, 'Open box'), 'Open box −10%'],
    [percentage(1250, 'Staff'), 'Staff −12.5%'],
    [fixed(50_000, 'Loyal customer'), 'Loyal customer'],
    [percentage(500), 'Discount −5%'],
    [fixed(500), 'Discount'],
  ])('of %j is %s', (discount, expected) => {
    expect(discountLabel(discount)).toBe(expected);
  });
});

describe('what each line comes to', () => {
  it('holds its own discounts and its share of the cart’s, and adds up exactly', () => {
    const totals = saleTotals(
      [
        { price: 100_00, discounts: [fixed(10_00)] },
        { price: 45_00, discounts: [] },
        { price: 0, discounts: [] },
      ],
      [fixed(10_01)],
      { rate: 1200, pricesIncludeTax: false },
    );
    expect(netOfLines(totals)).toEqual([83_33, 41_66, 0]);
    expect(netOfLines(totals).reduce((sum, net) => sum + net, 0)).toBe(totals.taxable_amount);
  });

  it.each([
    ['on top', false, [33_34, 33_33, 33_33], [4_00, 4_00, 4_00]],
    ['within', true, [29_77, 29_76, 29_76], [3_57, 3_57, 3_57]],
  ])(
    'is its share of the net amount and of the tax %s, the earlier line first',
    (_, pricesIncludeTax, nets, taxes) => {
      const lines = [1, 2, 3].map(() => ({ price: 100_00, discounts: [] }));
      const totals = saleTotals(lines, [fixed(200_00)], { rate: 1200, pricesIncludeTax });
      expect(amountsOfLines(totals)).toEqual(
        nets.map((net_amount, index) => ({ net_amount, tax_amount: taxes[index] })),
      );
    },
  );
});

describe('the figures of one line that comes to a total', () => {
  it.each([
    ['on top', { rate: 1000, pricesIncludeTax: false }, { subtotal: 90_886, tax_amount: 9089 }],
    ['within', { rate: 1000, pricesIncludeTax: true }, { subtotal: 99_975, tax_amount: 9089 }],
    ['of nothing', { rate: 0, pricesIncludeTax: false }, { subtotal: 99_975, tax_amount: 0 }],
  ])('hold the tax %s', (_, tax, figures) => {
    expect(totalsOf(99_975, tax)).toMatchObject({ ...figures, discount_amount: 0, total_amount: 99_975 });
  });

  it('are those of a sale whose own rounding comes to that total', () => {
    const rate = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), rate, fc.boolean(), (price, percent, isWithin) => {
        const tax = { rate: percent, pricesIncludeTax: isWithin };
        const sale = saleTotals([{ price, discounts: [] }], [], tax);
        const figures = totalsOf(sale.total_amount, tax);
        expect(figures.taxable_amount + figures.tax_amount).toBe(sale.total_amount);
        expect(Math.abs(figures.tax_amount - sale.tax_amount)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the tax of a sale that is not completed', () => {
  const paidAt = { rate: 1200, pricesIncludeTax: false };
  const now = { rate: 500, pricesIncludeTax: true };

  it('is the one it was paid at, rate and mode, as long as payments cover some of it', () => {
    expect(taxDue(paidAt, 1, now)).toEqual(paidAt);
  });

  it('is what its store charges now while no payment stands, and where it was never saved', () => {
    expect(taxDue(paidAt, 0, now)).toEqual(now);
    expect(taxDue(undefined, 100, now)).toEqual(now);
  });
});

it('a price brings in what is left of it before the tax that it holds', () => {
  expect(beforeTax(1_120_000, { rate: 1200, pricesIncludeTax: true })).toBe(1_000_000);
  expect(beforeTax(1_120_000, { rate: 1200, pricesIncludeTax: false })).toBe(1_120_000);
});
