import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#bridge/printing.ts';
import { receiptWidths, type ReceiptWidth } from '#domain/receipt.ts';
import { textColumns } from '#domain/printer-letters.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { glyphsLike, readDrawn } from '#tests/support/drawn-letters.ts';
import { aLabel, aReceipt, aSlip, IMEI, SERIAL } from '#tests/support/receipts.ts';
import { encodeDocument, encodeRows, type PrinterProfile } from './escpos.ts';

const profile = (overrides: Partial<PrinterProfile> = {}): PrinterProfile => ({
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  ...overrides,
});
const encodeReceipt = (receipt: ReceiptDocument, ...rest: [PrinterProfile, boolean]) =>
  encodeDocument({ kind: 'receipt', receipt }, ...rest);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe.each(receiptWidths)('a receipt of %i columns', (columns) => {
  const printout = decodeEscPos(encodeReceipt(aReceipt(), profile({ columns }), true));
  const text = printout.rows.map((row) => row.text).join('\n');

  it('has no row wider than the paper', () => {
    for (const row of printout.rows) expect(row.text.length).toBeLessThanOrEqual(columns);
  });

  it('shows both serial numbers, the total and the change', () => {
    expect(text).toContain(IMEI);
    expect(text).toContain(SERIAL);
    expect(printout.rows.filter((row) => row.tall).map((row) => row.text)).toEqual([
      'TOTAL'.padEnd(columns - 13) + 'PHP 64,289.12',
    ]);
    expect(printout.rows.find((row) => row.text.startsWith('CHANGE'))).toMatchObject({
      text: 'CHANGE'.padEnd(columns - 10) + 'PHP 710.88',
      bold: true,
    });
    const bold = printout.rows.filter((row) => row.bold).map((row) => row.text.trim().split(' ')[0]);
    expect(bold).toEqual(['TINDAHAN', 'TOTAL', 'CHANGE']);
  });

  it('prints accents in code page 858 and nothing that the page does not have', () => {
    expect(new Set(printout.codePages)).toEqual(new Set([19]));
    expect(text).toContain('José Peña');
    expect(text).toContain('Parañaque - Café');
  });

  it('ends with the QR code, the number and one cut', () => {
    expect(printout.qr).toEqual(['TXN:456']);
    expect(printout.rows.at(-1)?.text.trim()).toBe('MNL-01-D000456');
    expect(printout.cuts).toEqual([printout.rows.length]);
  });

  it('opens the drawer once, before the paper moves', () => {
    expect(printout.pulses).toEqual([{ pin: 2, onMs: 100, offMs: 500, afterRows: 0 }]);
  });
});

describe('the bytes', () => {
  it('begin with reset, single-byte text, font A, the whole drawer pulse, bold and code page 858', () => {
    expect(hex(encodeReceipt(aReceipt(), profile(), true))).toMatch(/^1b401c2e1b4d001b700032fa1b45011b7413/);
  });

  it('kick the other pin when the drawer is there', () => {
    expect(hex(encodeReceipt(aReceipt(), profile({ drawer_pin: 5 }), true))).toContain('1b700132fa');
  });

  it('end with GS V 66 0 where there is a cutter, and with feed where there is none', () => {
    expect(hex(encodeReceipt(aReceipt(), profile(), false))).toMatch(/0a1d564200$/);
    expect(hex(encodeReceipt(aReceipt(), profile({ cutter: false }), false))).toMatch(/0a0a0a0a0a$/);
  });

  it('hold the QR code as GS ( k stores and prints it', () => {
    const stored = Buffer.from('TXN:456').toString('hex');
    expect(hex(encodeReceipt(aReceipt(), profile(), false))).toContain(
      `1d286b0a00315030${stored}1d286b0300315130`,
    );
  });
});

describe('the drawer stays shut', () => {
  const pulses = (...args: Parameters<typeof encodeReceipt>) => decodeEscPos(encodeReceipt(...args)).pulses;

  it('for a repeat, whatever was asked for', () => {
    expect(pulses(aReceipt({ copy_no: 1 }), profile(), true)).toEqual([]);
  });

  it('when nobody asked, or there is none', () => {
    expect(pulses(aReceipt(), profile(), false)).toEqual([]);
    expect(pulses(aReceipt(), profile({ drawer_pin: null }), true)).toEqual([]);
  });
});

