import { CsvError, parse } from 'csv-parse';
import { fieldError } from '#contract/errors.ts';
import { textMeant } from '#domain/import-cells.ts';
import { hasTooManyRows, IMPORT_ROWS_MAX, TOO_MANY_ROWS } from '#domain/import-limits.ts';

/** `malformed` says why the cells cannot be those of one row; null if they can. */
type TableRow = { row: number; cells: string[]; malformed: string | null };

/** A table of a file: its headings, and its rows, numbered as in a spreadsheet (the headings are 1). */
export type Table = { headings: string[]; rows: TableRow[] };

const refused = (message: string) => fieldError('file', message);

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, place) => bytes[place] === byte);

/** Returns the format of a file that is no text, by its first bytes; null if they are of none. */
function knownFormat(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'an Excel workbook or a ZIP file';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'an old Excel workbook';
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'a PDF';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) || startsWith(bytes, 0xff, 0xd8, 0xff)) return 'a picture';
  if (startsWith(bytes, 0x1f, 0x8b)) return 'a compressed file';
  return null;
}

const decode = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

/**
 * Decodes a file: UTF-8 or UTF-16 by its byte order mark, UTF-8 if it is valid, else Windows-1252, which Excel writes.
 * 422 for bytes that are no text, with their format.
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length === 0) throw refused('This file is empty');
  const format = knownFormat(bytes);
  if (format) throw refused(`This is ${format}, not a CSV file. In Excel, choose Save As, then CSV`);
  const text = decoded(bytes);
  // No text has this character, and PostgreSQL finds nothing by it: it refuses the query.
  if (text.includes('\0')) throw refused('This is not a CSV file. In Excel, choose Save As, then CSV');
  return text;
}

function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return decode('utf-16le', bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return decode('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode('windows-1252', bytes);
  }
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Finds the delimiter: the one in Excel's first line `sep=;`, else the most frequent one in the headings. */
function delimiterOf(text: string): { delimiter: string; body: string; skipped: number } {
  const named = /^sep=(.)\r?\n/i.exec(text);
  if (named) return { delimiter: named[1] ?? ',', body: text.slice(named[0].length), skipped: 1 };
  const headings = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counted = DELIMITERS.map((delimiter) => headings.split(delimiter).length);
  const most = counted.indexOf(Math.max(...counted));
  return { delimiter: DELIMITERS[most] ?? ',', body: text, skipped: 0 };
}

/** Characters that are parsed in one turn of the event loop. */
const SLICE = 32 * 1024;
/** The maximum length of a row: a quote that is never closed would swallow the file. */
const ROW_MAX = 50_000;

/** Parses the rows of a text in slices, between which the tills are served. */
async function recordsOf(text: string, delimiter: string): Promise<string[][]> {
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: ROW_MAX });
  const records: string[][] = [];
  parser.on('data', (record: string[]) => records.push(record));
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', reject);
  });
  // Awaited below: prevents an unhandled rejection before.
  ended.catch(() => undefined);
  for (let start = 0; start < text.length && !parser.destroyed; start += SLICE) {
    parser.write(text.slice(start, start + SLICE));
    await new Promise((resume) => setImmediate(resume));
    // A stray quote may have hidden rows when the lines were counted.
    if (records.length > IMPORT_ROWS_MAX + 1) throw refused(TOO_MANY_ROWS);
  }
  parser.end();
  await ended;
  return records;
}

/** Returns how many rows a cell of several lines has swallowed: its first line ends its own row, or another is a whole one. */
function swallowedRows(cell: string, at: number, columns: number, delimiter: string): number {
  const [first = '', ...others] = cell.split('\n');
  // A comma of an address has a space after it.
  const cellsIn = (line: string) => line.split(delimiter).filter((part) => !part.startsWith(' ')).length;
  const endsRow = columns - at > 2 && cellsIn(first) >= columns - at;
  return endsRow || others.some((line) => cellsIn(line) >= columns) ? others.length : 0;
}

/** Returns why cells cannot be those of one row of a table; null if they can. */
function malformedBy(cells: readonly string[], columns: number, delimiter: string): string | null {
  if (cells.slice(columns).some(Boolean))
    return 'This row has more cells than there are columns. Text with a comma in it has to be in quotes';
  const swallowed = Math.max(0, ...cells.map((cell, at) => swallowedRows(cell, at, columns, delimiter)));
  if (swallowed === 0) return null;
  const rows = swallowed === 1 ? 'next row' : `next ${swallowed} rows`;
  return `A quote at the beginning of a cell is not closed: the cell takes in the ${rows}`;
}

/** Reads the table in a file's bytes; 422 that says what is wrong if there is none. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const { delimiter, body, skipped } = delimiterOf(textOf(bytes));
  if (hasTooManyRows(body)) throw refused(TOO_MANY_ROWS);
  const records = await recordsOf(body, delimiter).catch((error: unknown) => {
    if (!(error instanceof CsvError)) throw error;
    throw refused(
      `This CSV file cannot be read: a quote is not closed near row ${String(error.lines ?? '?')}`,
    );
  });
  const [headings = [], ...rest] = records.map((record) => record.map(textMeant));
  if (headings.length < 2 && !headings[0]) throw refused('The first row has to name the columns');
  if (headings.length < 2) throw refused('This is not a CSV file: it has one column only');
  const rows = rest
    .map((cells, place) => ({
      row: place + 2 + skipped,
      cells,
      malformed: malformedBy(cells, headings.length, delimiter),
    }))
    .filter(({ cells }) => cells.some(Boolean));
  if (rows.length === 0) throw refused('This file has no rows below its headings');
  return { headings, rows };
}
