import type { ExpectedSerial } from '#contract/receiving.ts';
import { unitCodeFields } from '#domain/receiving.ts';
import type { Checked } from './number-checks.ts';
import { completed, nextNumber } from './placing.ts';
import {
  choicesOf,
  type Line,
  type LineChoices,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';
import { createScanningChecks } from './scanning-checks.ts';
import type { ScanningState } from './scanning-state.ts';
import { createScanningUndo } from './scanning-undo.ts';

export type ScanningDeps = {
  lines: () => readonly Line[];
  announced: () => readonly ExpectedSerial[];
  check: (code: string) => Promise<Checked>;
  soundError: () => void;
  /** Called when a unit is complete, so that its label can be printed. */
  onUnit: (unit: ScannedUnit, line: Line, draft: ReceiptDraft) => void;
};

/** Ends the units of a receipt, checks their numbers, and takes scans back. */
export function createScanningUnits(store: ScanningState, deps: ScanningDeps) {
  const { read, putDraft, lineOf, unitOf } = store;

  /** Returns the units with another version of one of them. */
  const replaced = (unit: ScannedUnit) => read().draft.units.map((one) => (one.no === unit.no ? unit : one));
  /** The next scan begins another unit. */
  const close = () => putDraft({ openNo: null }, { aimed: null });

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
  const checks = createScanningChecks(store, { ...deps, isSerial });

  /** Adds to a scanned unit what the supplier's list says of it, and returns it. */
  function finish(unit: ScannedUnit, line: Line): ScannedUnit {
    const { units } = read().draft;
    const whole = completed(unit, { announced: deps.announced(), units });
    putDraft({ units: replaced(whole) });
    for (const field of unitCodeFields) {
      const code = whole[field];
      if (code && !unit[field]) checks.ask(unit.no, field, code);
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
    store.memory.endedNo = unit.no;
    finish(unit, line);
  }

  return { replaced, changeLine, steps, checks, finish, endUnit };
}
export type ScanningUnits = ReturnType<typeof createScanningUnits>;