it('says on a repeat that it is one', () => {
  const { rows } = decodeEscPos(encodeReceipt(aReceipt({ copy_no: 2 }), profile(), false));
  expect(rows.map((row) => row.text.trim())).toContain('*** REPRINT 2 ***');
});

it('lets no name command the printer', () => {
  const named = (name: string) => [{ name, serial_number: null, imei: null, price: 100, discounts: [] }];
  // `←` stands at 27 in code page 858, so `←p` would be the start of a drawer pulse; `►` is DLE.
  const receipt = aReceipt({ lines: named('Cable ←p02 ►\u001bp\u0000 § ₱5 ’x’ ő 😀') });
  const { rows, pulses } = decodeEscPos(encodeReceipt(receipt, profile(), false));
  expect(pulses).toEqual([]);
  expect(rows.map((row) => row.text).join('\n')).toContain("Cable ?p02 ??p? § P5 'x' o ?");
});

describe.each(receiptWidths)('a slip of %i columns', (columns) => {
  const document = { kind: 'slip' as const, slip: aSlip() };
  const printout = decodeEscPos(encodeDocument(document, profile({ columns }), false));

  it('fits the paper, is cut once, and keeps the drawer shut unless asked', () => {
    for (const row of printout.rows) expect(row.text.length).toBeLessThanOrEqual(columns);
    expect(printout.cuts).toEqual([printout.rows.length]);
    expect(printout.pulses).toEqual([]);
  });

  it('has its title and its result in bold, its amounts at the right edge, and rules as wide as the paper', () => {
    const bold = printout.rows.filter((row) => row.bold).map((row) => row.text.trim());
    expect(bold).toEqual(['TINDAHAN', 'REFUND', 'REFUNDED'.padEnd(columns - 13) + 'PHP 37,900.00']);
    const texts = printout.rows.map((row) => row.text);
    expect(texts).toContain('GCash'.padEnd(columns - 13) + 'PHP 37,900.00');
    expect(texts.filter((text) => text === '-'.repeat(columns)).length).toBeGreaterThanOrEqual(4);
    expect(texts.join('\n')).toContain("Customer's signature");
  });
});

it('kicks the drawer for a slip exactly when it is asked to', () => {
  const pulses = (...args: [PrinterProfile, boolean]) =>
    decodeEscPos(encodeDocument({ kind: 'slip', slip: aSlip() }, ...args)).pulses;
  expect(pulses(profile(), true)).toEqual([{ pin: 2, onMs: 100, offMs: 500, afterRows: 0 }]);
  expect(pulses(profile(), false)).toEqual([]);
  expect(pulses(profile({ drawer_pin: null }), true)).toEqual([]);
});

describe('a label', () => {
  const read = (overrides: Partial<PrinterProfile>, shown = aLabel()) =>
    decodeEscPos(encodeDocument({ kind: 'label', label: shown }, profile(overrides), true, { logo }));
  const logo = { width: 8, height: 1, bits: Buffer.of(0xff).toString('base64') };

  it.each([
    ['40x30', 26, 40, 30],
    ['50x25', 32, 50, 25],
  ] as const)(
    'of %s stays on it, and feeds to the next one without a cut',
    (label_size, columns, width, height) => {
      const names = { product: 'Galaxy Tab S9 FE Plus', variation: '256 GB Wi-Fi and Cellular, Mint Green' };
      const long = aLabel({ ...names, numbers: [`IMEI ${IMEI}`, 'IMEI 356789104523425', 'SN R58W30ABCDE'] });
      const printout = read({ label_size }, long);
      for (const row of printout.rows) expect(row.text.length).toBeLessThanOrEqual(columns);
      expect(printout.qr).toEqual([IMEI]);
      expect(printout.qrModules).toEqual([4]);
      // 25 modules of 4 dots, with white above and at both sides; 8 dots a millimetre.
      const text = printout.rows.length * (printout.rowHeight ?? NaN);
      expect(printout.fedDots).toBeGreaterThanOrEqual(2 * 4);
      expect(text + printout.fedDots + 25 * 4).toBeLessThanOrEqual(height * 8);
      expect(printout.qrIndents).toEqual([(width * 8 - 25 * 4) / 2]);
      expect(printout.rows.map(({ text }) => text)).toContain(`IMEI ${IMEI}`);
      expect([printout.formFeeds, printout.cuts]).toEqual([[printout.rows.length], []]);
    },
  );

  it('has its number and its price as they are, and its accents in the code page', () => {
    const { rows, codePages } = read(
      { label_size: '40x30' },
      aLabel({ shop_name: 'Señor', variation: 'Café' }),
    );
    expect(rows.map(({ text }) => text)).toEqual([
      'SEÑOR        PHP 23,990.00',
      'Galaxy A55 Café',
      `IMEI ${IMEI}`,
    ]);
    expect(new Set(codePages)).toEqual(new Set([19]));
  });

  it('on the paper of receipts has all of it, is cut where there is a cutter, and feeds to no gap', () => {
    const { rows, qr, qrModules, cuts, formFeeds } = read({ columns: 32 });
    expect(rows.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'TINDAHAN           PHP 23,990.00',
        'Galaxy A55 128 GB Awesome Navy',
        `IMEI ${IMEI}`,
      ]),
    );
    expect([qr, qrModules, cuts, formFeeds]).toEqual([[IMEI], [4], [rows.length], []]);
  });

  it.each(['40x30', 'receipt'] as const)('on %s never opens the drawer and has no logo', (label_size) => {
    const { pulses, pictures } = read({ label_size });
    expect([pulses, pictures]).toEqual([[], []]);
  });

  it('lets no number command the printer', () => {
    const code = 'A\u001bp\u0000B';
    const printout = read({ label_size: '40x30' }, aLabel({ numbers: [`SN ${code}`], code }));
    expect(printout.pulses).toEqual([]);
    expect(printout.qr).toEqual([code]);
  });
});

