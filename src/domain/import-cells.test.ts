import { describe, expect, it } from 'vitest';
import {
  amountIn,
  attributesIn,
  dateIn,
  hasDecimalComma,
  isDateLike,
  isShortened,
  monthsIn,
  textMeant,
  wholeIn,
  yesIn,
} from './import-cells.ts';

describe('cells of a table', () => {
  it('hold amounts with signs and thousands, and a comma before decimals is none of them', () => {
    const amounts = ['₱45,990.00', '45990', 'PHP 1,234,567.5', '1,234', '1,234.50', '-3'];
    expect(amounts.map(amountIn)).toEqual([45990, 45990, 1234567.5, 1234, 1234.5, -3]);
    expect(amounts.filter(hasDecimalComma)).toEqual([]);
    const none = ['free', '1.2.3', '12,345,6', '12,34,567', ''];
    expect(none.map(amountIn)).toEqual(none.map(() => Number.NaN));
    const commas = ['1234,50', '12,5', '₱1.234,50', '1.234.567,00', '-7,25'];
    expect(commas.map(amountIn)).toEqual(commas.map(() => Number.NaN));
    expect(commas.filter(hasDecimalComma)).toEqual(commas);
  });

  it('say what was meant where a spreadsheet keeps a number as text', () => {
    const cells = [
      '="0123"',
      "'0123",
      `'="0123"`,
      "'=SUM(A1)",
      ' 5 ',
      "O'Hara",
      "'Tis",
      "'90s case",
      '="5"" tablet"',
      '=A1',
    ];
    expect(cells.map(textMeant)).toEqual([
      '0123',
      '0123',
      '0123',
      '=SUM(A1)',
      '5',
      "O'Hara",
      "'Tis",
      "'90s case",
      '5" tablet',
      '=A1',
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

  it('hold months and years', () => {
    const cells = ['12', '12 months', '6 mos.', '1 year', '2yrs', '0', 'lifetime', '-3', '1.5'];
    expect(cells.map(monthsIn)).toEqual([12, 12, 6, 12, 24, 0, Number.NaN, Number.NaN, Number.NaN]);
  });

  it('tell a number of which a spreadsheet may have made a date', () => {
    const dates = ['5-Dec', '05-December-24', 'Dec-05', '12/5/2024', '1-may-2024'];
    expect(dates.filter(isDateLike)).toEqual(dates);
    const none = ['5-D', '12-5', 'DECK-05', 'F2-MAY', '5-Decal7', '2024-12-05', '1/2', ''];
    expect(none.filter(isDateLike)).toEqual([]);
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
