import { createContext } from 'react';

/**
 * The store for changes made below, instead of the current one: a transaction of an inactive store is settled from
 * whichever store the person stands in.
 */
export const StoreOfCalls = createContext<number | undefined>(undefined);
