import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeKind,
  fullerImei,
  imeiKey,
  isEan,
  isImei,
  isLuhnValid,
  codesToFind,
  normaliseCode,
  normaliseQrCode,
  normaliseSerial,
  readScan,
  receiptCode,
  receiptNumberIn,
  unitCodes,
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

describe('the phone of an IMEI', () => {
  const phone = IMEI.slice(0, 14);

  it.each([
    [IMEI, phone],
    [phone, phone],
    [`${phone}0`, phone],
    [phone.slice(1), phone.slice(1)],
    [`${IMEI}1`, `${IMEI}1`],
    ['SN0154203237518', 'SN0154203237518'],
  ])('%s is known by %s', (code, key) => {
    expect(imeiKey(code)).toBe(key);
  });

  it.each([
    [phone, IMEI, IMEI],
    [IMEI, phone, IMEI],
    [IMEI, `${phone}0`, IMEI],
    [`${phone}0`, IMEI, IMEI],
    [`${phone}0`, phone, `${phone}0`],
  ])('known as %s and read as %s is kept as %s', (known, given, kept) => {
    expect(fullerImei(known, given)).toBe(kept);
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
    const codes = [IMEI, EAN, receiptCode('MNL-01-D000001'), '(01)04806512345674(21)SN-1', 'SN-1', '(x)'];
    expect(codes.map(codeKind)).toEqual(['imei', 'ean', 'receipt', 'gs1', 'other', 'other']);
  });

  it('is looked up without spaces around and in capitals, but for a receipt’s', () => {
    expect(normaliseCode('  sn-12a\r\n')).toBe('SN-12A');
    expect(normaliseCode('\uFEFFsn-\u200B12a')).toBe('SN-12A');
    expect(normaliseCode('ＳＮ－１２ａ\u3000')).toBe('SN-12A');
    expect(normaliseCode(' tindahan:sale:MNL-01-000001 ')).toBe('tindahan:sale:MNL-01-000001');
  });

  it('is one and the same IMEI as a serial number, in groups or not; other serial numbers keep their signs', () => {
    for (const typed of [
      IMEI,
      '49-015420-323751-8',
      '49 015420 323751 8',
      '４９０１５４２０.３２３７５１/８',
    ])
      expect(normaliseSerial(typed)).toBe(IMEI);
    for (const own of ['SN-12A', '49-015420-323751-7', '2026-0001-1234', '4901 5420'])
      expect(normaliseSerial(own)).toBe(own);
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

describe('the code of a label', () => {
  it.each(['g9nf zm8w', 'G9NF-ZM8W', 'Ｇ９ＮＦ．ＺＭ８Ｗ', ' G9NFZM8W\u200B', 'G9NF–ZM8W'])(
    'is the same however somebody types it: %j',
    (typed) => {
      expect(normaliseQrCode(typed)).toBe('G9NFZM8W');
      expect(codesToFind(normaliseCode(typed))).toContain('G9NFZM8W');
    },
  );

  it.each(['SN-1234-X', 'A9NF-ZM8W', '2345-6789', 'G9NF-ZM8'])('is not any other in groups: %j', (own) => {
    expect(normaliseQrCode(own)).toBe(own);
    expect(codesToFind(own)).toEqual([own]);
  });
});

describe('what only looks like a code', () => {
  it.each(['x00', '00x', '0', ''])('%j has no Luhn digit', (text) => {
    expect(isLuhnValid(text)).toBe(false);
  });

  it.each(['18', '059', '4539578763621486'])('%s ends in its Luhn digit', (digits) => {
    expect(isLuhnValid(digits)).toBe(true);
  });

  it.each(['3540671398002637', '35406713980024'])('%s is no IMEI: it has not fifteen digits', (digits) => {
    expect(isImei(digits)).toBe(false);
  });

  it.each(['x4006381333931', '4006381333931x', '40063813339310'])('%s is no EAN', (text) => {
    expect(isEan(text)).toBe(false);
  });
});

describe('what a scanner sent', () => {
  it.each([
    [']C0SN-1', 'SN-1'],
    [']E04006381333931', EAN],
    [']X0F12', 'F12'],
    [`]${IMEI}`, IMEI],
    [']SN-1', 'SN-1'],
    ['SN-1', 'SN-1'],
    ['  SN 1 ', 'SN 1'],
    ['A]C0', 'A]C0'],
    [']C0', ''],
    [']', ''],
    ['', ''],
  ])('%j is the code %j', (sent, code) => {
    expect(readScan(sent)).toBe(code);
  });

  const GTIN = '04806512345674';
  it.each([
    ['its product number', `]C101${GTIN}`, '4806512345674'],
    ['a product number of a case', ']C10114006381333938', '14006381333938'],
    ['its serial number', ']d221SN-1', 'SN-1'],
    ['its IMEI', `]Q38002${IMEI}`, IMEI],
    ['all that find it', `]e001${GTIN}17261231 21SN-1`.replace(' ', ''), `(01)${GTIN}(21)SN-1`],
    [
      'what stands behind others',
      `]C110LOT-7\x1d01${GTIN}8002${IMEI}\x1d21S(1)`,
      `(01)${GTIN}(8002)${IMEI}(21)S(1)`,
    ],
    ['an IMEI before a serial number', `]C18002${IMEI}\x1d21SN-1`, `(8002)${IMEI}(21)SN-1`],
    ['what begins with a separator', `\x1d01${GTIN}\x1d21SN-1`, `(01)${GTIN}(21)SN-1`],
    ['weights and dates left out', `]C101${GTIN}3103001234111101014121234567890123`, '4806512345674'],
  ])('of GS1 is %s', (_, sent, code) => {
    expect(readScan(sent)).toBe(code);
  });

  it.each([
    [']e04006381333931', EAN],
    [']C1SN-1', 'SN-1'],
    [']C10112', '0112'],
    [']C121', '21'],
    [']C101048065\x1d12345674', '0104806512345674'],
    ['SN\x1d1', 'SN1'],
    [']C110LOT', '10LOT'],
  ])('and looks like GS1 without being it, %j, is taken as it is', (sent, code) => {
    expect(readScan(sent)).toBe(code);
  });

  it('never throws, and never leaves a separator in', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(']', 'C', '1', '0', '2', '8', '\x1d', 'a', '(', ')')), (parts) => {
        expect(readScan(parts.join(''))).not.toContain('\x1d');
      }),
    );
  });
});

