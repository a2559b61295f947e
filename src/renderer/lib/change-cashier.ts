import { createContext } from 'react';

/** Asks who takes the till over; null where that cannot be asked. */
export const ChangeCashier = createContext<(() => void) | null>(null);
