import { ApiError, type FieldErrors } from '#contract/errors.ts';
import type { ExpectedSerial, ReceiptForm } from '#contract/receiving.ts';
import {
  codesIn,
  ownTextsIn,
  RECEIPT_UNITS_MAX,
  remainingTexts,
  scannedNumbersOf,
  type UnitCodeField,
  unitCodeFields,
  unitCodeLabels,
} from '#domain/receiving.ts';
import { parsePesos } from '#domain/money.ts';
import { unitsText } from '#domain/units.ts';
import { CLEAN, isWrong, type UnitMarks } from './number-checks.ts';
import { lineName, oddUnits, unitNos } from './placing.ts';
import { openLacks, unitDoubts } from './unit-doubts.ts';
import {
  choicesOf,
  countOf,
  isCountedAsOther,
  isCountedWithoutNumbers,
  isOther,
  roomOf,
  type Line,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';

// What of a draft can be received, what is sent, and what is left once that was received.

type Marked = { draft: ReceiptDraft; marks: ReadonlyMap<number, UnitMarks> };

/** Sorts the units of a draft: those that can be received, and those that exceed what remains of their line. */
function sortUnits({ draft, marks }: Marked, lines: readonly Line[]) {
  const rooms = new Map(lines.map((line) => [line.itemId, line.remaining]));
  const exceeding = new Set<number>();
  const units = draft.units.filter((unit) => {
    const line = lines.find(({ itemId }) => itemId === unit.itemId);
    if (!line || isOther(unit, line) || isWrong(marks.get(unit.no) ?? CLEAN)) return false;
    const room = rooms.get(unit.itemId) ?? 0;
    // What was sent may be what was received.
    if (room <= 0 && draft.sent === null) exceeding.add(unit.no);
    rooms.set(unit.itemId, room - 1);
    return room > 0;
  });
  return { units, rooms, exceeding };
}

/** Returns the units that exceed what remains of their lines: the last scanned of those that are right otherwise. */
export const exceedingUnits = (scanned: Marked, lines: readonly Line[]): ReadonlySet<number> =>
  sortUnits(scanned, lines).exceeding;

/** Returns the units that cannot be received, or have a number which looks wrong. */
export function unitsToCheck(scanned: Marked, lines: readonly Line[]): ScannedUnit[] {
  const problems = unitProblems(scanned, lines);
  const odd = new Set(oddUnits(scanned.draft, lines));
  return scanned.draft.units.filter((unit) => problems.has(unit.no) || odd.has(unit));
}

const SCANNED_AS_OTHER = 'This item of the order was another product when it was scanned';
const NOT_ORDERED =
  'Its item was taken out of the order. Undo this unit, or scan it again once it is in the order';

/** Returns why each unit cannot be received, by its number; those that can are not in it. */
export function unitProblems(scanned: Marked, lines: readonly Line[]): ReadonlyMap<number, string[]> {
  const exceeding = exceedingUnits(scanned, lines);
  const problems = scanned.draft.units.map((unit) => {
    const line = lines.find(({ itemId }) => itemId === unit.itemId);
    const { problems: marked } = scanned.marks.get(unit.no) ?? CLEAN;
    const texts = [
      ...(line ? [] : [NOT_ORDERED]),
      ...(line && isOther(unit, line) ? [SCANNED_AS_OTHER] : []),
      ...(line && exceeding.has(unit.no) ? [tooManyText(line)] : []),
      ...new Set(Object.values(marked)),
    ];
    return [unit.no, texts] as const;
  });
  return new Map(problems.filter(([, texts]) => texts.length > 0));
}

/** Says what to do with a unit that exceeds what remains of its line. */
export const tooManyText = ({ remaining }: Line): string =>
  `${remainingTexts(remaining).onlyOfItem}. Undo this unit, and set it aside`;

/**
 * Returns the draft without what cannot be received: its wrong units, those to compare with their boxes first, and what exceeds
 * what remains of a line.
 */
export function receivableOf(
  scanned: Marked,
  lines: readonly Line[],
  announced: readonly ExpectedSerial[] = [],
): ReceiptDraft {
  const { draft } = scanned;
  const doubts = unitDoubts(draft, lines, announced);
  const open = openLacks(draft, lines, announced)?.unit.no;
  const sure = draft.units.filter(({ no }) => no !== open && !doubts.has(no));
  const { units, rooms } = sortUnits({ ...scanned, draft: { ...draft, units: sure } }, lines);
  const counted = lines.map((line) => {
    const choices = choicesOf(draft, line);
    const room = Math.max(0, rooms.get(line.itemId) ?? 0);
    const isWrong = isCountedAsOther(draft, line) || isCountedWithoutNumbers(draft, line);
    const plain = isWrong ? 0 : Math.min(choices.plain, room);
    return [line.itemId, { ...choices, plain }];
  });
  return { ...draft, units, lines: { ...draft.lines, ...Object.fromEntries(counted) } };
}

/** Returns why the draft cannot be received; null if it can. */
export function whyNotReceived(
  scanned: Marked,
  lines: readonly Line[],
  announced: readonly ExpectedSerial[] = [],
): string | null {
  const { draft } = scanned;
  // A receipt with an unknown outcome is sent again unchanged.
  if (draft.sent) return null;
  if (Object.values(draft.lines).some(({ typed }) => typed !== undefined)) return 'Type a whole number';
  const count = lines.reduce((sum, line) => sum + countOf(draft, line), 0);
  const stuck = draft.units.length - sortUnits(scanned, lines).units.length;
  if (count + stuck === 0) return 'Please specify quantities to receive';
  if (count > RECEIPT_UNITS_MAX) return `At most ${RECEIPT_UNITS_MAX} units in one receipt`;
  if (stuck > 0) return `Undo ${unitsText(stuck)} that cannot be received`;
  const lacks = openLacks(draft, lines, announced);
  if (lacks) {
    const number = unitCodeLabels[lacks.field].replace(/^S/, 's');
    return `Scan the ${number} of unit ${lacks.unit.no}, or press Next unit`;
  }
  const doubts = unitDoubts(draft, lines, announced);
  if (doubts.size > 0) return `Check ${unitNos(draft.units.filter(({ no }) => doubts.has(no)))} first`;
  const full = lines.find((line) => roomOf(draft, line) < 0);
  if (full) return `Too many of ${full.product}`;
  const unpriced = lines.find((line) => isPriceWrong(choicesOf(draft, line).price));
  if (unpriced) return `The price of ${unpriced.product} is no amount`;
  const bare = lines.find((line) => isCountedWithoutNumbers(draft, line));
  if (bare) return `Scan the units of ${bare.product}: they need a number`;
  return lines.some((line) => isCountedAsOther(draft, line))
    ? 'Count again what is another product now'
    : null;
}

/** True if a typed price is no amount. */
export const isPriceWrong = (price: string) => price.trim() !== '' && parsePesos(price) === null;

const isSame = (one: readonly UnitCodeField[], other: readonly UnitCodeField[]) =>
  scannedNumbersOf(one) === scannedNumbersOf(other);

/** Returns the request of a receipt, and the units of each of its rows in order. */
export function requestOf(draft: ReceiptDraft, lines: readonly Line[]) {
  const rows = lines
    .map((line) => ({ line, units: draft.units.filter(({ itemId }) => itemId === line.itemId) }))
    .filter(({ line }) => countOf(draft, line) > 0);
  return {
    body: {
      items: rows.map(({ line, units }) => {
        const choices = choicesOf(draft, line);
        const { category, condition_rating, price, notes, numbers, plain } = choices;
        const own_price = price.trim() === '' ? null : parsePesos(price);
        const isChosen = line.itemId in draft.lines && !(line.isByList && isSame(numbers, line.numbers));
        const scanned = line.needsNumber && isChosen ? scannedNumbersOf(numbers) : undefined;
        return {
          supplier_transaction_item_id: line.itemId,
          product_variation_id: (units[0] ?? choices).variationId ?? line.variationId,
          quantity_received: units.length + plain,
          category,
          condition_rating: category === 'new' ? null : condition_rating,
          ...(own_price === null ? {} : { own_price }),
          notes: notes.trim() || null,
          ...(scanned === undefined ? {} : { scanned_numbers: scanned }),
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

/** The units and the line of each row of a request. */
export type Sent = { units: readonly (readonly ScannedUnit[])[]; lines: readonly Line[] };

type Told = {
  units: { no: number; field: UnitCodeField; text: string }[];
  lines: Map<number, string>;
};

/** Maps a refusal's fields to units and lines of the request. */
export function toldRefusal(fields: FieldErrors, { units, lines }: Sent): Told {
  const told: Told = { units: [], lines: new Map() };
  for (const [path, [text = '']] of Object.entries(fields)) {
    const [, row, rest = ''] = /^items\.(\d+)\.(.+)$/.exec(path) ?? [];
    const line = lines[Number(row)];
    if (!line) continue;
    const [, place, name] = /^units\.(\d+)\.(\w+)$/.exec(rest) ?? [];
    const unit = units[Number(row)]?.[Number(place)];
    const field = unitCodeFields.find((one) => one === name);
    if (unit && field) told.units.push({ no: unit.no, field, text });
    else told.lines.set(line.itemId, text);
  }
  return told;
}

/** Returns a refusal whose text names the unit or the item: a row of a request is no row of the screen. */
export function namedRefusal(refusal: ApiError, told: Told, lines: readonly Line[]): ApiError {
  const texts = [
    ...told.units.map(({ no, text }) => `Unit ${no}: ${text}`),
    ...lines.flatMap((line) => {
      const text = told.lines.get(line.itemId);
      return text === undefined ? [] : [`${lineName(line)}: ${text}`];
    }),
  ];
  const [first, ...others] = texts;
  if (first === undefined) return refusal;
  const more = others.length > 0 ? `\n${others.length} more are marked below.` : '';
  return new ApiError(refusal.code, { message: first + more });
}

/** True if the draft differs from the request that was sent. */
export const changedSince = (draft: ReceiptDraft, lines: readonly Line[]): boolean =>
  draft.sent !== null && JSON.stringify(requestOf(draft, lines).body) !== JSON.stringify(draft.sent);

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
