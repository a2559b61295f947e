import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  customerTerms,
  customerWords,
  hasWords,
  numberParts,
  numbersText,
  phoneFragments,
  phoneKey,
  productParts,
  productStarts,
  productText,
  searchKey,
  supplierTerms,
  supplierWords,
  unitParts,
  unitStarts,
  unitText,
  variationText,
} from './search-key.ts';

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
    const spellings = [
      '0917 123 4567',
      '+63 917-123-4567',
      '(0917) 1234567',
      '639171234567',
      '+63 (0)917 123 4567',
      '0063 917 123 4567',
      '917 123 4567',
    ];
    expect(new Set(spellings.map(phoneKey))).toEqual(new Set(['639171234567']));
  });
});

describe('phoneFragments', () => {
  it.each([
    ['0917', ['0917', '63917']],
    ['+63 917', ['63917']],
    ['123-45', ['12345']],
    ['917 123 4567', ['9171234567', '639171234567']],
    ['7', []],
    ['', []],
    ['Galaxy 15', []],
  ])('of %j are %j', (text, fragments) => {
    expect(phoneFragments(text)).toEqual(fragments);
  });

  it('of any beginning of a number, however it is spelled, are found in its key', () => {
    const key = phoneKey('0917 123 4567');
    for (const spelling of ['0917 123 4567', '+63 917 123 4567', '917-123-4567']) {
      for (let length = 3; length <= spelling.length; length += 1) {
        const typed = spelling.slice(0, length);
        expect(
          phoneFragments(typed).some((fragment) => key.includes(fragment)),
          typed,
        ).toBe(true);
      }
    }
  });
});

const wordsFor = (name: string, phone: string, email: string | null = null) =>
  customerWords({ name_key: searchKey(name), phone_key: phoneKey(phone), email });
const isFound = (words: readonly string[], text: string) =>
  (customerTerms(text) ?? []).every((term) =>
    term.some((asked) => words.some((word) => word.startsWith(asked))),
  );

describe('customerWords', () => {
  it('are those of the name, its pairs, the ends of the number, and the email', () => {
    expect(wordsFor('Ana Cruz', '123456', 'Ana.C1@Mail.ph').sort()).toEqual(
      [
        'ana',
        'cruz',
        '+ana+cruz',
        '+cruz+ana',
        '123456',
        '23456',
        '3456',
        'c1',
        '<ana.c1@mail.ph',
        '@mail.ph',
      ].sort(),
    );
    expect(wordsFor('', '---')).toEqual([]);
  });

  it('hold no space and are named once, however long a name is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 255 }),
        fc.stringMatching(/^[\d +()-]{1,20}$/),
        (name, phone) => {
          const words = wordsFor(name, phone, 'a b@c.ph');
          expect(new Set(words).size).toBe(words.length);
          expect(
            words.filter((word) => word === '' || (word.includes(' ') && !word.startsWith('<'))),
          ).toEqual([]);
          expect(words.length).toBeLessThan(255);
        },
      ),
    );
  });
});

describe('customerTerms', () => {
  it.each([
    ['  ', null],
    ['%', []],
    ['Peña, J', [['pena'], ['j']]],
    ['ana ana', [['ana']]],
    ['0917-123', [['0917123', '63917123']]],
    ['ana 0917', [['ana'], ['0917', '63917']]],
    ['Ana@Mail', [['<ana@mail']]],
    ['@Mail', [['@mail']]],
  ])('of %j are %j', (text, terms) => {
    expect(customerTerms(text)).toEqual(terms);
  });

  it('of the words of a customer in any order, each cut short anywhere, are found among theirs', () => {
    const words = wordsFor('José Mª Peñaflor de León', '+63 917 123 4567', 'jose.p@mail.ph');
    const own = ['jose', 'peñaflor', 'DE', 'León', '4567'];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(own, { minLength: 1 }),
        fc.integer({ min: 2, max: 8 }),
        (picked, length) => {
          expect(isFound(words, picked.map((word) => word.slice(0, length)).join(' '))).toBe(true);
        },
      ),
    );
  });
});

const isWithin = (text: string, parts: readonly string[]) =>
  parts.length > 0 && parts.every((part) => text.includes(part));

describe('numbers', () => {
  const text = numbersText(['MNL-01-D000140', 'MNL-01-000123']);
  const isNumber = (typed: string) => isWithin(text, numberParts(typed) ?? []);

  it.each([
    'MNL-01-000123',
    'mnl 01 000123',
    ' mnl–01/000123 ',
    '000123',
    '0123',
    '123',
    '12',
    '1',
    '14',
    'd0001',
    'D140',
    'mnl 01 d140',
    '01-0001',
    'mnl',
    'mnl01',
    'MNL01000123',
    'mn',
  ])('are found by %j', (typed) => {
    expect(isNumber(typed)).toBe(true);
  });

  it.each(['%', '_', '\\', "' or 1=1", 'd14', 'd123', '23', '3', '2 3', '1000', '1230', 'mnl 02', ''])(
    'are not found by %j',
    (typed) => {
      expect(isNumber(typed)).toBe(false);
    },
  );

  it('are asked for nothing by a text without a sign', () => {
    expect([numberParts(''), numberParts('  '), numberParts('--')]).toEqual([null, null, []]);
  });

  it('are found by three and more characters from anywhere in them', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(10), fc.integer({ min: 3, max: 13 }), (no, start, length) => {
        const number = `MNL-01-${String(no).padStart(6, '0')}`;
        const typed = number.slice(start, start + length).replace(/^-|-$/g, '');
        if (typed.length < 3) return;
        expect(isWithin(numbersText([number]), numberParts(typed) ?? [])).toBe(true);
      }),
    );
  });
});

