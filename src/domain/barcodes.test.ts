import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeKind,
  isEan,
  isImei,
  isLuhnValid,
  normaliseCode,
  receiptCode,
  receiptNumberIn,
} from './barcodes.ts';

const IMEI = '490154203237518';
const EAN = '4006381333931';
const digit = fc.integer({ min: 0, max: 9 });

describe('an IMEI', () => {
  it('is fifteen digits that pass Luhn', () => {
    expect(isImei(IMEI)).toBe(true);
    for (const other of [
      '490154203237517',
      IMEI.slice(1),
      `${IMEI}0`,
      `${IMEI.slice(0, 14)}X`,
      '',
      '４90154203237518',
    ]) {
      expect(isImei(other)).toBe(false);
    }
  });

  it('fails with any one digit misread', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14 }), digit, (place, other) => {
        const misread = IMEI.slice(0, place) + String(other) + IMEI.slice(place + 1);
        expect(isImei(misread)).toBe(misread === IMEI);
      }),
    );
  });

  it('has exactly one check digit', () => {
    fc.assert(
      fc.property(fc.array(digit, { minLength: 1, maxLength: 20 }), (digits) => {
        const valid = [...'0123456789'].filter((check) => isLuhnValid(digits.join('') + check));
        expect(valid).toHaveLength(1);
      }),
    );
  });
});

describe('an EAN or UPC', () => {
  it('is 8, 12 or 13 digits with their check digit', () => {
    expect([EAN, '73513537', '036000291452'].map(isEan)).toEqual([true, true, true]);
    expect(['4006381333932', '400638133393', '', 'ABCDEFGH'].map(isEan)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('fails with any one digit misread', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), digit, (place, other) => {
        const misread = EAN.slice(0, place) + String(other) + EAN.slice(place + 1);
        expect(isEan(misread)).toBe(misread === EAN);
      }),
    );
  });
});

describe('a scanned code', () => {
  it('is guessed by its looks', () => {
    expect([IMEI, EAN, receiptCode('MNL-01-D000001'), 'SN-1'].map(codeKind)).toEqual([
      'imei',
      'ean',
      'receipt',
      'other',
    ]);
  });

  it('is looked up without spaces around and in capitals, but for a receipt’s', () => {
    expect(normaliseCode('  sn-12a\r\n')).toBe('SN-12A');
    expect(normaliseCode(' tindahan:sale:MNL-01-000001 ')).toBe('tindahan:sale:MNL-01-000001');
  });

  it('of a receipt gives its number back', () => {
    fc.assert(
      fc.property(fc.string(), (number) => {
        expect(receiptNumberIn(receiptCode(number))).toBe(number);
      }),
    );
    expect(receiptNumberIn('SN-1')).toBeNull();
  });
});
