import type { Centavos } from './money.ts';
import { textColumns } from './printer-letters.ts';
import { pair, pesos, wrap, type ReceiptRow } from './receipt.ts';
import { chargedFor, type TaxRule } from './totals.ts';
import type { UnitStatus } from './transactions.ts';
import { numberLines, type UnitNumbers } from './units.ts';

/** The content of a unit's label. */
export type LabelDocument = {
  shop_name: string;
  product: string;
  variation: string;
  /** The price that the till charges; null on a label without a price. */
  price: Centavos | null;
  /** True if tax was added to the price of the catalogue: the label says so. */
  adds_tax?: boolean | undefined;
  /** `IMEI 356789104523417`: each of its numbers with its name. */
  numbers: string[];
  /** The content of its QR code; null for a unit without any number. */
  code: string | null;
};

/** Label rolls in millimetres, or the receipt paper. */
export const labelSizes = ['40x30', '50x25', 'receipt'] as const;
export type LabelSize = (typeof labelSizes)[number];
export type LabelRoll = Exclude<LabelSize, 'receipt'>;

/** Width and height of one label in millimetres. */
export const labelMeasures: Record<LabelRoll, { width: number; height: number }> = {
  '40x30': { width: 40, height: 30 },
  '50x25': { width: 50, height: 25 },
};

/** The text rows of a label and their width in characters. */
type LabelSpace = { columns: number; lines: number };

// Label and receipt printers have 203 dots per inch, and a font A of 12 by 24 dots.
const DOTS_PER_MM = 8;
const LETTER = { width: 12, height: 24 };
/** Across, to keep letters off the edge; down, for a roll that is not fed exactly. */
const SPARE_MM = { across: 1, down: 1 };
/** White dots between the text and the QR code, besides those below the letters. */
export const LABEL_GAP = 8;

/** Bytes that a QR code holds from version 1 on, at error correction level M. Source: ISO/IEC 18004. */
const QR_BYTES = [14, 26, 42, 62, 84, 106];
/** Modules of a QR code with a unit's number; larger ones are printed with smaller modules. */
const USUAL_MODULES = 25;

/** Returns the modules along a side of the QR code for a text. */
function modulesOf(code: string): number {
  const { length } = new TextEncoder().encode(code);
  const version = QR_BYTES.findIndex((bytes) => length <= bytes);
  return 17 + 4 * (version < 0 ? QR_BYTES.length : version + 1);
}

/** Returns the printer dots per module of a label's QR code: half a millimetre, less for more content than a number. */
export const labelModule = (code: string): number => (modulesOf(code) > USUAL_MODULES ? 3 : 4);

/** Returns the dots along a side of a label's QR code. */
const sideOf = (code: string): number => modulesOf(code) * labelModule(code);

/** Returns the room for text on a label, above its QR code. */
export function labelSpace(roll: LabelRoll, code: string | null): LabelSpace {
  const { width, height } = labelMeasures[roll];
  const below = code === null ? 0 : LABEL_GAP + sideOf(code);
  return {
    columns: Math.floor(((width - SPARE_MM.across) * DOTS_PER_MM) / LETTER.width),
    lines: Math.floor(((height - SPARE_MM.down) * DOTS_PER_MM - below) / LETTER.height),
  };
}

/** Returns the dots to the left of a label's QR code, which is centred: a scanner needs white around it. */
export const labelIndent = (roll: LabelRoll, code: string): number =>
  Math.floor((labelMeasures[roll].width * DOTS_PER_MM - sideOf(code)) / 2);

/** Returns as many whole words of a text as fit on one row. */
function wordsThatFit(text: string, width: number): string {
  const words = text.split(/\s+/).filter(Boolean);
  let row = '';
  for (const word of words) {
    const longer = row ? `${row} ${word}` : word;
    if (textColumns(longer) > width) break;
    row = longer;
  }
  return row;
}

/**
 * Returns the shop's name, and the price at the right edge: one row on a label, where the name loses words; on receipt
 * paper as many as they take.
 */
function headRows({ shop_name, price, adds_tax }: LabelDocument, { columns, lines }: LabelSpace): string[] {
  const name = shop_name.toUpperCase();
  const amount = price === null ? null : `${pesos(price)}${adds_tax ? ' incl. VAT' : ''}`;
  if (lines === Infinity) return amount === null ? wrap(name, columns) : pair(name, amount, columns);
  if (amount === null) return [wordsThatFit(name, columns)].filter(Boolean);
  return pair(wordsThatFit(name, columns - amount.length - 1), amount, columns).slice(0, 1);
}

/**
 * Returns the rows of a label that fit. The number of its QR code comes first, then the product, its price, and the
 * other numbers. Names lose whole words at their end; a number is printed whole or not at all.
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
  const hasHead = label.price === null ? left > names.length : left > 1;
  const head = hasHead ? headRows(label, { columns, lines }) : [];
  left -= head.length;
  const product = names.slice(0, Math.max(0, left));
  left -= product.length;
  for (const one of numbers) if (!shown.has(one) && fits(one.rows)) shown.add(one);

  return [
    ...head.map((text) => ({ kind: 'text' as const, text })),
    ...product.map((text) => ({ kind: 'text' as const, text, bold: true })),
    ...numbers
      .filter((one) => shown.has(one))
      .flatMap(({ rows }) => rows.map((text) => ({ kind: 'text' as const, text }))),
    ...(label.code === null ? [] : [{ kind: 'qr' as const, data: label.code }]),
  ];
}

/** A unit, as its label needs it. */
export type LabelledUnit = UnitNumbers & {
  qr_code: string | null;
  status: UnitStatus;
  /** Absent from older servers; null for a used unit without a price. */
  prices?: { retail_price: Centavos } | null | undefined;
  product_variation: { name: string; retail_price: Centavos; product: { name: string } };
};

/** Statuses of units for sale; labels of other units have no price. */
const forSale: readonly UnitStatus[] = ['available', 'locked', 'reserved', 'in_transit'];

/**
 * Returns the label of a unit, with the price that the till of a store with this tax charges. Its QR code holds the unit's own QR code, else
 * its IMEI, else its serial number.
 */
export function labelOf(
  unit: LabelledUnit,
  { shop_name, tax }: { shop_name: string; tax: TaxRule },
): LabelDocument {
  const { prices, product_variation } = unit;
  const { name, product } = product_variation;
  const listed =
    prices === null || !forSale.includes(unit.status) ? null : (prices ?? product_variation).retail_price;
  const price = listed === null ? null : chargedFor(listed, tax);
  return {
    shop_name,
    product: product.name,
    variation: name,
    price,
    adds_tax: price !== listed,
    numbers: numberLines(unit),
    code: unit.qr_code ?? unit.imei ?? unit.serial_number,
  };
}