describe('units', () => {
  const text = unitText({ serial_number: 'C02-XK1 Ñ7', imei: '356938035643809', qr_code: null });

  it.each([
    'c02xk1',
    'C02-XK1',
    'xk1 n7',
    '356938035643809',
    '35 693803 564380 9',
    '35693803564380',
    '356938035643800',
    '6438',
    '3809',
  ])('are found by %j', (typed) => {
    expect(isWithin(text, unitParts(typed))).toBe(true);
  });

  it.each(['c02', 'C0', 'c', '356', '35 ', '3'])('are found by %j at the beginning of a code', (typed) => {
    expect(isWithin(text, unitStarts(typed))).toBe(true);
  });

  it.each(['02x', '809', 'n73', '356938', '', '-'])('have no code that begins with %j', (typed) => {
    expect(isWithin(text, unitStarts(typed))).toBe(false);
  });

  it.each(['809', 'xk1', '', '%%%%', '3569380356438091', 'n73569'])('are not found by %j', (typed) => {
    expect(isWithin(text, unitParts(typed))).toBe(false);
  });
});

describe('products', () => {
  const text = productText({ name: 'Peña iPhone 15 Pro', sku: 'IP-15P-256', manufacturer: 'Acme' });

  it.each(['phone', 'pro PEÑA', '15', 'ip 15p', '256', 'acme 15', 'p'])('are found by %j', (typed) => {
    expect(isWithin(text, productParts(typed))).toBe(true);
  });

  it('are found by the words of their names in one, which make no other number', () => {
    const galaxy = productText({ name: 'Galaxy S25 Ultra 5 256GB', sku: 'GX-1', manufacturer: 'Samsung' });
    for (const typed of ['galaxys25', 'GalaxyS25Ultra', 's25ultra', 'samsung galaxys25', 'ultra5']) {
      expect([typed, isWithin(galaxy, productParts(typed))]).toEqual([typed, true]);
    }
    expect(isWithin(galaxy, productParts('5256'))).toBe(false);
    expect(isWithin(text, productParts('iphone15'))).toBe(true);
  });

  it.each(['5p', 'ro', 'phone 16', '%', ''])('are not found by %j', (typed) => {
    expect(isWithin(text, productParts(typed))).toBe(false);
  });
});

describe('variations', () => {
  const text = variationText({
    name: '8 GB',
    barcode: '480909167',
    product_name: 'Zed 5 Phone',
    sku: 'ZD-5',
  });

  it.each(['zed', '8', 'g 8', '480', 'zd', 'ph ZED'])(
    'are called so by %j at the beginning of words',
    (typed) => {
      expect(isWithin(text, productStarts(typed))).toBe(true);
    },
  );

  it.each(['091', '09', '167', '67', 'hon', '  '])('are not called %j', (typed) => {
    expect(isWithin(text, productStarts(typed))).toBe(false);
  });
});

describe('suppliers', () => {
  const words = supplierWords({
    name: 'Cebú Mobile Wholesale',
    code: 'CMW-007',
    contact_person: 'Jun Abellana',
    email: 'sales@cebu.ph',
    phone: '0917 555 1234',
  });
  const isFound = (typed: string) =>
    supplierTerms(typed)?.every((term) => term.some((part) => words.some((word) => word.startsWith(part))));

  it.each(['cebu', 'whole mob', 'jun', 'CMW-007', 'cmw007', '007', '5551234', '+63 917', 'sales@', '@cebu'])(
    'are found by %j',
    (typed) => expect(isFound(typed)).toBe(true),
  );

  it.each(['obile', 'cebu retail', 'CMW-001', 'cmw 7777', '001', '@sales'])('are not found by %j', (typed) =>
    expect(isFound(typed)).toBe(false),
  );

  it('are all asked for by nothing', () => expect(supplierTerms('  ')).toBeNull());
});

describe('hasWords', () => {
  it.each([
    ['Señor Café', 'cafe', true],
    ['Señor Café', 'caf SEN', true],
    ['Señor Café', 'afe', false],
    ['Señor Café', 'cafe bar', false],
    ['Señor Café', ' - ', false],
    ['', 'a', false],
  ])('of %j for %j is %j', (name, text, found) => {
    expect(hasWords(name, text)).toBe(found);
  });
});
