import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { receiptForm, type ExpectedSerial } from '#contract/receiving.ts';
import { z } from '#contract/zod.ts';
import { codesToFind } from '#domain/barcodes.ts';
import {
  isImeiField,
  scannedNumbers,
  unitCodeFields,
  unitNumbers,
  type UnitCodeField,
} from '#domain/receiving.ts';
import { unitCategories } from '#domain/transactions.ts';

// An order's receipt on one computer, saved on the device until it is sent.

const numbers = {
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
};

const scannedUnit = z.object({
  /** Its number in the receipt; the first scanned is 1. */
  no: z.int(),
  itemId: z.int(),
  /** The item's variation at the time of the scan. */
  variationId: z.int().optional(),
  ...numbers,
  /** The code of its label. */
  qr_code: z.string().nullable().default(null),
  /** The number that was scanned first. */
  first: z.enum(unitNumbers).optional(),
  /**
   * Why its numbers may be those of two phones: it began in another order than its line's, or right after a unit that lacks a
   * number.
   */
  doubt: z.enum(['order', 'gap']).optional(),
  /** The codes that were refused while it waited for its numbers. */
  turnedAway: z.array(z.string()).optional(),
  /** True if its second IMEI did not join it by itself: that field was pressed before, or one code has all its numbers. */
  isImei2Sure: z.boolean().optional(),
  /** One of its numbers that was scanned again later: it may be on the box of another unit. */
  scannedAgain: z.string().optional(),
  /** True once somebody compared it with its box. */
  isConfirmed: z.boolean().optional(),
});
export type ScannedUnit = z.output<typeof scannedUnit>;

const lineChoices = z.object({
  /** The numbers to scan of each unit. */
  numbers: z.array(z.enum(unitCodeFields)),
  /** True if each unit begins with its IMEI: by default the serial number comes first. */
  isImeiFirst: z.boolean().optional(),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
  /** The price of each unit as it was typed; empty for that of their category. */
  price: z.string().default(''),
  notes: z.string(),
  /** The count of units received without numbers of their own. */
  plain: z.int(),
  /** The item's variation at the time of the count. */
  variationId: z.int().optional(),
  /** Text typed as the count that is no number. */
  typed: z.string().optional(),
});
export type LineChoices = z.output<typeof lineChoices>;

export const receiptDraft = z.object({
  /** In the order of their scans. */
  units: z.array(scannedUnit),
  lines: z.record(z.string(), lineChoices),
  notes: z.string(),
  /** True if each unit's label prints as soon as it is scanned. */
  prints_labels: z.boolean().default(false),
  /** The idempotency key: a receipt that was done under it is never done again. */
  key: z.string(),
  /** The request sent under this key, while it is unknown if it was received. */
  sent: receiptForm.nullable().default(null),
  begun_at: z.number(),
  /** The line being scanned. */
  itemId: z.int().nullable().default(null),
  /** The unit whose numbers are being scanned; null if the next scan begins a new one. */
  openNo: z.int().nullable().default(null),
  /** How many of each item the order had received when this began: what others receive since is told. */
  received: z.record(z.string(), z.int()).default({}),
});
export type ReceiptDraft = z.output<typeof receiptDraft>;

/** Returns the storage name; each person has a receipt of their own per order. */
export const draftName = (staffId: number, orderId: number) => `receipt.${staffId}.${orderId}`;

/** The initial draft. */
export const NOTHING_SAVED: ReceiptDraft = {
  units: [],
  lines: {},
  notes: '',
  prints_labels: false,
  key: '',
  sent: null,
  begun_at: 0,
  itemId: null,
  openNo: null,
  received: {},
};

/** True if the draft holds input that would be lost. */
export const isBegun = ({ units, lines, notes, sent }: ReceiptDraft): boolean =>
  units.length > 0 || notes !== '' || sent !== null || Object.values(lines).some(({ plain }) => plain > 0);

/** An item of the order being received. */
export type Line = {
  itemId: number;
  variationId: number;
  product: string;
  variation: string;
  /** The codes that its box is scanned by. */
  codes: readonly string[];
  remaining: number;
  /** How many of it were received. */
  received: number;
  needsNumber: boolean;
  /** True if labels were made for the order: a code that looks like one belongs to its unit. */
  hasLabels?: boolean;
  /** The numbers scanned of a unit by default. */
  numbers: readonly UnitCodeField[];
  /** True if the supplier's list decides on these numbers: they are no choice to remember. */
  isByList?: boolean;
};

