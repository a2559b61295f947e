import { createContext, useContext, useSyncExternalStore } from 'react';
import type { TillState } from './till-state.ts';
import type { WorkingSale } from './working-sale.ts';

export const TillContext = createContext<WorkingSale | null>(null);

/** Returns the sale at this till; the same object for as long as person and store stay the same. */
export function useWorkingSale(): WorkingSale {
  const sale = useContext(TillContext);
  if (!sale) throw new Error('The till is used outside of its provider');
  return sale;
}

/** Returns the sale's state; the component follows its changes. */
export function useTillState(): TillState {
  const sale = useWorkingSale();
  return useSyncExternalStore(sale.watch, sale.read);
}
