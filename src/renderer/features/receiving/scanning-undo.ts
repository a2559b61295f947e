import type { ExpectedSerial } from '#contract/receiving.ts';
import type { UnitCodeField } from '#domain/receiving.ts';
import { hasAdded } from './last-scan.ts';
import { scannedBeside } from './placing.ts';
import { choicesOf, type Line, type LineChoices } from './receipt-draft.ts';
import type { ScanningState } from './scanning-state.ts';

/** A scan's addition: a number to a unit, or one to the count of a line (`no` null). */
type Step = { no: number; field: UnitCodeField } | { no: null; itemId: number };

type UndoDeps = {
  announced: () => readonly ExpectedSerial[];
  /** The next scan begins another unit. */
  close: () => void;
  changeLine: (line: Line, changes: Partial<LineChoices>) => void;
};

/** Remembers what each scan added, and takes it back. */
export function createScanningUndo(store: ScanningState, { announced, close, changeLine }: UndoDeps) {
  const { read, put, putDraft, lineOf, unitOf, marksOf, mark } = store;
  let steps: Step[] = [];

  function remove(no: number): void {
    steps = steps.filter((one) => one.no !== no);
    const marks = new Map(read().marks);
    marks.delete(no);
    if (read().draft.openNo === no) close();
    putDraft({ units: read().draft.units.filter((unit) => unit.no !== no) }, { marks, lastScan: null });
  }

  function undoCount(itemId: number): void {
    const line = lineOf(itemId);
    steps = steps.slice(0, -1);
    if (!line) return;
    const plain = Math.max(0, choicesOf(read().draft, line).plain - 1);
    changeLine(line, { plain });
    put({ lastScan: plain > 0 ? { kind: 'counted', itemId } : null });
  }

  return {
    note: (step: Step): void => {
      steps = [...steps, step];
    },
    /** Forgets what was scanned as a number of a unit, which another one replaces. */
    forgetNumber: (no: number, field: UnitCodeField): void => {
      steps = steps.filter((one) => one.no !== no || one.field !== field);
    },
    /** Forgets what was counted of a line: its count was typed. */
    forgetCount: (itemId: number): void => {
      steps = steps.filter((one) => one.no !== null || one.itemId !== itemId);
    },
    /** Notes that a number of a unit is of another kind. */
    move: (no: number, from: UnitCodeField, to: UnitCodeField): void => {
      steps = steps.map((one) => (one.no === no && one.field === from ? { no, field: to } : one));
    },
    /** Keeps the steps of the units that are left in the next receipt. */
    keepOf: (isLeft: (no: number | null) => boolean): void => {
      steps = steps.filter(({ no }) => isLeft(no));
    },
    remove,
    /** Takes the last scan back: its number, the unit with its last number, or one of a count. */
    undo: (): void => {
      const last = steps.at(-1);
      if (last?.no === null) return undoCount(last.itemId);
      const unit = unitOf(last?.no ?? null);
      if (!last || !unit) return;
      const scanned = steps.flatMap((one) => (one.no === unit.no ? one.field : []));
      const beside = scannedBeside(unit, last.field, { announced: announced(), scanned });
      if (beside.length === 0) return remove(unit.no);
      steps = steps.slice(0, -1);
      const without = { ...unit, [last.field]: null, isConfirmed: false };
      const { [last.field]: _, ...problems } = marksOf(unit.no).problems;
      const unchecked = marksOf(unit.no).unchecked.filter((field) => field !== last.field);
      mark(unit.no, (marks) => ({ ...marks, problems, warnings: [], unchecked }));
      const units = read().draft.units.map((one) => (one.no === unit.no ? without : one));
      putDraft({ units, openNo: unit.no }, { aimed: null, lastScan: null });
    },
    /** True if the last scan added something that can be taken back. */
    canUndo: (): boolean => steps.length > 0 && hasAdded(read().lastScan),
  };
}
