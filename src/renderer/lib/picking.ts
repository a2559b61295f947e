import { ApiError } from '#contract/errors.ts';
import { unitLabel } from '#domain/transfers.ts';
import { unitsText } from '#domain/units.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';

/** A unit as shown while packing. */
export type PickedUnit = {
  inventory_item_id: number;
  product_name: string;
  variation_name: string;
  serial_number: string | null;
  imei: string | null;
  imei2: string | null;
  qr_code: string | null;
  /** A fact that speaks against it, and does not keep it here. */
  caution?: string | null;
};

/** One scan while packing: looked up first, then a unit that goes along or a reason why it does not. */
export type Picked<Unit = PickedUnit> = {
  /** A running number of the scans. */
  id: number;
  code: string;
  /** Null while it is looked up, and for an unknown code. */
  unit: Unit | null;
  /** Why it does not go along; null while it is looked up, and for a unit that goes along. */
  problem: string | null;
};
type ReadyPick<Unit> = Picked<Unit> & { unit: Unit; problem: null };

/** The scans so far, newest first, and the result of the last one. */
export type Picks<Unit> = { rows: readonly Picked<Unit>[]; verdict: Verdict | null };

type PickingDeps<Unit> = {
  /** What the units are packed for: "transfer". */
  what: string;
  /** Finds the units of a code; the first one that is not packed yet is taken. */
  find: (code: string) => Promise<readonly Unit[]>;
  /** Returns why a unit does not go along; null if it does. */
  problemOf: (unit: Unit) => string | null;
  soundError: () => void;
};

export const isReady = <Unit>(row: Picked<Unit>): row is ReadyPick<Unit> =>
  row.unit !== null && row.problem === null;
export const isFound = (row: Picked<unknown>) => row.unit === null && row.problem === null;

/** Returns the scans that go along, in packing order, and why they cannot be sent yet. */
export function packed<Unit extends PickedUnit>(
  rows: readonly Picked<Unit>[],
  { none, max }: { none: string; max: number },
) {
  const ready = rows.filter(isReady).toReversed();
  const disabledReason = () => {
    if (rows.some(isFound)) return 'The last scans are still looked up';
    if (ready.length === 0) return none;
    return ready.length > max ? `At most ${unitsText(max)} at once` : null;
  };
  return {
    codes: rows.map(({ code }) => code).toReversed(),
    picked: ready.map(({ code, unit }) => ({ code, unit })),
    unitIds: ready.map(({ unit }) => unit.inventory_item_id),
    count: ready.length,
    // A code that no unit has is no unit that stays.
    staying: rows.filter(({ unit, problem }) => unit !== null && problem !== null).length,
    disabledReason: disabledReason(),
  };
}

/** Returns the toast about units that were scanned too late to be sent. */
export const leftText = (count: number, number: string) => ({
  title: `${unitsText(count)} ${count === 1 ? 'is' : 'are'} not in ${number}`,
  body: `Scanned after it was sent. ${count === 1 ? 'It stays' : 'They stay'} here to go along with the next one.`,
});

/** The actions of a scanning page. */
export type Picking = { take: (code: string) => void; remove: (id: number) => void; clear: () => void };

function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server could not be reached. Scan it again';
  return error.message === 'Item not found' ? 'No unit has this code' : error.message;
}

/** Returns what is told of a unit that was scanned. */
function verdictOf(unit: PickedUnit, problem: string | null): Verdict {
  const tone = problem === null ? 'good' : 'bad';
  return { tone, ...namesOf(unit), outcome: problem ?? 'Goes along' };
}

const namesOf = (unit: PickedUnit) => ({
  what: `${unit.product_name}, ${unit.variation_name}`,
  code: unitLabel(unit),
});

