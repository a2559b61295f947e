import type { StoreChanges } from '#contract/pos.ts';
import { serverTimeAt } from '#renderer/lib/server-time.ts';
import type { Services } from '#renderer/lib/services.ts';
import { createStore } from '../sale/till-state.ts';

/** Milliseconds from an answer to the next call: with its way, the copy is a minute old at most. */
const INTERVAL = 45_000;
/** The longest time between two calls, in milliseconds, while the server refuses them. */
const LONGEST_WAIT = 600_000;
/** Milliseconds after which an answer is not waited for any more: one to a former sign-in never comes. */
const GIVEN_UP = 120_000;

export type StoreFeed = ReturnType<typeof createStoreFeed>;

/** Keeps this till's copy of a store up to date, by the server's feed of changes. */
export function createStoreFeed({ api, connection, till, clock }: Services, storeId: number) {
  const state = createStore<{ asOf: number | null }>({ asOf: null });
  const listeners = new Set<(changes: StoreChanges) => void>();
  let round = 0;
  let refusals = 0;
  let callOff: () => void = () => undefined;

  const show = (asOf: number | null) => asOf !== state.read().asOf && state.change({ asOf });

  /** Returns true if there is more to ask for. */
  async function ask(): Promise<boolean> {
    const kept = await till.units.version({ store_id: storeId });
    show(kept?.as_of ?? null);
    if (!connection.read().isReachable) return false;
    const since = kept?.version ?? null;
    const as_of = serverTimeAt(clock.now());
    const query = since === null ? {} : { since };
    const changes = await api.pos.changes({ query }, { storeId });
    const isCopied = await till.units.copied({ store_id: storeId, since, as_of, changes });
    if (isCopied && !changes.has_more) show(as_of);
    for (const listener of listeners) listener(changes);
    return isCopied && changes.has_more;
  }

  async function follow(): Promise<void> {
    round += 1;
    const own = round;
    const isCurrent = () => own === round;
    try {
      let hasMore = true;
      while (hasMore && isCurrent()) {
        plan(GIVEN_UP);
        hasMore = await ask();
      }
      refusals = 0;
    } catch {
      refusals += 1;
    }
    // While the server is gone, its return is waited for.
    if (isCurrent()) plan(Math.min(INTERVAL * 2 ** Math.max(0, refusals - 1), LONGEST_WAIT));
  }

  function plan(wait: number): void {
    callOff();
    callOff = clock.after(wait, () => void (connection.read().isReachable && follow()));
  }

  return {
    /** When the copy was as the store, by the server's time; null until all of it came. */
    read: state.read,
    watch: state.watch,
    /** Calls `listener` with each answer; returns a function that stops it. */
    onChanges: (listener: (changes: StoreChanges) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Follows the store; returns how to stop. */
    start: (): (() => void) => {
      const stopListening = connection.onChange(() => {
        if (!connection.read().isReachable) return;
        refusals = 0;
        void follow();
      });
      void follow();
      return () => {
        round += 1;
        callOff();
        stopListening();
      };
    },
  };
}
