import { createContext } from 'react';

/** True while the till is locked: its page stays below the cover, and nobody sees what it tells. */
export const Locked = createContext(false);
