import type { DraftPlace, DraftSnapshot, JournalEntry } from '#bridge/drafts.ts';
import type { Till } from '#bridge/till.ts';
import { REQUEST_LIFETIME } from '#contract/define-route.ts';
import { clock } from './clock.ts';
import { isOpenElsewhere, showOpen } from './open-windows.ts';

// A browser's stand-in for the till's draft cache: local storage for carts, journal and notes, memory for units
// (without a server a browser cannot be started anyway).

const CART = 'tindahan.cart.';
const REQUEST = 'tindahan.wish.';
const NOTE = 'tindahan.note.';

/** Returns everything readable under a prefix; skips what cannot be read. */
function readAll<T>(prefix: string): T[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      try {
        return [JSON.parse(localStorage.getItem(name) ?? '') as T];
      } catch {
        return [];
      }
    });
}

function write(name: string, value: string): Promise<void> {
  try {
    localStorage.setItem(name, value);
    return Promise.resolve();
  } catch (fault) {
    // Storage may be full or forbidden; the caller gets the error.
    return Promise.reject(fault instanceof Error ? fault : new Error(String(fault)));
  }
}

function remove(name: string): Promise<void> {
  localStorage.removeItem(name);
  return Promise.resolve();
}

/** Names the lock that a window holds of each cart that it keeps. */
const OPEN = 'tindahan.open-cart ';
const openHere = new Map<string, () => void>();

/** Shows the browser's other windows that this one has the cart. */
function showCartOpen(cartKey: string): void {
  if (!openHere.has(cartKey)) openHere.set(cartKey, showOpen(OPEN + cartKey));
}

function showCartClosed(cartKey: string): void {
  openHere.get(cartKey)?.();
  openHere.delete(cartKey);
}

const isCartElsewhere = async ({ cart_key }: DraftSnapshot): Promise<boolean> =>
  !openHere.has(cart_key) && isOpenElsewhere(OPEN + cart_key);

const isOf = ({ staff_id, store_id }: DraftSnapshot, place: DraftPlace) =>
  staff_id === place.staff_id && store_id === place.store_id;

const requestsAbout = (about: string) =>
  readAll<JournalEntry>(REQUEST).filter(
    (journalEntry) => journalEntry.about === about && journalEntry.made_at > clock.now() - REQUEST_LIFETIME,
  );

let loading: Promise<Till['units']> | null = null;

/** Returns the browser's units; loaded when they are first asked for, since the sign-in needs none. */
function units(): Promise<Till['units']> {
  loading ??= import('./browser-units.ts').then(({ createBrowserUnits }) => createBrowserUnits());
  loading.catch(() => (loading = null));
  return loading;
}

export const browserCache: Pick<Till, 'drafts' | 'journal' | 'notes' | 'units'> = {
  drafts: {
    save: (snapshot) => {
      showCartOpen(snapshot.cart_key);
      return write(CART + snapshot.cart_key, JSON.stringify(snapshot));
    },
    list: async (place) => {
      const own = readAll<DraftSnapshot>(CART).filter((snapshot) => isOf(snapshot, place));
      const isElsewhere = await Promise.all(own.map(isCartElsewhere));
      return own.filter((_, index) => !isElsewhere[index]).sort((a, b) => b.saved_at - a.saved_at);
    },
    remove: (cartKey) => {
      showCartClosed(cartKey);
      for (const { key } of requestsAbout(cartKey)) localStorage.removeItem(REQUEST + key);
      return remove(CART + cartKey);
    },
    // A browser sells nothing without the server.
    sentCartWith: () => Promise.resolve(null),
  },
  journal: {
    write: (journalEntry) => write(REQUEST + journalEntry.key, JSON.stringify(journalEntry)),
    list: (about) => Promise.resolve(requestsAbout(about).sort((a, b) => a.made_at - b.made_at)),
    forget: (key) => remove(REQUEST + key),
  },
  notes: {
    write: ({ name, text }) => write(NOTE + name, text),
    read: (name) => Promise.resolve(localStorage.getItem(NOTE + name)),
    remove: (name) => remove(NOTE + name),
  },
  units: {
    copied: async (answer) => (await units()).copied(answer),
    version: async (place) => (await units()).version(place),
    find: async (wanted) => (await units()).find(wanted),
    ofProduct: async (wanted) => (await units()).ofProduct(wanted),
    products: async (wanted) => (await units()).products(wanted),
    forget: async (gone) => (await units()).forget(gone),
  },
};
