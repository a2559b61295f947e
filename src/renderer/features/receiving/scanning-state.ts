import type { UnitCodeField } from '#domain/receiving.ts';
import type { LastScan } from './last-scan.ts';
import { CLEAN, type UnitMarks } from './number-checks.ts';
import type { NotPlaced } from './placing.ts';
import type { Line, ReceiptDraft, ScannedUnit } from './receipt-draft.ts';

/** A receipt as it is scanned. */
export type Scanning = {
  draft: ReceiptDraft;
  marks: ReadonlyMap<number, UnitMarks>;
  /** The field that the user chose for the next number. */
  aimed: UnitCodeField | null;
  /** The unit that was open when the draft was saved: it takes no number until somebody says that it is the one at hand. */
  heldNo: number | null;
  /** True after a barcode that no line takes: the next unit is of no line until one is scanned or chosen. */
  isAstray: boolean;
  /** Errors of lines by item, from the server's last answer. */
  lineProblems: ReadonlyMap<number, string>;
  lastScan: LastScan | null;
};

/** Returns the unit that was open when the draft was saved, while nobody has said how to go on with it; else null. */
export const heldUnit = ({ draft, heldNo }: Pick<Scanning, 'draft' | 'heldNo'>): ScannedUnit | null =>
  draft.units.find(({ no }) => no === heldNo && no === draft.openNo) ?? null;

/** What is remembered of the scans, and not shown. */
type Memory = {
  /** The codes of the scan at hand, and of the one right before it. */
  scanned: { now: readonly string[]; before: readonly string[] };
  /** The unit that was ended last, until the next one is begun. */
  endedNo: number | null;
};

type StateDeps = { lines: () => readonly Line[]; soundError: () => void };

const codeOf = (code: string | undefined) => (code === undefined ? {} : { code });

/** Holds a receipt as it is scanned, and tells its subscribers of each change. */
export function createScanningState(begun: ReceiptDraft, deps: StateDeps) {
  let state: Scanning = {
    draft: begun,
    marks: new Map(),
    aimed: null,
    heldNo: begun.openNo,
    isAstray: false,
    lineProblems: new Map(),
    lastScan: null,
  };
  const memory: Memory = { scanned: { now: [], before: [] }, endedNo: null };
  const listeners = new Set<() => void>();
  const put = (changes: Partial<Scanning>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const putDraft = (changes: Partial<ReceiptDraft>, more: Partial<Scanning> = {}) =>
    put({
      draft: { ...state.draft, ...changes },
      // The server refused what stood there before.
      ...(changes.units || changes.lines ? { lineProblems: new Map() } : {}),
      ...more,
    });
  const unitOf = (no: number | null) => state.draft.units.find((unit) => unit.no === no) ?? null;
  const marksOf = (no: number) => state.marks.get(no) ?? CLEAN;
  const refuse = (what: string, outcome: string, code?: string) => {
    put({ lastScan: { tone: 'bad', what, outcome, ...codeOf(code) } });
    deps.soundError();
  };
  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    memory,
    put,
    putDraft,
    unitOf,
    lineOf: (itemId: number | null) => deps.lines().find((line) => line.itemId === itemId) ?? null,
    marksOf,
    mark: (no: number, change: (marks: UnitMarks) => UnitMarks) => {
      if (unitOf(no)) put({ marks: new Map(state.marks).set(no, change(marksOf(no))) });
    },
    refuse,
    /** Refuses a number that cannot be placed. */
    turnAway: (why: NotPlaced, { itemId }: Line, code?: string) => {
      if (why !== 'full') return refuse(why.what, why.outcome, code);
      put({ lastScan: { kind: 'full', itemId, ...codeOf(code) } });
      deps.soundError();
    },
  };
}
export type ScanningState = ReturnType<typeof createScanningState>;
