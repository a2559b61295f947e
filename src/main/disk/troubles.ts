import type { Trouble } from '#bridge/troubles.ts';
import { diskFaultOf, diskText } from './disk-faults.ts';

/** Milliseconds until the same fault is told again: a full disk fails with every change of a cart. */
const TOLD_AGAIN_MS = 60_000;

export type Troubles = {
  /** Tells the person at the till, as soon as there is a page. */
  tell: (trouble: Trouble) => void;
  /** Faults not taken yet, oldest first. */
  take: () => Trouble[];
  /** Registers how the page hears that there are faults to take. */
  tellPage: (onNew: (count: number) => void) => void;
};

/** Collects faults of the till's own files until the page has taken them. */
export function openTroubles(now: () => number = Date.now): Troubles {
  const toldAt = new Map<string, number>();
  let untold: Trouble[] = [];
  let onNew: (count: number) => void = () => undefined;
  return {
    tell: (trouble) => {
      if (now() - (toldAt.get(trouble.title) ?? -Infinity) < TOLD_AGAIN_MS) return;
      toldAt.set(trouble.title, now());
      untold.push(trouble);
      onNew(untold.length);
    },
    take: () => {
      const taken = untold;
      untold = [];
      return taken;
    },
    tellPage: (listener) => {
      onNew = listener;
    },
  };
}

export const serverMoved = (url: string): Trouble => ({
  title: 'The server was found at another address',
  detail: `This till works with ${url} now. Is that a copy of the shop’s data? Then ask whoever runs the server.`,
});

/** The parts of the bridge whose callers do not wait for the disk, and so cannot report its faults. */
const keptInPassing = ['drafts', 'journal', 'notes'];

/** Returns the display text of a page's failed call for the person at the till; null if its caller reports it. */
export function troubleOfCall(name: string, fault: unknown): Trouble | null {
  const [part = ''] = name.split('.');
  const disk = diskFaultOf(fault);
  const { reason, help } = diskText[disk ?? 'broken'];
  if (!keptInPassing.includes(part)) {
    // The copy of the store begins anew.
    return disk && part !== 'units' ? { title: reason, detail: `${help}.` } : null;
  }
  return {
    title: 'This till does not keep its carts',
    detail: `${reason}. Selling goes on, but a cart is lost if the till stops before it is saved. ${help}.`,
  };
}

/** Returns the display text of a sign-in that could not be saved to disk. */
export function troubleOfToken(fault: unknown): Trouble {
  const { reason, help } = diskText[diskFaultOf(fault) ?? 'broken'];
  return {
    title: 'Your sign-in is not kept',
    detail: `${reason}. Sign in again when the till was started anew. ${help}.`,
  };
}

export const mendedCarts: Trouble = {
  title: 'The till’s kept carts were damaged',
  detail: 'What could be read was recovered. Compare the cart with the goods, and look into the drafts.',
};
export const mendedPrints: Trouble = {
  title: 'The till’s print queue was damaged',
  detail: 'What could be read was recovered. Look under “This Till” at what waits to be printed.',
};
export const mendedUnits: Trouble = {
  title: 'The till’s copy of the store was damaged',
  detail: 'Nothing is lost. It is copied again while the server can be reached.',
};
export const mendedSales: Trouble = {
  title: 'The till’s own sales were damaged',
  detail:
    'What could be read was recovered, and is sent. Compare the sales without an invoice number with your papers, and tell a manager.',
};
