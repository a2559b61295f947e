import type { Centavos } from './money.ts';
import { pair, pesos, wrap, type ReceiptRow } from './receipt.ts';
import type { UnitStatus } from './transactions.ts';
import { numberLines, type UnitNumbers } from './units.ts';

/** What stands on the label of one unit. */
export type LabelDocument = {
  shop_name: string;
  product: string;
  variation: string;
  /** Null on a label without a price. */
  price: Centavos | null;
  /** `IMEI 356789104523417`: each of its numbers, in words. */
  numbers: string[];
  /** What its QR code holds; null for a unit without any number. */
  code: string | null;
};

/** Millimetres of the rolls that labels are printed on, or the paper of the receipts. */
export const labelSizes = ['40x30', '50x25', 'receipt'] as const;
export type LabelSize = (typeof labelSizes)[number];
export type LabelRoll = Exclude<LabelSize, 'receipt'>;

/** Width and height of one label in millimetres. */
export const labelMeasures: Record<LabelRoll, { width: number; height: number }> = {
  '40x30': { width: 40, height: 30 },
  '50x25': { width: 50, height: 25 },
};

/** Text rows of a label, and how wide they are. */
export type LabelSpace = { columns: number; lines: number };

// The head of a label or receipt printer has 203 dots an inch, its font A 12 by 24 of them.
const DOTS_PER_MM = 8;
const LETTER = { width: 12, height: 24 };
/** Across, so that no letter stands on the label's edge; and down, for a roll that is not fed to the dot. */
const SPARE_MM = { across: 1, down: 1 };
/** Dots of white between the text and the QR code, besides those below the letters. */
export const LABEL_GAP = 8;

/** Bytes that a QR code holds from version 1 on, with a quarter of it to spare (level M). Source: ISO/IEC 18004. */
const QR_BYTES = [14, 26, 42, 62, 84, 106];
/** Modules of a QR code with a number in it: larger ones are printed with smaller modules. */
const USUAL_MODULES = 25;

/** Modules along a side of the QR code that holds so much. */
function modulesOf(code: string): number {
  const { length } = new TextEncoder().encode(code);
  const version = QR_BYTES.findIndex((bytes) => length <= bytes);
  return 17 + 4 * (version < 0 ? QR_BYTES.length : version + 1);
}

/** Printer dots of one module of a label's QR code: half a millimetre, less where it holds more than a number. */
export const labelModule = (code: string): number => (modulesOf(code) > USUAL_MODULES ? 3 : 4);

/** Dots along a side of a label's QR code. */
const sideOf = (code: string): number => modulesOf(code) * labelModule(code);

/** What is left for text on a label of a roll, above its QR code. */
export function labelSpace(roll: LabelRoll, code: string | null): LabelSpace {
  const { width, height } = labelMeasures[roll];
  const below = code === null ? 0 : LABEL_GAP + sideOf(code);
  return {
    columns: Math.floor(((width - SPARE_MM.across) * DOTS_PER_MM) / LETTER.width),
    lines: Math.floor(((height - SPARE_MM.down) * DOTS_PER_MM - below) / LETTER.height),
  };
}

/** Dots to the left of a label's QR code, which stands in the middle: a scanner needs white around it. */
export const labelIndent = (roll: LabelRoll, code: string): number =>
  Math.floor((labelMeasures[roll].width * DOTS_PER_MM - sideOf(code)) / 2);

/** As many whole words of a text as one row holds. */
function wordsThatFit(text: string, width: number): string {
  const words = text.split(/\s+/).filter(Boolean);
  let row = '';
  for (const word of words) {
    const longer = row ? `${row} ${word}` : word;
    if (longer.length > width) break;
    row = longer;
  }
  return row;
}

/** The shop's name, and the price at the right edge. */
function headRow({ shop_name, price }: LabelDocument, columns: number): string | null {
  if (price === null) return wordsThatFit(shop_name.toUpperCase(), columns) || null;
  const amount = pesos(price);
  const [row = amount] = pair(
    wordsThatFit(shop_name.toUpperCase(), columns - amount.length - 1),
    amount,
    columns,
  );
  return row;
}

/**
 * The label as rows: as much as there is room for. The number in its QR code comes first, then what it is, its price,
 * and its other numbers. Names lose whole words at their end; a number is there as a whole or not at all.
 */
export function labelRows(label: LabelDocument, { columns, lines }: LabelSpace): ReceiptRow[] {
  let left = lines;
  const fits = (rows: readonly string[]): boolean => {
    if (rows.length > left) return false;
    left -= rows.length;
    return true;
  };
  const numbers = label.numbers.map((number) => ({ number, rows: wrap(number, columns) }));
  const isOwn = ({ number }: { number: string }) => label.code !== null && number.endsWith(label.code);
  const shown = new Set(numbers.filter((one) => isOwn(one) && fits(one.rows)));

  const names = wrap(`${label.product} ${label.variation}`, columns);
  const head = headRow(label, columns);
  const hasHead = head !== null && (label.price === null ? left > names.length : left > 1);
  if (hasHead) left -= 1;
  const product = names.slice(0, Math.max(0, left));
  left -= product.length;
  for (const one of numbers) if (!shown.has(one) && fits(one.rows)) shown.add(one);

  return [
    ...(hasHead ? [{ kind: 'text' as const, text: head }] : []),
    ...product.map((text) => ({ kind: 'text' as const, text, bold: true })),
    ...numbers
      .filter((one) => shown.has(one))
      .flatMap(({ rows }) => rows.map((text) => ({ kind: 'text' as const, text }))),
    ...(label.code === null ? [] : [{ kind: 'qr' as const, data: label.code }]),
  ];
}

/** A unit as far as its label tells of it. */
export type LabelledUnit = UnitNumbers & {
  qr_code: string | null;
  status: UnitStatus;
  product_variation: { name: string; retail_price: Centavos; product: { name: string } };
};

/** What is not for sale, or not any more, carries no price. */
const forSale: readonly UnitStatus[] = ['available', 'locked', 'in_transit'];

/** The label of a unit. Its QR code holds the unit's own QR code, else its IMEI, else its serial number. */
export function labelOf(unit: LabelledUnit, { shop_name }: { shop_name: string }): LabelDocument {
  const { name, retail_price, product } = unit.product_variation;
  return {
    shop_name,
    product: product.name,
    variation: name,
    price: forSale.includes(unit.status) ? retail_price : null,
    numbers: numberLines(unit),
    code: unit.qr_code ?? unit.imei ?? unit.serial_number,
  };
}
