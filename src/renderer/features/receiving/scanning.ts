import type { ExpectedSerial } from '#contract/receiving.ts';
import { codeParts, isImei, normaliseQrCode, readScan } from '#domain/barcodes.ts';
import {
  announcedBy,
  codesIn,
  unitCodeLabels,
  unitCodeFields,
  type UnitCodeField,
} from '#domain/receiving.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';
import { CLEAN, createNumberChecks, type Checked, type UnitMarks } from './number-checks.ts';
import {
  announcementOf,
  completed,
  fieldFor,
  lackingNumbers,
  lineName,
  linesWith,
  nextNumber,
  whyNotPlaced,
  withWholeImei,
} from './placing.ts';
import {
  choicesOf,
  countOf,
  nextNo,
  type Line,
  type LineChoices,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';

export type Scanning = {
  draft: ReceiptDraft;
  marks: ReadonlyMap<number, UnitMarks>;
  /** The line being scanned. */
  itemId: number | null;
  /** The unit whose numbers are being scanned; null if the next scan begins a new one. */
  openNo: number | null;
  /** The field that the user chose for the next number. */
  aimed: UnitCodeField | null;
  /** Errors of lines by item, from the server's last answer. */
  lineProblems: ReadonlyMap<number, string>;
  verdict: Verdict | null;
};

type ScanningDeps = {
  lines: () => readonly Line[];
  announced: () => readonly ExpectedSerial[];
  check: (code: string) => Promise<Checked>;
  soundError: () => void;
  /** Called when a unit is complete, so that its label can be printed. */
  onUnit: (unit: ScannedUnit, line: Line, draft: ReceiptDraft) => void;
};

const SHORT = 'Only 14 digits: compare it with the IMEI on the box';
const LUHN = 'Its IMEI has a wrong check digit: compare it with the box';

/**
 * Receives an order scan by scan: each scan is placed at once and then checked with the server in order, so that none
 * is lost however fast they come.
 */
export function createScanning(begun: ReceiptDraft, deps: ScanningDeps) {
  let state: Scanning = {
    draft: begun,
    marks: new Map(),
    itemId: null,
    openNo: null,
    aimed: null,
    lineProblems: new Map(),
    verdict: null,
  };
  let undone: { no: number; field: UnitCodeField }[] = [];
  const listeners = new Set<() => void>();
  const put = (changes: Partial<Scanning>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const putDraft = (changes: Partial<ReceiptDraft>, more: Partial<Scanning> = {}) =>
    put({ draft: { ...state.draft, ...changes }, ...more });

  const lineOf = (itemId: number | null) => deps.lines().find((line) => line.itemId === itemId) ?? null;
  const unitOf = (no: number | null) => state.draft.units.find((unit) => unit.no === no) ?? null;
  const marksOf = (no: number) => state.marks.get(no) ?? CLEAN;
  const mark = (no: number, change: (marks: UnitMarks) => UnitMarks) => {
    if (unitOf(no)) put({ marks: new Map(state.marks).set(no, change(marksOf(no))) });
  };
  const room = (line: Line) => line.remaining - countOf(state.draft, line);

  const refuse = (what: string, outcome: string, code?: string) => {
    put({ verdict: { tone: 'bad', what, outcome, ...(code === undefined ? {} : { code }) } });
    deps.soundError();
  };

  const look = createNumberChecks({
    check: deps.check,
    soundError: deps.soundError,
    isThere: ({ no, field, code }) => unitOf(no)?.[field] === code,
    mark,
    onTaken: ({ no, field, code }, text) =>
      refuse(`Unit ${no}: ${unitCodeLabels[field]} is taken`, text, code),
    isSerial: ({ no, code }) => {
      const unit = unitOf(no);
      const line = unit && lineOf(unit.itemId);
      const choices = line && choicesOf(state.draft, line);
      if (!line || unit.serial_number !== null || !choices?.numbers.includes('serial_number')) return false;
      const moved = { ...unit, qr_code: null, serial_number: code };
      undone = undone.map((one) =>
        one.no === no && one.field === 'qr_code' ? { no, field: 'serial_number' } : one,
      );
      const isDone = state.openNo === no && nextNumber(moved, choices) === null;
      putDraft(
        { units: state.draft.units.map((one) => (one.no === no ? moved : one)) },
        isDone ? { openNo: null, aimed: null } : {},
      );
      if (isDone) deps.onUnit(moved, line, state.draft);
      return true;
    },
  });

  /** Returns what looks wrong about a number, of an IMEI or of one that was cut; null if nothing does. */
  const oddities = ({ no, field, code }: { no: number; field: UnitCodeField; code: string }) => {
    const line = lineOf(unitOf(no)?.itemId ?? null);
    const isImeiField = field === 'imei' || field === 'imei2';
    if (isImeiField && code.length === 15 && !isImei(code)) return LUHN;
    const isDue = isImeiField || (field === 'serial_number' && line?.numbers.includes('imei'));
    return isDue && /^\d{14}$/.test(code) ? SHORT : null;
  };

  const ask = (no: number, field: UnitCodeField, code: string) => {
    const warning = oddities({ no, field, code });
    mark(no, ({ warnings, asked, ...marks }) => ({
      ...marks,
      warnings: warning === null ? warnings : [...warnings, warning],
      asked: asked + 1,
    }));
    look({ no, field, code });
  };

  /** Returns the line of a number: the open unit's, the one announced for it, the chosen one, or the only one. */
  function lineFor(code: string): Line | null {
    const open = unitOf(state.openNo);
    if (open) return lineOf(open.itemId);
    const lines = deps.lines();
    const found = announcedBy(deps.announced())({ serial_number: code });
    const variationId = found?.announced.product_variation?.id;
    const ofAnnounced = lines.filter((line) => line.variationId === variationId);
    const said = ofAnnounced.find((line) => room(line) > 0) ?? ofAnnounced[0];
    const numbered = lines.filter(({ needsNumber, remaining }) => needsNumber && remaining > 0);
    return said ?? lineOf(state.itemId) ?? (numbered.length === 1 ? (numbered[0] ?? null) : null);
  }

  /** Ends the open unit without further scans: what the supplier's list says of it is added. Returns it. */
  function endUnit(): ScannedUnit | null {
    const unit = unitOf(state.openNo);
    const line = unit && lineOf(unit.itemId);
    put({ openNo: null, aimed: null });
    if (!unit || !line) return null;
    const { units } = state.draft;
    const whole = completed(unit, choicesOf(state.draft, line), { announced: deps.announced(), units });
    putDraft({ units: units.map((one) => (one.no === unit.no ? whole : one)) });
    for (const field of unitCodeFields) {
      const code = whole[field];
      if (code && !unit[field]) ask(unit.no, field, code);
    }
    deps.onUnit(whole, line, state.draft);
    return whole;
  }

  /** Completes an IMEI that was scanned without its check digit, such as the MEID on the same box. */
  function complete({ unit, field }: NonNullable<ReturnType<typeof withWholeImei>>): void {
    const { no } = unit;
    const code = unit[field] ?? '';
    const { [field]: _, ...problems } = marksOf(no).problems;
    mark(no, (marks) => ({ ...marks, problems, warnings: marks.warnings.filter((text) => text !== SHORT) }));
    undone = [...undone.filter((one) => one.no !== no || one.field !== field), { no, field }];
    putDraft({ units: state.draft.units.map((one) => (one.no === no ? unit : one)) });
    const line = lineOf(unit.itemId);
    const outcome = `Unit ${no}: its IMEI is complete now`;
    put({
      verdict: {
        tone: 'good',
        what: line ? lineName(line) : code,
        code: `${unitCodeLabels[field]} ${code}`,
        outcome,
      },
    });
    ask(no, field, code);
  }

  function place(code: string): void {
    const whole = withWholeImei(state.draft.units, code);
    if (whole) return complete(whole);
    const line = lineFor(code);
    if (!line) return refuse(code, 'Scan the product’s barcode first, or choose a line');
    const choices = choicesOf(state.draft, line);
    const open = unitOf(state.openNo);
    const why = whyNotPlaced(code, { draft: state.draft, line, open });
    if (why) return refuse(why.what, why.outcome, code);
    const where = { line, unit: open, choices, aimed: state.aimed, announced: deps.announced() };
    const field = fieldFor(code, where);
    if (typeof field !== 'string') return refuse(lineName(line), field.text, code);
    if (field === 'next unit') {
      const full = whyNotPlaced(code, { draft: state.draft, line, open: null });
      if (full) return refuse(full.what, full.outcome, code);
      const ended = endUnit();
      place(code);
      const [lacking] = ended ? lackingNumbers({ ...state.draft, units: [ended] }, [line]) : [];
      const { verdict } = state;
      if (!lacking || !verdict) return;
      const outcome = `${verdict.outcome} · Unit ${ended?.no}: ${lacking.replace(/^1 unit /, '')}`;
      return put({ verdict: { ...verdict, tone: 'warning', outcome } });
    }
    const no = open?.no ?? nextNo(state.draft);
    const begun: ScannedUnit = open ?? {
      no,
      itemId: line.itemId,
      variationId: line.variationId,
      serial_number: null,
      imei: null,
      imei2: null,
      qr_code: null,
    };
    const unit = { ...begun, [field]: code };
    // A unit received without numbers needs only its label.
    const next = field === 'qr_code' && !line.needsNumber ? null : nextNumber(unit, choices);
    undone = [...undone, { no, field }];
    putDraft(
      {
        units: open
          ? state.draft.units.map((one) => (one.no === no ? unit : one))
          : [...state.draft.units, unit],
      },
      { itemId: line.itemId, openNo: next === null ? null : no, aimed: null },
    );
    const announced = announcementOf(unit, line, deps.announced());
    const odd = oddities({ no, field, code });
    const then = next === null ? `Unit ${no} is complete` : `Unit ${no}: now its ${unitCodeLabels[next]}`;
    put({
      verdict: {
        tone: odd === null && announced?.isRight !== false ? 'good' : 'warning',
        what: lineName(line),
        code: `${unitCodeLabels[field]} ${code}`,
        outcome: [then, announced?.text, odd].filter(Boolean).join(' · '),
      },
    });
    ask(no, field, code);
    if (next === null) deps.onUnit(unit, line, state.draft);
  }

  /** Handles a product's barcode or SKU: selects its line, or counts one more if it has no numbers. */
  function takeProduct(fitting: readonly Line[]): void {
    const line = fitting.find((one) => room(one) > 0) ?? fitting[0];
    if (!line) return;
    if (room(line) <= 0) {
      const full =
        line.remaining === 0 ? 'Nothing of it remains' : `All ${line.remaining} that remain are here`;
      return refuse(lineName(line), `${full}. Set it aside`);
    }
    endUnit();
    choose(line.itemId);
    if (line.needsNumber) {
      const next = nextNumber(null, choicesOf(state.draft, line));
      const outcome = `Now scan the ${next ? unitCodeLabels[next].replace(/^S/, 's') : 'unit'}`;
      return put({ verdict: { tone: 'good', what: lineName(line), outcome } });
    }
    const { plain } = choicesOf(state.draft, line);
    setLine(line, { plain: plain + 1 });
    put({ verdict: { tone: 'good', what: lineName(line), outcome: `${plain + 1} of ${line.remaining}` } });
  }

  function take(sent: string): void {
    const { gtin, imei, serial, code } = codeParts(normaliseQrCode(readScan(sent)));
    const ofProduct = gtin === undefined ? [] : linesWith(deps.lines(), gtin);
    if (ofProduct.length > 0) takeProduct(ofProduct);
    for (const number of [serial, imei]) if (number !== undefined) place(number);
    if (gtin !== undefined && ofProduct.length === 0 && !serial && !imei) {
      refuse(gtin, 'No item of this order has this barcode');
    }
    if (code === undefined || code === '') return;
    const lines = linesWith(deps.lines(), code);
    if (lines.length > 0) takeProduct(lines);
    else place(code);
  }

  function choose(itemId: number | null): void {
    put({ itemId, openNo: null, aimed: null });
  }

  function setLine(line: Line, changes: Partial<LineChoices>): void {
    const before = choicesOf(state.draft, line);
    const choices = { ...before, ...changes };
    // Units counted earlier keep their variation.
    if (changes.plain !== undefined && before.plain === 0) choices.variationId = line.variationId;
    if (changes.plain !== undefined && changes.typed === undefined) delete choices.typed;
    const open = unitOf(state.openNo);
    // Numbers that are no longer scanned are not waited for.
    const isDone = open?.itemId === line.itemId && nextNumber(open, choices) === null;
    putDraft(
      { lines: { ...state.draft.lines, [line.itemId]: choices } },
      isDone ? { openNo: null, aimed: null } : {},
    );
  }

  function remove(no: number): void {
    undone = undone.filter((one) => one.no !== no);
    const marks = new Map(state.marks);
    marks.delete(no);
    putDraft(
      { units: state.draft.units.filter((unit) => unit.no !== no) },
      { marks, verdict: null, ...(state.openNo === no ? { openNo: null, aimed: null } : {}) },
    );
  }

  /** Removes the last number, and the unit with its last number. */
  function undo(): void {
    const last = undone.at(-1);
    const unit = unitOf(last?.no ?? null);
    if (!last || !unit) return;
    if (codesIn(unit).length === 1) return remove(unit.no);
    undone = undone.slice(0, -1);
    const without = { ...unit, [last.field]: null };
    const { [last.field]: _, ...problems } = marksOf(unit.no).problems;
    mark(unit.no, (marks) => ({ ...marks, problems, warnings: [] }));
    putDraft(
      { units: state.draft.units.map((one) => (one.no === unit.no ? without : one)) },
      { itemId: unit.itemId, openNo: unit.no, aimed: null, verdict: null },
    );
  }

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take,
    choose,
    setLine,
    remove,
    undo,
    canUndo: () => undone.length > 0,
    aim: (field: UnitCodeField) => put({ aimed: field }),
    /** Ends the open unit without further scans. */
    nextUnit: () => {
      endUnit();
      put({ verdict: null });
    },
    setNotes: (notes: string) => putDraft({ notes }),
    setReceived: (received: ReceiptDraft['received']) => putDraft({ received }),
    setPrintsLabels: (prints_labels: boolean) => putDraft({ prints_labels }),
    /** Sets the request with an unknown outcome; null once it is known. */
    setSent: (sent: ReceiptDraft['sent']) => putDraft({ sent }),
    /** Checks every number again: some of a restored draft may be taken meanwhile. */
    checkAgain: () => {
      put({ marks: new Map() });
      for (const unit of state.draft.units) {
        for (const field of unitCodeFields) {
          const code = unit[field];
          if (code) ask(unit.no, field, code);
        }
      }
    },
    /** Shows the server's errors on units and lines. */
    refused: (
      units: readonly { no: number; field: UnitCodeField; text: string }[],
      lines: ReadonlyMap<number, string>,
    ) => {
      for (const { no, field, text } of units) {
        mark(no, (marks) => ({ ...marks, problems: { ...marks.problems, [field]: text } }));
      }
      put({ lineProblems: lines });
      const [first] = units;
      if (first) refuse(`Unit ${first.no}: ${unitCodeLabels[first.field]}`, first.text);
      else deps.soundError();
    },
    /** Starts the next receipt with the lines' choices and the units that are left. */
    restart: (draft: ReceiptDraft) => {
      const isLeft = (no: number | null) => draft.units.some((unit) => unit.no === no);
      undone = undone.filter(({ no }) => isLeft(no));
      put({
        draft,
        marks: new Map([...state.marks].filter(([no]) => isLeft(no))),
        openNo: isLeft(state.openNo) ? state.openNo : null,
        aimed: null,
        lineProblems: new Map(),
        verdict: null,
      });
    },
  };
}