/** Letters, signs and control codes of any script, whole or broken. */
const anyText = fc
  .array(fc.integer({ min: 1, max: 0x10_ffff }), { maxLength: 40 })
  .map((codes) => String.fromCodePoint(...codes));

describe.each([
  ['cp858', 19, 'Café’s €5 – José §4 ¶', "Café's €5 - José §4 ¶"],
  ['cp850', 2, 'Café’s €5 – José §4 ¶', "Café's ?5 - José §4 ¶"],
  ['windows1252', 16, 'Café’s “€5” – José §4 ¶', 'Café’s “€5” – José §4 ¶'],
  ['ascii', 0, 'Café’s €5 – José §4 ¶', "Cafe's ?5 - Jose S4 P"],
] as const)('in code page %s', (code_page, number, name, printed) => {
  const bytes = encodeReceipt(aReceipt({ footer: name }), profile({ code_page }), false);
  const printout = decodeEscPos(bytes);

  it('says so to the printer, and prints what the page has', () => {
    expect(new Set(printout.codePages)).toEqual(new Set([number]));
    expect(printout.rows.map((row) => row.text.trim())).toContain(printed);
  });

  it('lets no letter of any script command the printer', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = decodeEscPos(encodeRows([{ kind: 'text', text }], profile({ code_page })));
        expect(read.pulses).toEqual([]);
        expect(read.cuts).toEqual([1]);
        expect(read.rows.map((row) => row.text.length)).toEqual([textColumns(text)]);
      }),
    );
  });
});

it('keeps a row whole that fills the paper, with a sign that is written by itself', () => {
  const text = '  § 4 of the terms ¶'.padEnd(48 - 10) + 'PHP 710.88';
  const rows = [
    { kind: 'tall', text },
    { kind: 'text', text },
  ] as const;
  const printout = decodeEscPos(encodeRows(rows, profile({ columns: 48 })));
  expect(printout.rows.map((row) => row.text)).toEqual([text, text]);
});

