import { parseCount, parsePesos, type Centavos } from '#domain/money.ts';
import { ORDER_QUANTITY_MAX } from '#domain/purchase-orders.ts';

type PastedLine = { no: number; text: string };
export type ReadLine = PastedLine & { code: string; quantity: number; cost: Centavos | null };
/** A line that could not be read, and why. */
export type UnreadLine = PastedLine & { why: string };

const CODE_MAX = 100;

function cellsOf(text: string): [code: string, quantity: string, cost: string] {
  const separator = ['\t', ';', ','].find((one) => text.includes(one)) ?? '\t';
  const [code = '', quantity = '', ...rest] = text.split(separator);
  // An amount contains commas itself.
  return [code.trim(), quantity.trim(), rest.join(separator === ',' ? ',' : ' ').trim()];
}

function readLine({ no, text }: PastedLine): ReadLine | UnreadLine {
  const [code, counted, paid] = cellsOf(text);
  const unread = (why: string) => ({ no, text, why });
  if (code === '' || code.length > CODE_MAX) return unread('No SKU or barcode');
  const quantity = parseCount(counted);
  if (quantity === null) return unread(counted === '' ? 'No quantity' : `“${counted}” is no quantity`);
  if (quantity < 1) return unread('A quantity is at least 1');
  if (quantity > ORDER_QUANTITY_MAX) {
    return unread(`A quantity is at most ${ORDER_QUANTITY_MAX.toLocaleString('en-US')}`);
  }
  const cost = paid === '' ? null : parsePesos(paid);
  if (paid !== '' && !cost) return unread(`“${paid}” is no unit cost`);
  return { no, text, code, quantity, cost };
}

/** True for a heading: the first line, with no digit where others have their quantity. */
const isHeading = ({ no, text }: PastedLine) => no === 1 && /\D/.test(text) && !/\d/.test(cellsOf(text)[1]);

/** Reads lines of SKU or barcode, quantity and unit cost, as copied from a spreadsheet. */
export function readPasted(pasted: string): { read: ReadLine[]; unread: UnreadLine[] } {
  const lines = pasted
    .split(/\r?\n/)
    .map((text, place) => ({ no: place + 1, text: text.trimEnd() }))
    .filter(({ text }) => text.trim() !== '');
  const rows = lines.length > 1 ? lines.filter((line) => !isHeading(line)) : lines;
  const results = rows.map(readLine);
  return {
    read: results.filter((line) => 'code' in line),
    unread: results.filter((line) => 'why' in line),
  };
}