describe('a code that is looked for', () => {
  it.each([
    ['SN-1', ['SN-1']],
    ['49-0154-2032 37518', ['49-0154-2032 37518', IMEI]],
    ['49-0154-2032-37519', ['49-0154-2032-37519', '490154203237519']],
    ['49 015420 323751', ['49 015420 323751', IMEI.slice(0, 14)]],
    ['49/015420/323751/8', ['49/015420/323751/8', IMEI]],
    ['49–015420–323751', ['49–015420–323751', IMEI.slice(0, 14)]],
    ['49-015420-32375', ['49-015420-32375']],
    [EAN, [EAN]],
    ['0036000291452', ['0036000291452', '036000291452']],
    ['036000291452', ['036000291452', '0036000291452']],
    ['036000291453', ['036000291453']],
    ['(01)00036000291452(21)SN-1', ['SN-1', '0036000291452', '036000291452']],
    ['(01)14006381333938(8002)490154203237518(21)S(1)', [IMEI, 'S(1)', '14006381333938']],
    ['(SN)1', ['(SN)1']],
    ['', ['']],
  ])('%j is looked for as %j', (code, codes) => {
    expect(codesToFind(code)).toEqual(codes);
  });

  it.each([
    [']C0 sn-1 a ', ['SN-1 A', 'SN1A']],
    ['sn1', ['SN1']],
    [`]C121SN-1`, ['SN-1', 'SN1']],
    ['SN/1.2', ['SN/1.2']],
    ['49/015420/323751', ['49/015420/323751', IMEI.slice(0, 14)]],
  ])('%j is looked for as a unit by %j', (sent, codes) => {
    expect(unitCodes(sent)).toEqual(codes);
  });
});
