import { createContext } from 'react';

type StoreSwitch = {
  /** The stores that the person can go to. */
  choices: readonly { id: number }[];
  /** Goes to another store; asks first, where something would be lost or left behind. */
  switchTo: (storeId: number) => void;
};

/** The way to another store; null where there is none. */
export const SwitchStore = createContext<StoreSwitch | null>(null);