/** Collects scanned units to be sent, each looked up at once; fast scans are never lost. */
export function createPicking<Unit extends PickedUnit>(deps: PickingDeps<Unit>) {
  const { what, find, problemOf, soundError } = deps;
  let picks: Picks<Unit> = { rows: [], verdict: null };
  let count = 0;
  /** The scan whose unit the verdict is about; null where it is about another one. */
  let toldId: number | null = null;
  const listeners = new Set<() => void>();

  const put = (changes: Partial<Picks<Unit>>) => {
    picks = { ...picks, ...changes };
    for (const listener of listeners) listener();
  };
  const onError = (rows: readonly Picked<Unit>[], verdict: Verdict, about: number | null = null) => {
    toldId = about;
    put({ rows, verdict });
    if (verdict.tone !== 'good') soundError();
  };
  /** Shows new judgements, the last scan's also in its verdict. */
  const rejudge = (rows: readonly Picked<Unit>[]) => {
    const told = rows.find(({ id }) => id === toldId);
    put(told?.unit ? { rows, verdict: verdictOf(told.unit, told.problem) } : { rows });
  };
  const without = (id: number) => picks.rows.filter((row) => row.id !== id);
  const settled = (id: number, changes: Pick<Picked<Unit>, 'unit' | 'problem'>) =>
    picks.rows.map((row) => (row.id === id ? { ...row, ...changes } : row));

  async function settle({ id, code }: Picked<Unit>): Promise<void> {
    try {
      const data = await find(code);
      const taken = new Set(picks.rows.filter(isReady).map(({ unit }) => unit.inventory_item_id));
      const unit = data.find(({ inventory_item_id }) => !taken.has(inventory_item_id));
      const [first] = data;
      if (unit) {
        const problem = problemOf(unit);
        // One that was refused and is scanned again has one row.
        const rows = settled(id, { unit, problem }).filter(
          (row) => row.id === id || row.unit?.inventory_item_id !== unit.inventory_item_id,
        );
        onError(rows, verdictOf(unit, problem), id);
      } else if (first) {
        const outcome =
          data.length === 1
            ? `It is in this ${what} already`
            : `All that are free are in this ${what} already`;
        onError(without(id), { tone: 'warning', ...namesOf(first), outcome });
      }
    } catch (error) {
      const problem = refusalText(error);
      onError(settled(id, { unit: null, problem }), { tone: 'bad', what: code, outcome: problem });
    }
  }
  const enqueue = createScanQueue(settle, soundError, Number.POSITIVE_INFINITY);

  return {
    read: () => picks,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take: (code: string): void => {
      count += 1;
      const row: Picked<Unit> = { id: count, code, unit: null, problem: null };
      put({ rows: [row, ...picks.rows] });
      enqueue(row);
    },
    /** Restores saved codes; those in `picked` take the unit that was sent for them and are not looked up again. */
    restore: (codes: readonly string[], picked: readonly { code: string; unit: Unit }[]): void => {
      const left = [...picked];
      const rows = codes.map((code): Picked<Unit> => {
        count += 1;
        const place = left.findIndex((one) => one.code === code);
        const [known] = place < 0 ? [] : left.splice(place, 1);
        return { id: count, code, unit: known?.unit ?? null, problem: null };
      });
      put({ rows: rows.toReversed() });
      for (const row of rows.filter(isFound)) enqueue(row);
    },
    clear: () => put({ rows: [], verdict: null }),
    remove: (id: number) => put({ rows: without(id) }),
    /** Removes the sent units; returns how many ready ones are left: scanned since, or after the answer was lost. */
    sent: (items: readonly { inventory_item_id: number }[]): number => {
      const gone = new Set(items.map(({ inventory_item_id }) => inventory_item_id));
      const rows = picks.rows.filter(({ unit }) => unit === null || !gone.has(unit.inventory_item_id));
      put({ rows });
      return rows.filter((row) => isReady(row) || isFound(row)).length;
    },
    /** Checks every unit again after the destination or reason changed. */
    judge: (): void => {
      rejudge(picks.rows.map((row) => (row.unit ? { ...row, problem: problemOf(row.unit) } : row)));
    },
    /** Marks the units that the server refused with its reasons. */
    refuse: (units: readonly { inventory_item_id: number; problem: string }[]): void => {
      const why = new Map(units.map(({ inventory_item_id, problem }) => [inventory_item_id, problem]));
      const problemNow = ({ unit, problem }: Picked<Unit>) =>
        problem ?? (unit && why.get(unit.inventory_item_id)) ?? null;
      rejudge(picks.rows.map((row) => ({ ...row, problem: problemNow(row) })));
    },
  };
}
