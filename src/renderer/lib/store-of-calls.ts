import { createContext } from 'react';

/**
 * The store that changes made below name in the place of the one that is worked in: a sale of an ended store is settled
 * from wherever somebody stands, since nobody can stand there any more.
 */
export const StoreOfCalls = createContext<number | undefined>(undefined);
