import { describe, expect, it } from 'vitest';
import { amountIn, attributesIn, dateIn, isShortened, wholeIn, yesIn } from './import-cells.ts';

describe('cells of a table', () => {
  it('hold amounts with signs, groups and either point', () => {
    expect(['₱45,990.00', '45990', 'PHP 1,234,567.5', '12,5', '-3'].map(amountIn)).toEqual([
      45990, 45990, 1234567.5, 12.5, -3,
    ]);
    expect(['free', '1.2.3', '12,345,6', ''].map(amountIn)).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  it('hold whole numbers, yes and no, dates and attributes', () => {
    expect([wholeIn('1,250'), wholeIn('2.5')]).toEqual([1250, Number.NaN]);
    expect(['Yes', 'N', 'perhaps'].map(yesIn)).toEqual([true, false, undefined]);
    expect(['4/23/1990', '1990-04-23', 'spring'].map(dateIn)).toEqual(['1990-04-23', '1990-04-23', 'spring']);
    expect(attributesIn('Color: Black; Storage: 128 GB;')).toEqual([
      { name: 'Color', value: 'Black' },
      { name: 'Storage', value: '128 GB' },
    ]);
    expect(attributesIn('Black')).toBeNull();
  });

  it('tell a number that a spreadsheet has shortened', () => {
    expect(['3.56789E+14', '3,56789e+14', '356789104523417', '1E5'].map(isShortened)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
