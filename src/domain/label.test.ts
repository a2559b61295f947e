import { describe, expect, it } from 'vitest';
import { saleTotals } from './totals.ts';
import { labelModule, labelOf, labelRows, labelSpace, type LabelDocument } from './label.ts';

const IMEI = '356789104523417';
const label = (overrides: Partial<LabelDocument> = {}): LabelDocument => ({
  shop_name: 'Tindahan Mobile Center',
  product: 'Galaxy A55',
  variation: '256 GB Awesome Navy',
  price: 2_499_000,
  numbers: [`IMEI ${IMEI}`],
  code: IMEI,
  ...overrides,
});
const rowsOn = (roll: '40x30' | '50x25', shown: LabelDocument) =>
  labelRows(shown, labelSpace(roll, shown.code)).map((row) => (row.kind === 'text' ? row.text : row));

describe('the room on a label', () => {
  it.each([
    // 320 by 240 dots, and a QR code of 25 modules at 4 dots below the text.
    ['40x30', IMEI, { columns: 26, lines: 5 }],
    ['50x25', IMEI, { columns: 32, lines: 3 }],
    ['40x30', null, { columns: 26, lines: 9 }],
    // 41 modules at 3 dots.
    ['40x30', 'X'.repeat(100), { columns: 26, lines: 4 }],
  ] as const)('of %s with the code %s', (roll, code, space) => {
    expect(labelSpace(roll, code)).toEqual(space);
  });

  it('gives a code that holds more than a number smaller modules', () => {
    expect([labelModule(IMEI), labelModule('X'.repeat(26)), labelModule('X'.repeat(27))]).toEqual([4, 4, 3]);
  });
});

describe('a label', () => {
  it('has its shop and price, what it is, its number, and the QR code below', () => {
    expect(rowsOn('40x30', label())).toEqual([
      'TINDAHAN     PHP 24,990.00',
      'Galaxy A55 256 GB Awesome',
      'Navy',
      `IMEI ${IMEI}`,
      { kind: 'qr', data: IMEI },
    ]);
    expect(rowsOn('50x25', label())).toEqual([
      'TINDAHAN MOBILE    PHP 24,990.00',
      'Galaxy A55 256 GB Awesome Navy',
      `IMEI ${IMEI}`,
      { kind: 'qr', data: IMEI },
    ]);
  });

  it('without a price has the shop alone, where there is room for it', () => {
    expect(rowsOn('40x30', label({ price: null }))[0]).toBe('TINDAHAN MOBILE CENTER');
    expect(rowsOn('50x25', label({ price: null, variation: '256 GB Awesome Navy Dual SIM' }))).toEqual([
      'Galaxy A55 256 GB Awesome Navy',
      'Dual SIM',
      `IMEI ${IMEI}`,
      { kind: 'qr', data: IMEI },
    ]);
  });

  it('leaves out a shop’s name that has no room beside the price', () => {
    expect(rowsOn('40x30', label({ shop_name: 'Elektronikahan' }))[0]).toBe('PHP 24,990.00'.padStart(26));
  });

  it('on receipt paper wraps a shop’s name instead of leaving words out', () => {
    const long = label({ shop_name: 'Gadget Republic Trading and Services' });
    const rows = (shown: LabelDocument) =>
      labelRows(shown, { columns: 32, lines: Infinity }).map((row) => (row.kind === 'text' ? row.text : row));
    expect(rows(long).slice(0, 3)).toEqual([
      'GADGET REPUBLIC TRADING AND',
      ' SERVICES          PHP 24,990.00',
      'Galaxy A55 256 GB Awesome Navy',
    ]);
    expect(rows({ ...long, price: null }).slice(0, 2)).toEqual(['GADGET REPUBLIC TRADING AND', 'SERVICES']);
  });

  it('cuts names at whole words, and keeps the number and the price', () => {
    const long = label({
      product: 'Galaxy Tab S9 FE Plus',
      variation: '256 GB Wi-Fi and Cellular, Mint Green',
    });
    expect(rowsOn('50x25', long)).toEqual([
      'TINDAHAN MOBILE    PHP 24,990.00',
      'Galaxy Tab S9 FE Plus 256 GB',
      `IMEI ${IMEI}`,
      { kind: 'qr', data: IMEI },
    ]);
  });

  it('names the number of its QR code first, and the others as far as there is room', () => {
    const numbers = [`IMEI ${IMEI}`, 'IMEI 356789104523425', 'SN F2LXK8Q1Q0', 'QR K7M2P9XW'];
    const both = label({ numbers, code: 'K7M2P9XW' });
    const fitting = [`IMEI ${IMEI}`, 'QR K7M2P9XW', { kind: 'qr', data: 'K7M2P9XW' }];
    expect(rowsOn('50x25', both).slice(2)).toEqual(fitting);
    expect(rowsOn('40x30', both).slice(3)).toEqual(fitting);
    expect(
      labelRows(both, { columns: 32, lines: Infinity }).flatMap((row) => 'text' in row && row.text),
    ).toEqual(expect.arrayContaining(numbers));
  });

  it('never cuts a number: it is there in as many rows as it takes, or not at all', () => {
    const serial = 'ABCDEFGHIJ-0123456789-KLMNOPQRST-0123456789';
    const long = label({ numbers: [`SN ${serial}`], code: serial });
    const texts = (roll: '40x30' | '50x25') => rowsOn(roll, long).filter((row) => typeof row === 'string');
    expect(texts('40x30').join('')).toContain(serial);
    const endless = 'N'.repeat(100);
    const cramped = rowsOn('50x25', label({ numbers: [`QR ${endless}`], code: endless }));
    expect(cramped).toEqual([
      'TINDAHAN MOBILE    PHP 24,990.00',
      'Galaxy A55 256 GB Awesome Navy',
      { kind: 'qr', data: endless },
    ]);
  });

  it('of what has no number has no QR code', () => {
    expect(rowsOn('50x25', label({ numbers: [], code: null }))).toEqual([
      'TINDAHAN MOBILE    PHP 24,990.00',
      'Galaxy A55 256 GB Awesome Navy',
    ]);
  });
});

