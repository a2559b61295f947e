import { isEan } from '#domain/barcodes.ts';
import { isCodeOf, numbersIn, unitCodeKinds, unitCodeLabels, type UnitCodeField } from '#domain/receiving.ts';
import {
  announcementOf,
  fieldFor,
  lineFor,
  lineName,
  modelWarning,
  nextNumber,
  oddityOf,
  whyNoRoom,
  withWholeImei,
  type Place,
} from './placing.ts';
import { choicesOf, nextNo, type Line, type ScannedUnit } from './receipt-draft.ts';
import type { ScanningDoubts } from './scanning-doubts.ts';
import { heldUnit, type ScanningState } from './scanning-state.ts';
import type { ScanningDeps, ScanningUnits } from './scanning-units.ts';
import { askedUnit, isOutOfOrder } from './unit-doubts.ts';

type Parts = {
  units: ScanningUnits;
  doubts: ScanningDoubts;
  /** Chooses no line: what comes next is of another product. */
  leaveLine: () => void;
};

/** Where a number goes: which field of which unit; `isWhole`: one code had all numbers of the unit. */
type Found = Place & { field: UnitCodeField; code: string; isWhole: boolean };

const newUnit = ({ itemId, variationId }: Line, no: number): ScannedUnit => ({
  no,
  itemId,
  variationId,
  serial_number: null,
  imei: null,
  imei2: null,
  qr_code: null,
});

/** Finds where a number goes, or refuses it. */
function createFinding(store: ScanningState, deps: ScanningDeps, { units, doubts, leaveLine }: Parts) {
  const { read, unitOf, lineOf, refuse, turnAway } = store;
  return {
    /** Handles a number that the receipt has already, or that is not taken before a question is answered; returns true if it did. */
    isHandled: (code: string): boolean => {
      const stray = read().draft.units.find((unit) => !lineOf(unit.itemId) && isCodeOf(unit, code));
      // Its line was taken out of the order; scanned once more it belongs to what is there now.
      if (stray) units.steps.remove(stray.no);
      const held = heldUnit(read());
      const owner = read().draft.units.find((unit) => isCodeOf(unit, code));
      const whole = withWholeImei(read().draft.units, code);
      const isHeld = held !== null && owner?.no === held.no;
      if (isHeld) doubts.goOn();
      if (whole) doubts.complete(whole);
      else if (isHeld) doubts.tellNext(held, code);
      else if (owner) doubts.refuseTwice(owner, code, unitOf(read().draft.openNo));
      else if (held) {
        const outcome = `Unit ${held.no} was open when this page was closed. Answer the question first`;
        refuse('Not taken', outcome, code);
      } else return false;
      return true;
    },
    /** Returns where a number goes; null if it was refused. */
    find: (code: string): (Place & { field: UnitCodeField | 'next unit' }) | null => {
      const open = unitOf(read().draft.openNo);
      const line = lineFor(code, read(), { lines: deps.lines(), announced: deps.announced() });
      if (!line) {
        const then = 'the product’s barcode first, or choose a line';
        refuse(code, read().isAstray ? `Set it aside, or scan ${then}` : `Scan ${then}`);
        return null;
      }
      const choices = choicesOf(read().draft, line);
      const { aimed, draft } = read();
      const announced = deps.announced();
      const place = { line, unit: open, choices, aimed, announced, units: draft.units };
      const full = open ? null : whyNoRoom(draft, line);
      if (full) {
        turnAway(full, line, code);
        return null;
      }
      const field = fieldFor(code, place);
      if (typeof field !== 'string') {
        // Another product's box: the line goes by barcodes, and this is none of them.
        if (!open && isEan(code) && line.codes.some((one) => /^\d{8,}$/.test(one))) leaveLine();
        if (open) doubts.turnedAway(open, code);
        refuse(lineName(line), field.text, code);
        return null;
      }
      const noMore = field === 'next unit' ? whyNoRoom(draft, line) : null;
      if (noMore) turnAway(noMore, line, code);
      return noMore ? null : { ...place, field };
    },
  };
}

/** Adds numbers to the units of a receipt. */
export function createScanningPlaces(store: ScanningState, deps: ScanningDeps, parts: Parts) {
  const { read, put, putDraft, mark, refuse, memory } = store;
  const { units, doubts } = parts;
  const { isHandled, find } = createFinding(store, deps, parts);

  /** Says what was added, and what is odd about it. */
  function tell(
    unit: ScannedUnit,
    { line, field, code }: Found,
    { odd, gap, isAsked }: { odd: string | null; gap: string | null; isAsked: boolean },
  ): void {
    const announced = announcementOf(unit, line, deps.announced());
    const isGood = odd === null && announced?.isRight !== false && !isAsked && gap === null;
    put({
      lastScan: {
        no: unit.no,
        tellsNext: true,
        tone: isGood ? 'good' : 'warning',
        what: lineName(line),
        code: `${unitCodeLabels[field]} ${code}`,
        outcome: [announced?.text, odd, gap].filter(Boolean).join(' · '),
      },
    });
    if (isAsked || gap !== null || odd !== null) deps.soundError();
  }

  function add(found: Found): void {
    const { line, unit: open, choices, aimed, field, code, isWhole } = found;
    const { draft: before } = read();
    const no = open?.no ?? nextNo(before);
    const begun = open ?? newUnit(line, no);
    const isFirst = field !== 'qr_code' && numbersIn(begun).length === 0;
    const isAsked = isFirst && !isWhole && aimed === null && isOutOfOrder(field, code, found);
    const asked = isAsked ? askedUnit(before, line) : null;
    if (asked && asked !== open && nextNumber(asked, choices) === null && asked.first === field) {
      const outcome = `Unit ${asked.no} began with its ${unitCodeKinds[field]}, too. Answer the question first`;
      return refuse(`Unit ${no}: not taken`, outcome, code);
    }
    const gap = isFirst && !isWhole ? doubts.gapBefore(begun) : null;
    if (isFirst) memory.endedNo = null;
    const doubt = isAsked ? 'order' : gap === null ? undefined : 'gap';
    const unit: ScannedUnit = {
      ...begun,
      ...(isFirst ? { first: field, doubt } : {}),
      ...(field === 'imei2' ? { isImei2Sure: aimed === 'imei2' || isWhole } : {}),
      turnedAway: begun.turnedAway?.filter((one) => one !== code),
      isConfirmed: false,
      [field]: code,
    };
    // A unit received without numbers needs only its label.
    const next = field === 'qr_code' && !line.needsNumber ? null : nextNumber(unit, choices);
    units.steps.note({ no, field });
    putDraft(
      {
        units: open ? units.replaced(unit) : [...before.units, unit],
        openNo: next === null ? null : no,
      },
      { aimed: null },
    );
    const order = { lines: deps.lines(), announced: deps.announced() };
    const ofModel = modelWarning(code, line, { ...order, draft: before });
    tell(unit, found, { odd: oddityOf(field, code, line) ?? ofModel, gap, isAsked });
    if (ofModel) mark(no, (marks) => ({ ...marks, warnings: [...marks.warnings, ofModel] }));
    units.checks.ask(no, field, code);
    if (next === null) units.finish(unit, line);
  }

  /** Places a number; `isWhole`: one code had all numbers of the unit. */
  return function place(code: string, isWhole = false): void {
    if (isHandled(code)) return;
    const found = find(code);
    if (!found) return;
    const { field } = found;
    if (field !== 'next unit') return add({ ...found, field, code, isWhole });
    units.endUnit();
    place(code);
  };
}
