import { describe, expect, it } from 'vitest';
import { payoutRounding, tradeInParts } from './trade-ins.ts';

describe('what is paid for a traded-in unit', () => {
  it.each([
    // Agreed, what remains of the sale, the coin; what pays for the sale, what is paid out, and its rounding.
    ['alone, in cash', 100_010, 0, 25, [0, 100_025, 15]],
    ['alone, in cash that fits', 100_025, 0, 25, [0, 100_025, 0]],
    ['beyond a sale, in cash', 4_000_010, 3_800_000, 25, [3_800_000, 200_025, 15]],
    ['beyond a sale of odd centavos, in cash', 50_000, 49_999, 25, [49_999, 25, 24]],
    ['where cash is not rounded', 100_010, 0, 1, [0, 100_010, 0]],
    ['to the peso', 100_010, 0, 100, [0, 100_100, 90]],
    ['all of it in a sale', 100_010, 100_010, 25, [100_010, 0, 0]],
    ['a part of a sale', 100_010, 200_000, 25, [100_010, 0, 0]],
    ['nothing', 0, 0, 25, [0, 0, 0]],
  ] as const)('%s', (_, amount, remains, coin, [inSale, paidOut, rounding]) => {
    expect(tradeInParts(amount, { remains, inCash: true, coin })).toEqual({ inSale, paidOut, rounding });
  });

  it('by a wallet, to the centavo', () => {
    const parts = tradeInParts(4_000_010, { remains: 3_800_000, inCash: false, coin: 25 });
    expect(parts).toEqual({ inSale: 3_800_000, paidOut: 200_010, rounding: 0 });
  });

  it('is rounded by nothing where nothing was paid out, whatever is known of the amount', () => {
    expect(payoutRounding(null, { inSale: 0, paidOut: 0 })).toBe(0);
    // Of a program that told what the unit had cost alone.
    expect(payoutRounding(70_000, { inSale: 0, paidOut: 0 })).toBe(0);
  });
});
