import { createContext } from 'react';

/**
 * The store for changes made below, instead of the current one: a sale of an ended store is settled from another store,
 * because the ended one cannot be chosen any more.
 */
export const StoreOfCalls = createContext<number | undefined>(undefined);
