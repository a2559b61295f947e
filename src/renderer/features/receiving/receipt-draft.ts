import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { receiptForm, type ReceiptForm } from '#contract/receiving.ts';
import { z } from '#contract/zod.ts';
import { codesToFind } from '#domain/barcodes.ts';
import { codesIn, ownTextsIn, unitCodeFields, type UnitCodeField } from '#domain/receiving.ts';
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
});
export type ScannedUnit = z.output<typeof scannedUnit>;

const lineChoices = z.object({
  /** The numbers to scan of each unit, in this order. */
  numbers: z.array(z.enum(unitCodeFields)),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
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
  needsNumber: boolean;
  /** True if labels were made for the order: a code that looks like one belongs to its unit. */
  hasLabels?: boolean;
  /** The numbers scanned of a unit by default. */
  numbers: readonly UnitCodeField[];
};

/** The product kinds that have an IMEI. */
const WITH_IMEI = ['phone', 'tablet'];

/** Returns the lines of an order with what can still be received. */
export const linesOf = ({ items, qr_codes_count }: Pick<PurchaseOrder, 'items' | 'qr_codes_count'>): Line[] =>
  items.map(({ id, remaining_quantity, product_variation: { product, ...variation } }) => ({
    itemId: id,
    variationId: variation.id,
    product: product.name,
    variation: variation.name,
    codes: [...(variation.barcode ? codesToFind(variation.barcode) : []), product.sku],
    remaining: remaining_quantity,
    needsNumber: product.requires_serial,
    hasLabels: qr_codes_count > 0,
    numbers: WITH_IMEI.includes(product.kind) ? ['serial_number', 'imei'] : ['serial_number'],
  }));

export const choicesOf = ({ lines }: Pick<ReceiptDraft, 'lines'>, line: Line): LineChoices =>
  lines[line.itemId] ?? {
    numbers: [...line.numbers],
    category: 'new',
    condition_rating: null,
    notes: '',
    plain: 0,
  };

/** Returns how many units of a line are in the draft. */
export const countOf = (draft: ReceiptDraft, line: Line): number =>
  choicesOf(draft, line).plain + draft.units.filter(({ itemId }) => itemId === line.itemId).length;

type Seen = { variationId?: number | undefined };

/** True if the item was another variation when it was scanned or counted. */
export const isOther = ({ variationId }: Seen, line: Line): boolean =>
  variationId !== undefined && variationId !== line.variationId;

/** True if the units of a line were counted as another variation. */
export const isCountedAsOther = (draft: Pick<ReceiptDraft, 'lines'>, line: Line): boolean => {
  const choices = choicesOf(draft, line);
  return choices.plain > 0 && isOther(choices, line);
};

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

/** Returns the draft without what cannot be received: its wrong units, and what exceeds what remains of a line. */
export function receivableOf(
  draft: ReceiptDraft,
  lines: readonly Line[],
  isWrongUnit: (no: number) => boolean,
): ReceiptDraft {
  const rooms = new Map(lines.map((line) => [line.itemId, line.remaining]));
  const units = draft.units.filter((unit) => {
    const line = lines.find(({ itemId }) => itemId === unit.itemId);
    const room = rooms.get(unit.itemId) ?? 0;
    if (!line || room <= 0 || isOther(unit, line) || isWrongUnit(unit.no)) return false;
    rooms.set(unit.itemId, room - 1);
    return true;
  });
  const counted = lines.map((line) => {
    const choices = choicesOf(draft, line);
    const plain = isCountedAsOther(draft, line) ? 0 : Math.min(choices.plain, rooms.get(line.itemId) ?? 0);
    return [line.itemId, { ...choices, plain }];
  });
  return { ...draft, units, lines: { ...draft.lines, ...Object.fromEntries(counted) } };
}

/** Returns the request of a receipt, and the units of each of its rows in order. */
export function requestOf(draft: ReceiptDraft, lines: readonly Line[]) {
  const rows = lines
    .map((line) => ({ line, units: draft.units.filter(({ itemId }) => itemId === line.itemId) }))
    .filter(({ line }) => countOf(draft, line) > 0);
  return {
    body: {
      items: rows.map(({ line, units }) => {
        const choices = choicesOf(draft, line);
        const { category, condition_rating, notes, plain } = choices;
        return {
          supplier_transaction_item_id: line.itemId,
          product_variation_id: (units[0] ?? choices).variationId ?? line.variationId,
          quantity_received: units.length + plain,
          category,
          condition_rating: category === 'new' ? null : condition_rating,
          notes: notes.trim() || null,
          units: units.map(({ serial_number, imei, imei2, qr_code }) => ({
            serial_number,
            imei,
            imei2,
            ...(qr_code === null ? {} : { qr_code }),
          })),
        };
      }),
      notes: draft.notes.trim() || null,
    } satisfies ReceiptForm,
    units: rows.map(({ units }) => units),
    lines: rows.map(({ line }) => line),
  };
}

/** Changes to a receipt since it was sent, made before its answer was known. */
export type Since = {
  /** Units scanned or counted since: they are in no receipt. */
  added: number;
  /** Units left out, because they cannot be received. */
  leftOut?: number;
  /** Units undone since: they were received all the same. */
  takenBack: number;
  /** Numbers scanned since for received units: they were not saved. */
  numbers: readonly string[];
};

const plainIn = (row: ReceiptForm['items'][number] | undefined) =>
  row ? row.quantity_received - (row.units?.length ?? 0) : 0;

/** Returns what is left of a draft for the next receipt after `sent` was received, and the changes since. */
export function leftOf(draft: ReceiptDraft, sent: ReceiptForm): { draft: ReceiptDraft; since: Since } {
  const rows = new Map(sent.items.map((row) => [row.supplier_transaction_item_id, row]));
  const received = sent.items.flatMap(({ units = [] }) => units);
  const numbers = new Set(received.flatMap(ownTextsIn));
  const isReceived = (unit: ScannedUnit) => ownTextsIn(unit).some((number) => numbers.has(number));
  const units = draft.units.filter((unit) => !isReceived(unit));
  const still = draft.units.filter(isReceived);
  const counts = Object.entries(draft.lines).map(([id, choices]) => ({
    id,
    choices,
    more: choices.plain - plainIn(rows.get(Number(id))),
  }));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + Math.max(0, value), 0);
  return {
    draft: {
      ...draft,
      units,
      lines: Object.fromEntries(
        counts.map(({ id, choices, more }) => [id, { ...choices, plain: Math.max(0, more) }]),
      ),
      notes: draft.notes.trim() === (sent.notes ?? '') ? '' : draft.notes,
      sent: null,
    },
    since: {
      added: units.length + sum(counts.map(({ more }) => more)),
      takenBack: Math.max(0, received.length - still.length) + sum(counts.map(({ more }) => -more)),
      numbers: still.flatMap(codesIn).filter((number) => !numbers.has(number)),
    },
  };
}
