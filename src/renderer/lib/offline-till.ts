import { useSyncExternalStore } from 'react';
import type { KeptSale, OfflineState } from '#bridge/offline-sales.ts';
import type { Till } from '#bridge/till.ts';
import { unsentText } from '#domain/offline-sales.ts';
import { clock, type Clock } from './clock.ts';
import { till } from './till.ts';

/** Milliseconds between two looks at the till's clock. */
const LOOK_AGAIN = 60_000;

/** What the till's own file says; `state` is null until it is read. */
export type OfflineFile = { state: OfflineState | null; sales: readonly KeptSale[] };

/** Follows the sales that this till makes without the server, for as long as anybody watches. */
export function createOfflineTill({ till, clock }: { till: Pick<Till, 'offline'>; clock: Clock }) {
  let file: OfflineFile = { state: null, sales: [] };
  const listeners = new Set<() => void>();
  let stop: () => void = () => undefined;

  function change(changes: Partial<OfflineFile>): void {
    file = { ...file, ...changes };
    for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    // A file that cannot be read now is read at the next look.
    const [state, sales] = await Promise.all([
      till.offline.state().catch(() => null),
      till.offline.sales().catch(() => null),
    ]);
    if (listeners.size > 0) change({ ...(state && { state }), ...(sales && { sales }) });
  }

  function start(): () => void {
    let callOff: () => void = () => undefined;
    const plan = () => {
      callOff = clock.after(LOOK_AGAIN, () => void load().finally(plan));
    };
    const stopListening = till.offline.onChange((state) => {
      change({ state });
      void load();
    });
    void load();
    plan();
    return () => {
      callOff();
      stopListening();
      file = { state: null, sales: [] };
    };
  }

  return {
    read: () => file,
    /** Reads the file again. */
    load,
    watch: (listener: () => void): (() => void) => {
      listeners.add(listener);
      if (listeners.size === 1) stop = start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}

/** The sales of this till. */
export const offlineTill = createOfflineTill({ till, clock });

/** Returns what the till's file says; the component follows it. */
export const useOfflineTill = (): OfflineFile => useSyncExternalStore(offlineTill.watch, offlineTill.read);

/** Returns how many sales wait in this till's file, as a sentence: what must not be done before they are sent. */
export const useUnsent = (): string | null => unsentText(useOfflineTill().state?.waiting ?? 0);

/** The same for one till of the store: null where this computer is another one. */
export function useUnsentAt(tillId: number | undefined): string | null {
  const { state } = useOfflineTill();
  const isHere = tillId !== undefined && state?.till?.till_id === tillId;
  return isHere ? unsentText(state.waiting) : null;
}
