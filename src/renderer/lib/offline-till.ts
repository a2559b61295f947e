import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KeptSale, OfflineState } from '#bridge/offline-sales.ts';
import type { Till } from '#bridge/till.ts';
import { unsentText } from '#domain/offline-sales.ts';
import { clock, type Clock } from './clock.ts';
import { till } from './till.ts';

/** Milliseconds between two looks at the till's clock. */
const LOOK_AGAIN = 60_000;

/** Follows the sales that this till makes without the server, for as long as anybody watches. */
export function createOfflineTill({ till, clock }: { till: Pick<Till, 'offline'>; clock: Clock }) {
  let state: OfflineState | null = null;
  const listeners = new Set<() => void>();
  let stop: () => void = () => undefined;

  function take(next: OfflineState | null): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    // A file that cannot be read now is read at the next look.
    const next = await till.offline.state().catch(() => null);
    if (next && listeners.size > 0) take(next);
  }

  function start(): () => void {
    let callOff: () => void = () => undefined;
    const plan = () => {
      callOff = clock.after(LOOK_AGAIN, () => void load().finally(plan));
    };
    const stopListening = till.offline.onChange(take);
    void load();
    plan();
    return () => {
      callOff();
      stopListening();
      state = null;
    };
  }

  const watch = (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (listeners.size === 1) stop = start();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };

  return {
    read: () => state,
    /** Reads the state again. */
    load,
    watch,
    /** Reads all sales in the file, and again whenever it changed: never twice at once. */
    followSales: (onSales: (sales: readonly KeptSale[]) => void): (() => void) => {
      let isOver = false;
      let isDue = false;
      let isReading = false;
      const readAll = async () => {
        isDue = true;
        if (isReading) return;
        isReading = true;
        while (isDue && !isOver) {
          isDue = false;
          const sales = await till.offline.sales().catch(() => null);
          if (sales && !isOver) onSales(sales);
        }
        isReading = false;
      };
      void readAll();
      const stopWatching = watch(() => void readAll());
      return () => {
        isOver = true;
        stopWatching();
      };
    },
  };
}

/** The sales of this till. */
export const offlineTill = createOfflineTill({ till, clock });

/** Returns what the till's own file says, null until it is read; the component follows it. */
export const useOfflineTill = (): OfflineState | null =>
  useSyncExternalStore(offlineTill.watch, offlineTill.read);

/** Returns the sales in the till's file, newest first, null until they are read; the component follows them. */
export function useKeptSales(): readonly KeptSale[] | null {
  const [sales, setSales] = useState<readonly KeptSale[] | null>(null);
  useEffect(() => offlineTill.followSales(setSales), []);
  return sales;
}

/** Returns what waits in a till's file, as a sentence: sales, or the opening of a shift alone; null for nothing. */
export function unsentIn(state: OfflineState | null): string | null {
  const isOpeningUnsent = state?.opening?.state === 'waiting';
  const sales = (state?.waiting ?? 0) - (isOpeningUnsent ? 1 : 0);
  return unsentText(sales) ?? (isOpeningUnsent ? 'The opening of the shift is not sent yet' : null);
}

/** Returns how many sales wait in this till's file, as a sentence: what must not be done before they are sent. */
export const useUnsent = (): string | null => unsentIn(useOfflineTill());

/** The same for one till of the store: null where this computer is another one. */
export function useUnsentAt(tillId: number | undefined): string | null {
  const state = useOfflineTill();
  const isHere = tillId !== undefined && state?.till?.till_id === tillId;
  return isHere ? unsentIn(state) : null;
}