/** Returns the kind of number that a supplier's list has of each unit that may be of a variation; null if it has several. */
function announcedNumbers(
  variationId: number,
  announced: readonly ExpectedSerial[],
): 'serial' | 'imei' | null {
  const rows = announced.filter(({ product_variation: of }) => of === null || of.id === variationId);
  const kinds = new Set(
    rows.map(({ serial_number, imei, imei2 }) => {
      const hasImei = imei !== null || imei2 !== null;
      return serial_number !== null && hasImei ? null : hasImei ? 'imei' : 'serial';
    }),
  );
  const [kind = null, ...others] = kinds;
  return others.length === 0 ? kind : null;
}

/** Returns the lines of an order with what can still be received, and what is scanned of their units by default. */
export const linesOf = (
  { items, qr_codes_count }: Pick<PurchaseOrder, 'items' | 'qr_codes_count'>,
  announced: readonly ExpectedSerial[] = [],
): Line[] =>
  items.map(({ id, remaining_quantity, quantity_received, product_variation: { product, ...variation } }) => {
    const { scanned_numbers: known, has_own_numbers: isChosen } = product;
    // The product's own choice goes before the list.
    const byList = isChosen ? null : announcedNumbers(variation.id, announced);
    const numbers = scannedNumbers[byList ?? known];
    return {
      itemId: id,
      variationId: variation.id,
      product: product.name,
      variation: variation.name,
      codes: [...(variation.barcode ? codesToFind(variation.barcode) : []), product.sku],
      remaining: remaining_quantity,
      received: quantity_received,
      // A phone is scanned, also where it may be sold without a number.
      needsNumber: product.requires_serial || numbers.some(isImeiField),
      hasLabels: qr_codes_count > 0,
      numbers,
      isByList: byList !== null,
    };
  });

export const choicesOf = ({ lines }: Pick<ReceiptDraft, 'lines'>, line: Line): LineChoices =>
  lines[line.itemId] ?? {
    numbers: [...line.numbers],
    category: 'new',
    condition_rating: null,
    price: '',
    notes: '',
    plain: 0,
  };

/** Returns how many units of a line are in the draft. */
export const countOf = (draft: ReceiptDraft, line: Line): number =>
  choicesOf(draft, line).plain + draft.units.filter(({ itemId }) => itemId === line.itemId).length;

/** Returns how many units of a line were sent and, as the order tells by now, may have been received. */
function maybeReceived({ sent, received }: ReceiptDraft, line: Line): number {
  const row = sent?.items.find((one) => one.supplier_transaction_item_id === line.itemId);
  const since = line.received - (received[line.itemId] ?? line.received);
  return Math.min(row?.quantity_received ?? 0, since);
}

/** Returns how many more units of a line remain; below 0 if too many are in the draft. */
export const roomOf = (draft: ReceiptDraft, line: Line): number =>
  line.remaining - countOf(draft, line) + maybeReceived(draft, line);

type Seen = { variationId?: number | undefined };

/** True if the item was another variation when it was scanned or counted. */
export const isOther = ({ variationId }: Seen, line: Line): boolean =>
  variationId !== undefined && variationId !== line.variationId;

/** True if the units of a line were counted as another variation. */
export const isCountedAsOther = (draft: Pick<ReceiptDraft, 'lines'>, line: Line): boolean => {
  const choices = choicesOf(draft, line);
  return choices.plain > 0 && isOther(choices, line);
};

/** True if units of a line were counted before its units were known to need a number. */
export const isCountedWithoutNumbers = (draft: Pick<ReceiptDraft, 'lines'>, line: Line): boolean =>
  line.needsNumber && choicesOf(draft, line).plain > 0;

export const nextNo = ({ units }: Pick<ReceiptDraft, 'units'>): number =>
  Math.max(0, ...units.map(({ no }) => no)) + 1;

/** Returns how many of each item an order has received. */
export const receivedOf = ({ items }: Pick<PurchaseOrder, 'items'>): ReceiptDraft['received'] =>
  Object.fromEntries(items.map(({ id, quantity_received }) => [id, quantity_received]));

/** Returns what of an order was received since a draft was begun, by item. */
export const takenOf = (
  { received }: Pick<ReceiptDraft, 'received'>,
  { items }: Pick<PurchaseOrder, 'items'>,
): { itemId: number; units: number }[] =>
  items.flatMap(({ id, quantity_received }) => {
    const units = quantity_received - (received[id] ?? quantity_received);
    return units > 0 ? [{ itemId: id, units }] : [];
  });
