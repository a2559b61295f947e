import type { ExpectedSerial } from '#contract/receiving.ts';
import { codeParts, imeiKey, isEan, normaliseQrCode, readScan } from '#domain/barcodes.ts';
import {
  isCodeOf,
  numbersIn,
  unitCodeFields,
  unitCodeKinds,
  unitCodeLabels,
  type UnitCodeField,
} from '#domain/receiving.ts';
import type { Checked } from './number-checks.ts';
import {
  announcementOf,
  completed,
  fieldFor,
  isOddity,
  lackingNumbers,
  lineFor,
  lineName,
  linesWith,
  modelWarning,
  nextNumber,
  oddityOf,
  whyNoRoom,
  withWholeImei,
} from './placing.ts';
import {
  choicesOf,
  nextNo,
  roomOf,
  type Line,
  type LineChoices,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';
import { createScanningChecks } from './scanning-checks.ts';
import { createScanningState, heldUnit } from './scanning-state.ts';
import { createScanningUndo } from './scanning-undo.ts';
import { askedUnit, isOutOfOrder, mayBeMixed } from './unit-doubts.ts';

type ScanningDeps = {
  lines: () => readonly Line[];
  announced: () => readonly ExpectedSerial[];
  check: (code: string) => Promise<Checked>;
  soundError: () => void;
  /** Called when a unit is complete, so that its label can be printed. */
  onUnit: (unit: ScannedUnit, line: Line, draft: ReceiptDraft) => void;
};

/**
 * Receives an order scan by scan: each scan is placed at once and then checked with the server in order, so that none
 * is lost however fast they come.
 */
export function createScanning(begun: ReceiptDraft, deps: ScanningDeps) {
  const store = createScanningState(begun, deps);
  const { read, subscribe, put, putDraft, lineOf, unitOf, marksOf, mark, refuse, turnAway } = store;

  /** Returns the units with another version of one of them. */
  const replaced = (unit: ScannedUnit) => read().draft.units.map((one) => (one.no === unit.no ? unit : one));
  /** The next scan begins another unit. */
  const close = () => putDraft({ openNo: null }, { aimed: null });
  /** The codes of the scan at hand, and of the one right before it. */
  let scanned: { now: readonly string[]; before: readonly string[] } = { now: [], before: [] };
  /** The unit that was ended last, until the next one is begun. */
  let endedNo: number | null = null;
  const steps = createScanningUndo(store, { announced: deps.announced, close, changeLine });

  /** Turns a code that looked like a label, and is none, into its unit's serial number if that is due. */
  const isSerial = ({ no, code }: { no: number; code: string }): boolean => {
    const unit = unitOf(no);
    const line = unit && lineOf(unit.itemId);
    const choices = line && choicesOf(read().draft, line);
    if (!line || unit.serial_number !== null || !choices?.numbers.includes('serial_number')) return false;
    const moved: ScannedUnit = { first: 'serial_number', ...unit, qr_code: null, serial_number: code };
    steps.move(no, 'qr_code', 'serial_number');
    const isDone = read().draft.openNo === no && nextNumber(moved, choices) === null;
    putDraft({ units: replaced(moved) });
    if (isDone) close();
    if (isDone) finish(moved, line);
    return true;
  };
  const { ask, checkAgain, checkUnchecked, refused } = createScanningChecks(store, { ...deps, isSerial });

  /** Adds to a scanned unit what the supplier's list says of it, and returns it. */
  function finish(unit: ScannedUnit, line: Line): ScannedUnit {
    const { units } = read().draft;
    const whole = completed(unit, { announced: deps.announced(), units });
    putDraft({ units: replaced(whole) });
    for (const field of unitCodeFields) {
      const code = whole[field];
      if (code && !unit[field]) ask(unit.no, field, code);
    }
    deps.onUnit(whole, line, read().draft);
    return whole;
  }

  /** Ends the open unit without further scans. */
  function endUnit(): void {
    const unit = unitOf(read().draft.openNo);
    const line = unit && lineOf(unit.itemId);
    close();
    if (!unit || !line) return;
    endedNo = unit.no;
    finish(unit, line);
  }

  /** Completes an IMEI that was scanned without its check digit, such as the MEID on the same box, or with a wrong one. */
  function complete({ unit, field }: NonNullable<ReturnType<typeof withWholeImei>>): void {
    const { no } = unit;
    const code = unit[field] ?? '';
    const { [field]: _, ...problems } = marksOf(no).problems;
    const wasShort = unitOf(no)?.[field]?.length !== code.length;
    mark(no, (marks) => ({
      ...marks,
      problems,
      warnings: marks.warnings.filter((text) => !isOddity(text)),
    }));
    steps.forgetNumber(no, field);
    steps.note({ no, field });
    putDraft({ units: replaced(unit) });
    const line = lineOf(unit.itemId);
    const isInDoubt = no !== read().draft.openNo && doubtOwner(unit, code);
    const outcome = `Unit ${no}: its IMEI is ${wasShort ? 'complete' : 'right'} now`;
    put({
      lastScan: {
        no,
        tone: isInDoubt ? 'warning' : 'good',
        what: line ? lineName(line) : code,
        code: `${unitCodeLabels[field]} ${code}`,
        outcome: isInDoubt ? `${outcome}. Compare unit ${no} with its box` : outcome,
      },
    });
    ask(no, field, code);
  }

  /** Refuses a code while a unit waits for its numbers: one of them may have been missed. */
  function turnedAway(unit: ScannedUnit, code: string): void {
    putDraft({ units: replaced({ ...unit, turnedAway: [...(unit.turnedAway ?? []), code] }) });
  }

  /** Somebody said that the unit that was open when the draft was saved is the one at hand. */
  function goOn(): void {
    scanned = { now: [], before: [] };
    put({ heldNo: null, lastScan: null });
  }

  /** Says what is scanned next of a unit whose number was scanned again to go on with it. */
  function tellNext({ no, itemId }: ScannedUnit, code: string): void {
    const line = lineOf(itemId);
    const what = line ? lineName(line) : code;
    put({ lastScan: { no, tellsNext: true, tone: 'good', what, code, outcome: '' } });
  }

  /**
   * Puts a unit in doubt whose number is scanned again: it may have been read from the box of the phone that is scanned now. A scanner
   * that reads one label twice in a row tells nothing of another phone. Returns true if the unit is in doubt.
   */
  function doubtOwner(owner: ScannedUnit, code: string): boolean {
    const line = lineOf(owner.itemId);
    const isReadTwice = scanned.before.includes(imeiKey(code)) || owner.qr_code === code;
    if (isReadTwice || !line) return false;
    if (!mayBeMixed(owner, choicesOf(read().draft, line), deps.announced())) return false;
    putDraft({ units: replaced({ ...owner, scannedAgain: code, isConfirmed: false }) });
    return true;
  }

  /** Refuses a number that a unit of the receipt has already. */
  function refuseTwice(owner: ScannedUnit, code: string, open: ScannedUnit | null): void {
    if (open && open.no !== owner.no) turnedAway(open, code);
    const told = `Unit ${owner.no} of this receipt has this number`;
    const outcome = doubtOwner(owner, code) ? `${told}. Compare unit ${owner.no} with its box` : told;
    refuse(`Unit ${open?.no ?? nextNo(read().draft)}: scanned twice`, outcome, code);
  }

  /**
   * Says what the unit lacks that was scanned before another one, unless somebody said that it is received so: the number may still
   * come, and would look like one of the unit after it.
   */
  function gapBefore({ no }: ScannedUnit): string | null {
    const { draft } = read();
    const lackingOf = (unit: ScannedUnit) => lackingNumbers({ ...draft, units: [unit] }, deps.lines());
    const last = [unitOf(endedNo), draft.units.findLast((one) => one.no !== no)];
    for (const unit of last) {
      const [lacking] = unit && !unit.isConfirmed ? lackingOf(unit) : [];
      if (unit && lacking !== undefined) return `Unit ${unit.no}: ${lacking.replace(/^1 unit /, '')}`;
    }
    return null;
  }

  /** Places a number; `isWhole`: one code had all numbers of the unit. */
  function place(code: string, isWhole = false): void {
    const stray = read().draft.units.find((unit) => !lineOf(unit.itemId) && isCodeOf(unit, code));
    // Its line was taken out of the order; scanned once more it belongs to what is there now.
    if (stray) steps.remove(stray.no);
    const held = heldUnit(read());
    const owner = read().draft.units.find((unit) => isCodeOf(unit, code));
    const whole = withWholeImei(read().draft.units, code);
    const isHeld = held !== null && owner?.no === held.no;
    if (isHeld) goOn();
    if (whole) return complete(whole);
    if (isHeld) return tellNext(held, code);
    if (held && !owner) {
      const outcome = `Unit ${held.no} was open when this page was closed. Answer the question first`;
      return refuse('Not taken', outcome, code);
    }
    const order = { lines: deps.lines(), announced: deps.announced() };
    const open = unitOf(read().draft.openNo);
    if (owner) return refuseTwice(owner, code, open);
    const line = lineFor(code, read(), order);
    if (!line) {
      const then = 'the product’s barcode first, or choose a line';
      return refuse(code, read().isAstray ? `Set it aside, or scan ${then}` : `Scan ${then}`);
    }
    const choices = choicesOf(read().draft, line);
    const why = open ? null : whyNoRoom(read().draft, line);
    if (why) return turnAway(why, line, code);
    const { aimed, draft } = read();
    const where = { line, unit: open, choices, aimed, announced: deps.announced(), units: draft.units };
    const field = fieldFor(code, where);
    if (typeof field !== 'string') {
      // Another product's box: the line goes by barcodes, and this is none of them.
      if (!open && isEan(code) && line.codes.some((one) => /^\d{8,}$/.test(one))) leaveLine();
      if (open) turnedAway(open, code);
      return refuse(lineName(line), field.text, code);
    }
    if (field === 'next unit') {
      const full = whyNoRoom(read().draft, line);
      if (full) return turnAway(full, line, code);
      endUnit();
      return place(code);
    }
    const no = open?.no ?? nextNo(read().draft);
    const begun: ScannedUnit = open ?? {
      no,
      itemId: line.itemId,
      variationId: line.variationId,
      serial_number: null,
      imei: null,
      imei2: null,
      qr_code: null,
    };
    const isFirst = field !== 'qr_code' && numbersIn(begun).length === 0;
    const isAsked = isFirst && !isWhole && where.aimed === null && isOutOfOrder(field, code, where);
    const asked = isAsked ? askedUnit(read().draft, line) : null;
    if (asked && asked !== open && nextNumber(asked, choices) === null && asked.first === field) {
      const outcome = `Unit ${asked.no} began with its ${unitCodeKinds[field]}, too. Answer the question first`;
      return refuse(`Unit ${no}: not taken`, outcome, code);
    }
    const gap = isFirst && !isWhole ? gapBefore(begun) : null;
    if (isFirst) endedNo = null;
    const doubt = isAsked ? 'order' : gap === null ? undefined : 'gap';
    const unit: ScannedUnit = {
      ...begun,
      ...(isFirst ? { first: field, doubt } : {}),
      ...(field === 'imei2' ? { isImei2Sure: aimed === 'imei2' || isWhole } : {}),
      turnedAway: begun.turnedAway?.filter((one) => one !== code),
      isConfirmed: false,
      [field]: code,
    };
    const { draft: before } = read();
    // A unit received without numbers needs only its label.
    const next = field === 'qr_code' && !line.needsNumber ? null : nextNumber(unit, choices);
    steps.note({ no, field });
    putDraft(
      {
        units: open ? replaced(unit) : [...read().draft.units, unit],
        openNo: next === null ? null : no,
      },
      { aimed: null },
    );
    const announced = announcementOf(unit, line, deps.announced());
    const ofModel = modelWarning(code, line, { ...order, draft: before });
    const odd = oddityOf(field, code, line) ?? ofModel;
    put({
      lastScan: {
        no,
        tellsNext: true,
        tone: odd === null && announced?.isRight !== false && !isAsked && gap === null ? 'good' : 'warning',
        what: lineName(line),
        code: `${unitCodeLabels[field]} ${code}`,
        outcome: [announced?.text, odd, gap].filter(Boolean).join(' · '),
      },
    });
    if (isAsked || gap !== null || odd !== null) deps.soundError();
    if (ofModel) mark(no, (marks) => ({ ...marks, warnings: [...marks.warnings, ofModel] }));
    ask(no, field, code);
    if (next === null) finish(unit, line);
  }

  /** Handles a product's barcode or SKU: selects its line, or counts one more if it has no numbers. */
  function takeProduct(fitting: readonly Line[]): void {
    const line = fitting.find((one) => roomOf(read().draft, one) > 0) ?? fitting[0];
    if (!line) return;
    endUnit();
    if (roomOf(read().draft, line) <= 0) {
      leaveLine();
      return turnAway('full', line);
    }
    choose(line.itemId);
    if (line.needsNumber) {
      return put({ lastScan: { kind: 'chosen', itemId: line.itemId } });
    }
    const { plain } = choicesOf(read().draft, line);
    changeLine(line, { plain: plain + 1 });
    steps.note({ no: null, itemId: line.itemId });
    put({ lastScan: { kind: 'counted', itemId: line.itemId } });
  }

  function take(sent: string): void {
    const { gtin, imei, serial, code } = codeParts(normaliseQrCode(readScan(sent)));
    const now = [gtin, imei, serial, code].flatMap((part) => (part ? imeiKey(part) : []));
    scanned = { now, before: scanned.now };
    const ofProduct = gtin === undefined ? [] : linesWith(deps.lines(), gtin);
    if (ofProduct.length > 0) takeProduct(ofProduct);
    const isWhole = serial !== undefined && imei !== undefined;
    for (const number of [serial, imei]) if (number !== undefined) place(number, isWhole);
    if (gtin !== undefined && ofProduct.length === 0 && !serial && !imei) {
      endUnit();
      leaveLine();
      refuse(gtin, 'No item of this order has this barcode');
    }
    if (code === undefined || code === '') return;
    const lines = linesWith(deps.lines(), code);
    if (lines.length > 0) takeProduct(lines);
    else place(code);
  }

  /** Chooses a line; a unit of another line ends. */
  function choose(itemId: number): void {
    if (unitOf(read().draft.openNo)?.itemId !== itemId) endUnit();
    putDraft({ itemId }, { aimed: null, isAstray: false });
  }

  /** What comes next is of another product, which none of the lines takes: no line is chosen for it. */
  function leaveLine(): void {
    putDraft({ itemId: null, openNo: null }, { aimed: null, isAstray: true });
  }

  function changeLine(line: Line, changes: Partial<LineChoices>): void {
    const before = choicesOf(read().draft, line);
    const choices = { ...before, ...changes };
    // Units counted earlier keep their variation.
    if (changes.plain !== undefined && before.plain === 0) choices.variationId = line.variationId;
    if (changes.plain !== undefined && changes.typed === undefined) delete choices.typed;
    const open = unitOf(read().draft.openNo);
    // Numbers that are no longer scanned are not waited for.
    const isDone = open?.itemId === line.itemId && nextNumber(open, choices) === null;
    putDraft({ lines: { ...read().draft.lines, [line.itemId]: choices } });
    if (isDone) close();
  }

  return {
    read,
    subscribe,
    take,
    choose,
    /** Changes what was chosen or typed for a line; what is typed as its count replaces the scans of it. */
    setLine: (line: Line, changes: Partial<LineChoices>) => {
      if (changes.plain !== undefined || changes.typed !== undefined) steps.forgetCount(line.itemId);
      changeLine(line, changes);
    },
    /** Answers which number each unit of a line begins with: what was asked about its last unit is settled. */
    setImeiFirst: (line: Line, isImeiFirst: boolean) => {
      const asked = askedUnit(read().draft, line);
      changeLine(line, { isImeiFirst });
      if (asked) putDraft({ units: replaced({ ...asked, doubt: undefined }) });
    },
    /** Somebody compared a unit with its box: it is received as it is. */
    confirm: (no: number) => {
      if (read().draft.openNo === no) endUnit();
      const unit = unitOf(no);
      if (unit) putDraft({ units: replaced({ ...unit, isConfirmed: true }) });
    },
    /** Goes on with a unit that lacks a number. */
    reopen: (no: number) => {
      endUnit();
      const itemId = unitOf(no)?.itemId;
      if (itemId !== undefined)
        putDraft({ itemId, openNo: no }, { aimed: null, heldNo: null, isAstray: false, lastScan: null });
    },
    remove: steps.remove,
    undo: steps.undo,
    canUndo: steps.canUndo,
    aim: (field: UnitCodeField) => put({ aimed: field, heldNo: null }),
    goOn,
    /** Ends the open unit without further scans. */
    nextUnit: () => {
      endUnit();
      scanned = { now: [], before: [] };
      put({ lastScan: null });
    },
    setNotes: (notes: string) => putDraft({ notes }),
    setReceived: (received: ReceiptDraft['received']) => putDraft({ received }),
    setPrintsLabels: (prints_labels: boolean) => putDraft({ prints_labels }),
    /** Sets the request with an unknown outcome; null once it is known. */
    setSent: (sent: ReceiptDraft['sent']) => putDraft({ sent }),
    checkAgain,
    checkUnchecked,
    refused,
    /** Starts the next receipt with the lines' choices and the units that are left. */
    restart: (draft: ReceiptDraft) => {
      const isLeft = (no: number | null) => draft.units.some((unit) => unit.no === no);
      steps.keepOf(isLeft);
      put({
        draft: { ...draft, openNo: isLeft(draft.openNo) ? draft.openNo : null },
        marks: new Map([...read().marks].filter(([no]) => isLeft(no))),
        aimed: null,
        heldNo: null,
        lineProblems: new Map(),
        lastScan: null,
      });
    },
  };
}
