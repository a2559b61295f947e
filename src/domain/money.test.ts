import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocate,
  applyRate,
  basisPointsToPercent,
  centavosToPesos,
  currencyOf,
  divideRounded,
  formatAmount,
  formatMoney,
  amountProblem,
  parseCount,
  parsePesos,
  percentToBasisPoints,
  pesosToCentavos,
  wholePesos,
} from './money.ts';

const centavos = fc.integer({ min: 0, max: 10_000_000_000_000 });

describe('pesos and centavos', () => {
  it('are the same amount there and back, and as text', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        expect(pesosToCentavos(centavosToPesos(amount))).toBe(amount);
        expect(pesosToCentavos(JSON.parse(JSON.stringify(centavosToPesos(amount))) as number)).toBe(amount);
      }),
    );
  });

  it('do not lose a centavo to binary fractions', () => {
    for (const pesos of [0.1, 0.29, 1.15, 4.35, 8.2, 1.005 + 0.005, 19.99]) {
      expect(pesosToCentavos(pesos)).toBe(Number((pesos * 100).toFixed(0)));
    }
    expect([percentToBasisPoints(12), percentToBasisPoints(8.25)]).toEqual([1200, 825]);
    expect(basisPointsToPercent(825)).toBe(8.25);
  });

  it('are cut to whole pesos toward zero', () => {
    expect([199, 200, 0, -199].map(wholePesos)).toEqual([1, 2, 0, -1]);
  });

  it('are read as people type them', () => {
    expect(['53,000.5', '₱1,000', '.5', '7.'].map(parsePesos)).toEqual([5_300_050, 100_000, 50, 700]);
    expect(['', 'abc', '1.005', '-5', '1e3', '.', '12345678901'].map(parsePesos)).toEqual(
      Array(7).fill(null),
    );
  });

  it('are read without the unseen signs that come with what is pasted', () => {
    expect(['\t2000\u200b', '\u200b₱\u00a01,000\n'].map(parsePesos)).toEqual([200_000, 100_000]);
  });

  it('that are finer than a centavo say so, and nothing else does', () => {
    expect(['12.345', '₱1,000.001', '.1234'].map(amountProblem)).toEqual(
      Array(3).fill('Amounts have at most two decimals'),
    );
    expect(['12.34', 'abc', '1.2.345', '-1.234', ''].map(amountProblem)).toEqual(Array(5).fill(null));
  });
});

describe('a whole number', () => {
  it('is read as it is written, or is none', () => {
    expect(['15', '1,500', ' 007 ', '0'].map(parseCount)).toEqual([15, 1500, 7, 0]);
    const none = ['', '1e5', '1.5', '1,5', '15,00', '-5', '1x0', '１５', '1234567890'];
    expect(none.map(parseCount)).toEqual(none.map(() => null));
  });
});

describe('divideRounded', () => {
  it.each([
    [5, 2, 3],
    [-5, 2, -3],
    [5, -2, -3],
    [-5, -2, 3],
    [4, 2, 2],
    [1, 3, 0],
    [-1, 3, 0],
    [2, 3, 1],
    [0, 7, 0],
  ])('%i / %i is %i, half away from zero', (numerator, denominator, quotient) => {
    expect(Object.is(divideRounded(numerator, denominator), quotient)).toBe(true);
  });

  it('is never more than a half away, even where floats are', () => {
    const whole = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 1_000_000 }), (numerator, denominator) => {
        const rest = BigInt(numerator) - BigInt(divideRounded(numerator, denominator)) * BigInt(denominator);
        expect((rest < 0n ? -rest : rest) * 2n).toBeLessThanOrEqual(BigInt(denominator));
      }),
    );
  });

  it('rounds a rate once', () => {
    expect(applyRate(12_345, 1200)).toBe(1481);
    expect(applyRate(5, 1000)).toBe(1);
    expect(applyRate(4, 1000)).toBe(0);
  });
});

describe('allocate', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 30 });

  it('gives out the whole amount, each share within a centavo of its exact part', () => {
    fc.assert(
      fc.property(centavos, weights, (amount, given) => {
        const shares = allocate(amount, given);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
        const used = given.some((weight) => weight > 0) ? given : given.map(() => 1);
        const total = BigInt(used.reduce((sum, weight) => sum + weight, 0));
        shares.forEach((share, index) => {
          const distance = BigInt(share) * total - BigInt(amount) * BigInt(used[index] ?? 0);
          expect(distance < total && distance > -total).toBe(true);
        });
      }),
    );
  });

  it('gives the larger remainder first, and the earlier one in a tie', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(101, [1, 1, 1])).toEqual([34, 34, 33]);
    expect(allocate(10, [1, 2])).toEqual([3, 7]);
    expect(allocate(5, [0, 0])).toEqual([3, 2]);
    expect(allocate(5, [0, 3])).toEqual([0, 5]);
    expect(allocate(5, [])).toEqual([]);
  });
});

describe('formatMoney', () => {
  it.each([
    [0, 'payment', '₱0.00'],
    [123_450, 'payment', '₱1,234.50'],
    [100_000_005, 'transaction', '₱1,000,000.05'],
    [-37_900, 'customer', '−$379.00'],
    [123_450, 'cart', '$1,234.50'],
    [123_450, 'product-card', '$1,234.50'],
    [123_450, 'draft-list', '₱1,235'],
    [149, 'draft-list', '₱1'],
  ] as const)('shows %i centavos on the surface %s as %s', (amount, surface, shown) => {
    expect(formatMoney(amount, surface)).toBe(shown);
  });

  it('shows pesos on every surface where the chain says so', () => {
    expect(formatMoney(100, 'cart', true)).toBe('₱1.00');
    expect(currencyOf('customer', true)).toBe('PHP');
  });

  it('shows every figure of an amount', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        expect(Number(formatAmount(amount).replace(/[,.]/g, ''))).toBe(amount);
      }),
    );
  });
});

describe('amounts below zero and odd texts', () => {
  it.each([
    [-123_450, '-1,234.50'],
    [0, '0.00'],
    [-1, '-0.01'],
  ])('%i centavos print as %s', (centavos, text) => {
    expect(formatAmount(centavos)).toBe(text);
  });

  it('prints no sign before a zero that was rounded away', () => {
    expect(formatAmount(-49, 0)).toBe('0');
    expect(formatAmount(-51, 0)).toBe('-1');
  });

  it.each([
    ...['x.50', '.505', '1.234', '.', '1x', ''],
    // A comma in another place may be meant as a decimal point.
    ...['26,93', '1,2,3', '1234,567', '12,34.50', ',500', '1,000,', '1,000,00', '1.000,50', '26 93', '２６'],
  ])('%j is no amount', (text) => {
    expect(parsePesos(text)).toBeNull();
  });

  it.each([
    ['.5', 50],
    ['.55', 55],
    ['12.', 1200],
    [' ₱ 1,234,567.50 ', 123_456_750],
  ])('%s is %i centavos', (text, centavos) => {
    expect(parsePesos(text)).toBe(centavos);
  });
});
