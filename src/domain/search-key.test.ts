import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneKey, searchKey } from './search-key.ts';

describe('searchKey', () => {
  it.each([
    [['Peñaranda, José'], 'penaranda jose'],
    [['  iPhone 15 Pro-Max (256GB) '], 'iphone 15 pro max 256gb'],
    [['Cable', null, 'SKU-1'], 'cable sku 1'],
    [['ÅNGSTRÖM'], 'angstrom'],
    [['%_*'], ''],
    [[], ''],
  ])('of %j is %j', (parts, key) => {
    expect(searchKey(...parts)).toBe(key);
  });

  it('is the same for both ways of writing an accent', () => {
    expect(searchKey('n\u0303')).toBe(searchKey('\u00f1'));
  });

  it('of a key is that key, in words with single spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = searchKey(text);
        expect(searchKey(key)).toBe(key);
        expect(key).toBe(key.trim());
        expect(key).not.toMatch(/[%_'"\\]| {2}/);
      }),
    );
  });
});

describe('phoneKey', () => {
  it('is one spelling for one number', () => {
    const spellings = ['0917 123 4567', '+63 917-123-4567', '(0917) 1234567', '639171234567'];
    expect(new Set(spellings.map(phoneKey))).toEqual(new Set(['639171234567']));
  });
});