describe('the logo', () => {
  const raster = (width: number, height: number, byte = (at: number) => at % 251) => ({
    width,
    height,
    bits: Buffer.from(Array.from({ length: (width / 8) * height }, (_, at) => byte(at))).toString('base64'),
  });
  const picturesOn = (columns: ReceiptWidth, logo: Raster) =>
    decodeEscPos(
      encodeDocument({ kind: 'receipt', receipt: aReceipt() }, profile({ columns }), true, { logo }),
    );

  it('stands above the first row, in the middle, dot by dot, also when it is higher than a band', () => {
    const { pictures, rows } = picturesOn(48, raster(16, 300));
    const expected = Array.from({ length: 300 }, (_, row) =>
      [2 * row, 2 * row + 1]
        .map((at) => (at % 251).toString(2).padStart(8, '0'))
        .join('')
        .replaceAll('0', ' ')
        .replaceAll('1', '#'),
    );
    expect(pictures).toEqual([{ width: 16, rows: expected, centred: true, afterRows: 0 }]);
    expect(rows[0]?.text.trim()).toBe('TINDAHAN');
  });

  it.each([
    [32, 384],
    [42, 512],
    [48, 576],
  ] as const)('on %i columns is never wider than %i dots, and keeps its middle', (columns, dots) => {
    const middle = raster(576, 1, (at) => (at === 36 ? 0x80 : 0));
    const [picture] = picturesOn(columns, middle).pictures;
    expect(picture?.width).toBe(dots);
    expect(picture?.rows[0]?.indexOf('#')).toBe(dots / 2);
  });

  it('that holds less than it says swallows no text', () => {
    const { pictures, rows } = picturesOn(48, { width: 16, height: 40, bits: 'AAA=' });
    expect(pictures[0]?.rows).toHaveLength(40);
    expect(rows[0]?.text.trim()).toBe('TINDAHAN');
  });
});

describe('a row with a letter that no code page has', () => {
  const NAME = 'Load \u20b1100 – 手机 Łódź';
  const glyphs = glyphsLike(NAME + 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,.é');
  const print = (row: Parameters<typeof encodeRows>[0][number], drawn = glyphs) =>
    decodeEscPos(
      encodeRows([row, { kind: 'text', text: 'Total' }], profile({ columns: 32 }), { glyphs: drawn }),
    );

  it('is printed as a picture, letter by letter, and the others as text', () => {
    const { pictures, rows } = print({ kind: 'text', text: NAME });
    expect(rows.map(({ text }) => text)).toEqual(['Total']);
    expect(pictures).toHaveLength(1);
    expect(readDrawn(pictures[0], glyphs)).toBe(NAME);
    expect(pictures[0]).toMatchObject({ centred: false, afterRows: 0 });
    // As high as a row with its line spacing.
    expect(pictures[0]?.rows).toHaveLength(30);
  });

  it('is twice as high where its text would be, and a dot broader in bold', () => {
    const black = (rows: string[] = []) => rows.join('').replaceAll(' ', '').length;
    const plain = print({ kind: 'text', text: '\u20b1' }).pictures[0];
    const bold = print({ kind: 'text', text: '\u20b1', bold: true }).pictures[0];
    const tall = print({ kind: 'tall', text: '\u20b1' }).pictures[0];
    expect(black(bold?.rows)).toBeGreaterThan(black(plain?.rows));
    expect(black(tall?.rows)).toBe(2 * black(bold?.rows));
    expect(tall?.rows).toHaveLength(24 * 2 + 6);
  });

  it('is never wider than the paper', () => {
    for (const columns of receiptWidths) {
      const receipt = aReceipt({ footer: `${NAME} `.repeat(9) });
      const document = { kind: 'receipt' as const, receipt };
      const { pictures } = decodeEscPos(encodeDocument(document, profile({ columns }), false, { glyphs }));
      expect(pictures.length).toBeGreaterThan(0);
      for (const { width } of pictures) expect(width).toBeLessThanOrEqual(columns * 12 + 7);
    }
  });

  it.each([
    ['without glyphs', []],
    ['without one of its glyphs', glyphs.filter(({ letter }) => letter !== '手')],
  ])('is text %s, with a sign for each column that is missing', (_, some) => {
    const { pictures, rows } = print({ kind: 'text', text: NAME }, some);
    expect(pictures).toEqual([]);
    expect(rows[0]?.text).toBe('Load P100 - ? ?  ?\u00f3dz');
  });

  it('that holds less than it says swallows no text', () => {
    const short = glyphs.map((glyph) => ({ ...glyph, bits: 'AAA=' }));
    expect(print({ kind: 'text', text: NAME }, short).rows.map(({ text }) => text)).toEqual(['Total']);
  });

  it('takes on a label no more than a row', () => {
    const label = aLabel({ product: '\u20b1100' });
    const document = { kind: 'label' as const, label };
    const all = glyphsLike(JSON.stringify(label).toUpperCase() + JSON.stringify(label));
    const { pictures } = decodeEscPos(
      encodeDocument(document, profile({ label_size: '40x30' }), false, { glyphs: all }),
    );
    expect(pictures.map(({ rows }) => rows.length)).toEqual([24]);
  });
});
