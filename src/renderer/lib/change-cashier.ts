import { createContext } from 'react';

/** Opens the dialog that changes the cashier; null where there is none. */
export const ChangeCashier = createContext<(() => void) | null>(null);
