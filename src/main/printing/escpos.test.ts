import { describe, expect, it } from 'vitest';
import { receiptWidths } from '#domain/receipt.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { aReceipt, IMEI, SERIAL } from '#tests/support/receipts.ts';
import { encodeReceipt, type PrinterProfile } from './escpos.ts';

const profile = (overrides: Partial<PrinterProfile> = {}): PrinterProfile => ({
  columns: 48,
  cutter: true,
  drawer_pin: 2,
  ...overrides,
});
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe.each(receiptWidths)('a receipt of %i columns', (columns) => {
  const paper = decodeEscPos(encodeReceipt(aReceipt(), profile({ columns }), true));
  const text = paper.rows.map((row) => row.text).join('\n');

  it('has no row wider than the paper', () => {
    for (const row of paper.rows) expect(row.text.length).toBeLessThanOrEqual(columns);
  });

  it('shows both serial numbers, the total and the change', () => {
    expect(text).toContain(IMEI);
    expect(text).toContain(SERIAL);
    expect(paper.rows.filter((row) => row.tall).map((row) => row.text)).toEqual([
      'TOTAL'.padEnd(columns - 13) + 'PHP 64,289.12',
    ]);
    expect(paper.rows.find((row) => row.text.startsWith('CHANGE'))).toMatchObject({
      text: 'CHANGE'.padEnd(columns - 10) + 'PHP 710.88',
      bold: true,
    });
    const bold = paper.rows.filter((row) => row.bold).map((row) => row.text.trim().split(' ')[0]);
    expect(bold).toEqual(['TINDAHAN', 'TOTAL', 'CHANGE']);
  });

  it('prints accents in code page 858 and nothing that the page does not have', () => {
    expect(new Set(paper.codePages)).toEqual(new Set([19]));
    expect(text).toContain('José Peña');
    expect(text).toContain('Parañaque - Café');
  });

  it('ends with the QR code, the number and one cut', () => {
    expect(paper.qr).toEqual(['TXN:456']);
    expect(paper.rows.at(-1)?.text.trim()).toBe('MNL-01-D000456');
    expect(paper.cuts).toEqual([paper.rows.length]);
  });

  it('opens the drawer once, before the paper moves', () => {
    expect(paper.pulses).toEqual([{ pin: 2, onMs: 100, offMs: 500, afterRows: 0 }]);
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

  it('for a repeat, whatever was wished', () => {
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
  expect(rows.map((row) => row.text).join('\n')).toContain("Cable ?p02 ??p? S P5 'x' o ?");
});
