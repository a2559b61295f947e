import { ApiError } from '#contract/errors.ts';
import type { TransferableUnit } from '#contract/transfers.ts';
import { unitLabel, whyNotSendable } from '#domain/transfers.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';

/** One scan of whoever packs: looked up, then a unit that goes along or a reason why it does not. */
export type Picked = {
  /** Counts the scans. */
  id: number;
  code: string;
  /** Null while it is looked up, and for a code that no unit has. */
  unit: TransferableUnit | null;
  /** Why it does not go along; null while it is looked up, and for one that does. */
  problem: string | null;
};
export type ReadyPick = Picked & { unit: TransferableUnit; problem: null };

/** What was scanned so far, the newest first, and what the last scan came to. */
export type Picks = { rows: readonly Picked[]; verdict: Verdict | null };

export type PickingDeps = {
  /** The store that sends. */
  storeId: number;
  lookUp: (code: string) => Promise<readonly TransferableUnit[]>;
  soundError: () => void;
};

export const isReady = (row: Picked): row is ReadyPick => row.unit !== null && row.problem === null;
export const isLookedUp = (row: Picked) => row.unit === null && row.problem === null;

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server could not be reached. Scan it again';
  return error.message === 'Item not found' ? 'No unit has this code' : error.message;
}

/** The units that are scanned for a transfer, each looked up at once; however fast they come, none is lost. */
export function createPicking({ storeId, lookUp, soundError }: PickingDeps) {
  let picks: Picks = { rows: [], verdict: null };
  let count = 0;
  const listeners = new Set<() => void>();

  const put = (changes: Partial<Picks>) => {
    picks = { ...picks, ...changes };
    for (const listener of listeners) listener();
  };
  const tell = (rows: readonly Picked[], verdict: Verdict) => {
    put({ rows, verdict });
    if (verdict.tone !== 'good') soundError();
  };
  const without = (id: number) => picks.rows.filter((row) => row.id !== id);
  const settled = (id: number, changes: Pick<Picked, 'unit' | 'problem'>) =>
    picks.rows.map((row) => (row.id === id ? { ...row, ...changes } : row));

  async function settle({ id, code }: Picked): Promise<void> {
    try {
      const data = await lookUp(code);
      const taken = new Set(picks.rows.filter(isReady).map(({ unit }) => unit.inventory_item_id));
      const unit = data.find(({ inventory_item_id }) => !taken.has(inventory_item_id));
      const named = (of: TransferableUnit) => ({
        what: `${of.product_name}, ${of.variation_name}`,
        code: unitLabel(of),
      });
      const [first] = data;
      if (unit) {
        const problem = whyNotSendable(unit.place, storeId);
        tell(settled(id, { unit, problem }), {
          tone: problem === null ? 'good' : 'bad',
          ...named(unit),
          outcome: problem ?? 'Goes along',
        });
      } else if (first) {
        const outcome =
          data.length === 1
            ? 'It is in this transfer already'
            : 'All that are free are in this transfer already';
        tell(without(id), { tone: 'warning', ...named(first), outcome });
      }
    } catch (error) {
      const problem = problemOf(error);
      tell(settled(id, { unit: null, problem }), { tone: 'bad', what: code, outcome: problem });
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
      const row: Picked = { id: count, code, unit: null, problem: null };
      put({ rows: [row, ...picks.rows] });
      enqueue(row);
    },
    clear: () => put({ rows: [], verdict: null }),
    remove: (id: number) => put({ rows: without(id) }),
    /** Says of units that the server refused why they do not go along. */
    refuse: (units: readonly { inventory_item_id: number; problem: string }[]): void => {
      const why = new Map(units.map(({ inventory_item_id, problem }) => [inventory_item_id, problem]));
      const problemNow = ({ unit, problem }: Picked) =>
        problem ?? (unit && why.get(unit.inventory_item_id)) ?? null;
      put({ rows: picks.rows.map((row) => ({ ...row, problem: problemNow(row) })) });
    },
  };
}