describe('the label of a unit', () => {
  const unit = {
    product_variation: { name: '256 GB Navy', retail_price: 2_499_000, product: { name: 'Galaxy A55' } },
    serial_number: 'R58W',
    imei: IMEI,
    imei2: '356789104523425',
    qr_code: 'K7M2P9XW',
    status: 'available' as const,
  };
  const shop = { shop_name: 'Tindahan', tax: { rate: 1200, pricesIncludeTax: true } };

  it('holds its QR code, else its IMEI, else its serial number', () => {
    const codeOf = (fields: object) => labelOf({ ...unit, ...fields }, shop).code;
    expect(codeOf({})).toBe('K7M2P9XW');
    expect(codeOf({ qr_code: null })).toBe(IMEI);
    expect(codeOf({ qr_code: null, imei: null, imei2: null })).toBe('R58W');
    expect(codeOf({ qr_code: null, imei: null, imei2: null, serial_number: null })).toBeNull();
  });

  it('names product, variation, every number, and the retail price while it is for sale', () => {
    expect(labelOf(unit, shop)).toEqual({
      shop_name: 'Tindahan',
      product: 'Galaxy A55',
      variation: '256 GB Navy',
      price: 2_499_000,
      adds_tax: false,
      numbers: [`IMEI ${IMEI}`, 'IMEI 356789104523425', 'SN R58W', 'QR K7M2P9XW'],
      code: 'K7M2P9XW',
    });
    expect(labelOf({ ...unit, status: 'in_transit' }, shop).price).toBe(2_499_000);
    for (const status of ['sold', 'defective', 'lost', 'returned'] as const) {
      expect([status, labelOf({ ...unit, status }, shop).price]).toEqual([status, null]);
    }
  });

  it.each([
    [{ rate: 1200, pricesIncludeTax: true }, 'PHP 24,990.00'],
    [{ rate: 1200, pricesIncludeTax: false }, 'PHP 27,988.80 incl. VAT'],
    [{ rate: 0, pricesIncludeTax: false }, 'PHP 24,990.00'],
  ])('shows what a sale of that one item comes to at %j', (tax, shown) => {
    const made = labelOf(unit, { ...shop, tax });
    const { total_amount } = saleTotals([{ price: 2_499_000, discounts: [] }], [], tax);
    expect(made.price).toBe(total_amount);
    expect(rowsOn('40x30', made)[0]).toMatch(new RegExp(`${shown.replaceAll('.', '\\.')}$`));
  });
});
