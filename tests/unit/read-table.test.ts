import { describe, expect, it } from 'vitest';
import { readTable } from '#server/modules/imports/read-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const table = async (bytes: Uint8Array) => {
  const { headings, rows } = await readTable(bytes);
  return [headings, ...rows.map(({ cells }) => cells)];
};
const refusal = (bytes: Uint8Array) =>
  readTable(bytes).then(
    () => 'taken',
    (error: Error) => error.message,
  );

const rows = [
  ['Name', 'Price'],
  ['Señor Peña', '₱1,200.00'],
];

describe('a table from a file', () => {
  it('is read in each of the encodings and separators that Excel saves', async () => {
    const comma = 'Name,Price\r\nSeñor Peña,"₱1,200.00"\r\n';
    const semicolon = 'Name;Price\nSeñor Peña;₱1,200.00\n';
    const tab = 'Name\tPrice\r\nSeñor Peña\t₱1,200.00\r\n';
    for (const text of [comma, semicolon, tab, `sep=;\r\n${semicolon}`]) {
      expect(await table(utf8(text))).toEqual(rows);
      expect(await table(utf8(`\uFEFF${text}`))).toEqual(rows);
      expect(await table(utf16(text, false))).toEqual(rows);
      expect(await table(utf16(text, true))).toEqual(rows);
    }
    const old = new Uint8Array(Buffer.from('Name,Price\r\nSeñor Peña,1\r\n', 'latin1'));
    expect(await table(old)).toEqual([
      ['Name', 'Price'],
      ['Señor Peña', '1'],
    ]);
  });

  it('numbers its rows as spreadsheets do, and leaves empty ones out', async () => {
    const { rows: found } = await readTable(utf8('A,B\n1,2\n,\n\n3,"4\n5"\n6,7\n'));
    expect(found.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, '1', '2'],
      [5, '3', '4\n5'],
      [6, '6', '7'],
    ]);
  });

  it('reads numbers that Excel keeps as text', async () => {
    expect(await table(utf8(`A,B\n="0123","=""0456"""\n'0789,'+63\n`))).toEqual([
      ['A', 'B'],
      ['0123', '0456'],
      ['0789', '+63'],
    ]);
  });

  it('of too many rows is refused before they are read', async () => {
    expect(await refusal(utf8(`A,B\n${'1,2\n'.repeat(100_001)}`))).toBe(
      'At most 100,000 rows in one file. Split it',
    );
    expect(await refusal(utf8(`A,B\n${'"1\n\n\n",2\n'.repeat(40_000)}`))).toBe('taken');
  });

  it('keeps inches within a cell', async () => {
    expect(await table(utf8('A,B\n27" screen,1\n'))).toEqual([
      ['A', 'B'],
      ['27" screen', '1'],
    ]);
  });

  it('is refused in words of what the file is', async () => {
    expect(await refusal(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1]))).toBe(
      'This is an Excel workbook or a ZIP file, not a CSV file. In Excel, choose Save As, then CSV',
    );
    expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toContain('an old Excel workbook');
    expect(await refusal(utf8('%PDF-1.7'))).toContain('a PDF');
    expect(await refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toContain('a picture');
    expect(await refusal(new Uint8Array([65, 0, 1, 2]))).toContain('not a CSV file');
    const withNul = Buffer.from('\uFEFFSKU,Category\nA\0,new\n', 'utf16le');
    expect(await refusal(new Uint8Array(withNul))).toContain('not a CSV file');
    expect(await refusal(new Uint8Array())).toBe('This file is empty');
    expect(await refusal(utf8('Dear Ana\nthank you\n'))).toBe(
      'This is not a CSV file: it has one column only',
    );
    expect(await refusal(utf8('A,B\n'))).toBe('This file has no rows below its headings');
    expect(await refusal(utf8(`A,B\n"open,${'x'.repeat(60_000)}`))).toContain('a quote is not closed');
  });
});
