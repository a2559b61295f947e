import type { Trouble } from '#bridge/troubles.ts';
import { diskFaultOf, diskText } from './disk-faults.ts';

/** A disk that is full fails with every change of a cart: the same is told again only after so long. */
const TOLD_AGAIN_MS = 60_000;

export type Troubles = {
  /** Tells whoever stands at the till, as soon as there is a page. */
  tell: (trouble: Trouble) => void;
  /** What was not taken yet, the oldest first. */
  take: () => Trouble[];
  /** How the page hears from now on that there is something to take. */
  tellPage: (onNew: (count: number) => void) => void;
};

/** What befell the till's own files, kept until the page has taken it. */
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

/** The parts of the bridge whose callers do not wait for the disk, and so cannot say what it does not take. */
const keptInPassing = ['drafts', 'journal', 'notes'];

/** What a call of the page that failed means for whoever stands at the till; null where its caller says all of it. */
export function troubleOfCall(name: string, fault: unknown): Trouble | null {
  const [part = ''] = name.split('.');
  const disk = diskFaultOf(fault);
  const { reason, help } = diskText[disk ?? 'broken'];
  if (!keptInPassing.includes(part)) {
    // What is known of units is a copy of the server's.
    return disk && part !== 'units' ? { title: reason, detail: `${help}.` } : null;
  }
  return {
    title: 'This till does not keep its carts',
    detail: `${reason}. Selling goes on, but a cart is lost if the till stops before it is saved. ${help}.`,
  };
}

/** A sign-in that could not be kept on the disk. */
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
  detail: 'What could be read was recovered. Look under “This till” at what waits to be printed.',
};
export const mendedUnits: Trouble = {
  title: 'What the till knew of its units was damaged',
  detail: 'Nothing is lost. Without the server, units are found again once they were looked up.',
};
