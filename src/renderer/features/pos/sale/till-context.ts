import { createContext, useContext, useSyncExternalStore } from 'react';
import type { TillState } from './till-state.ts';
import type { WorkingSale } from './working-sale.ts';

export const TillContext = createContext<WorkingSale | null>(null);

/** The sale at this till; the same object as long as person and store are the same. */
export function useWorkingSale(): WorkingSale {
  const sale = useContext(TillContext);
  if (!sale) throw new Error('The till is used outside of its provider');
  return sale;
}

/** The sale's state, as the screen shows it. */
export function useTillState(): TillState {
  const sale = useWorkingSale();
  return useSyncExternalStore(sale.watch, sale.read);
}
