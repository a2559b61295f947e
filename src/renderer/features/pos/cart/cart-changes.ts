import type { Lock } from '#contract/pos.ts';
import {
  addLine,
  discountLine,
  giveTo,
  removeLine,
  unheld,
  wasHeld,
  type Cart,
  type CartCustomer,
  type CartLine,
  type Repriced,
} from '#domain/cart.ts';
import { priceForGroup } from '#domain/pricing.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { byKey, lineKey, unitOf } from '#domain/sale-line.ts';
import type { Discount } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { DraftSaver } from '../drafts/draft-saver.ts';
import type { Store, TillState } from '../sale/till-state.ts';
import { groupOf, lineOfLock } from './cart-lines.ts';
import { addRemoved, dropRemoved, rowsOf } from './removed-lines.ts';

type CartChangesDeps = {
  services: Services;
  store: Store<TillState>;
  saver: DraftSaver;
  /** True while the cart may not be changed, which the cashier is told. */
  isFrozen: () => boolean;
};

/** The outcome of adding a line. `late`: the line is not added, because the till has another cart by now. */
export type Adding = 'added' | 'already' | { late: CartLine };

/** The target of a discount: the whole cart (`cart`), or the key of one line. */
export type DiscountTarget = string;

/** Milliseconds to wait for the server when a unit is added. */
const PATIENCE = 4000;

/** Limits the wait for the server: this till can add units that it knows without it. */
export const soon = ({ clock }: Pick<Services, 'clock'>) => ({ signal: clock.limit(PATIENCE) });

/** Keeps what is being added: scans that wait for their turn or for the server, and chosen units. */
function createAdditions() {
  const additions = new Set<Promise<boolean>>();
  return {
    /** Notes what is being added, with true for what was added in the end. */
    noteAddition: (outcome: Promise<unknown>): void => {
      const addition = outcome.then(
        (isAdded) => isAdded === true,
        () => false,
      );
      additions.add(addition);
      void addition.then(() => additions.delete(addition));
    },
    /** Resolves when everything that was scanned or chosen so far is in the cart: false if something of it is not, which was told. */
    allAdded: async (): Promise<boolean> => {
      let isWhole = true;
      while (additions.size > 0) {
        const outcomes = await Promise.all(additions);
        isWhole &&= outcomes.every(Boolean);
      }
      return isWhole;
    },
  };
}

type Put = (cart: Cart, highlighted?: string | null, approved?: Approved) => void;

/** Adds lines to the cart that they were asked for. */
function createLineAdding({ services, store, saver }: CartChangesDeps, put: Put) {
  const { api, clock } = services;

  function add(line: CartLine): 'added' | 'already' {
    const { cart } = store.read();
    const key = lineKey(line);
    const present = cart.lines.find((other) => lineKey(other) === key && other.lost === null);
    if (present) {
      store.change({ highlighted: key });
      // One that was chosen from a list has been scanned by now.
      const { scanned_code } = line;
      if (scanned_code !== undefined && present.scanned_code === undefined && !wasHeld(present)) {
        const lines = cart.lines.map((other) => (other === present ? { ...other, scanned_code } : other));
        store.change({ cart: { ...cart, lines } });
      }
      return 'already';
    }
    const { removed } = store.read();
    const before = removed.find((other) => lineKey(other.line) === key)?.line;
    store.change({ removed: dropRemoved(removed, key) });
    // A lost line is restored when its unit is scanned again.
    const back = before && before.lost === null && wasHeld(before) ? { ...line, was_held: true } : line;
    put(addLine(removeLine(cart, key), back), key);
    return 'added';
  }

  /** Adds a line to the cart that it was asked for; if the till has another one by now, the unit is let go. */
  function addTo(asker: object, line: CartLine): Adding {
    if (saver.current() === asker) return add(line);
    const { cart } = store.read();
    const isHere = byKey(cart.lines).has(lineKey(line));
    if (!isHere) void api.pos.unlock({ params: { itemId: unitOf(line) } }).catch(() => undefined);
    return { late: line };
  }

  async function addLocked(asker: object, ask: () => Promise<Lock>): Promise<Adding> {
    const holdEndsAt = clock.now() + LOCK_LIFETIME;
    const lock = await ask();
    return addTo(asker, lineOfLock(lock, { group: groupOf(store.read().cart), holdEndsAt }));
  }

  return {
    /** Returns the sign of the present cart: what is added takes time, and the cart may be another one by then. */
    asker: saver.current,
    addTo,
    /** Locks a unit and adds it. */
    addItem: (asker: object, unitId: number) =>
      addLocked(asker, () => api.pos.lock({ params: { itemId: unitId } }, soon(services))),
    /** Locks the next unit of a variation whose units are alike, and adds it. */
    addNext: (asker: object, variationId: number) =>
      addLocked(asker, () => api.pos.lockNext({ params: { variationId } }, soon(services))),
  };
}

/** Makes the changes to the cart; its draft is saved after each. */
export function createCartChanges(deps: CartChangesDeps) {
  const { services, store, saver, isFrozen } = deps;
  const { api } = services;

  function put(cart: Cart, highlighted: string | null = null, approved: Approved = {}): void {
    store.change({ cart, highlighted, afterSale: null });
    saver.follow(approved);
  }

  /**
   * Unlocks a unit that is in no draft yet. A unit of a draft is unlocked by the next save: if that is refused, the
   * draft keeps the unit and must keep its hold.
   */
  const unlock = ({ draft }: Cart, line: CartLine): void => {
    if (!draft) void api.pos.unlock({ params: { itemId: unitOf(line) } }).catch(() => undefined);
  };

  return {
    ...createAdditions(),
    ...createLineAdding(deps, put),
    /** Removes the line of a key. */
    remove: (key: string): void => {
      if (isFrozen()) return;
      const { cart, removed } = store.read();
      const line = byKey(cart.lines).get(key);
      store.change({ removed: addRemoved(cart.lines, removed, key) });
      put(removeLine(cart, key));
      if (line) unlock(cart, line);
    },
    /** Restores a line that was just removed; the save locks its unit again unless another till has it by now. */
    putBack: (key: string): void => {
      if (isFrozen()) return;
      const { cart, removed } = store.read();
      const back = removed.find(({ line }) => lineKey(line) === key);
      if (!back) return;
      // Another window, or a scan, has brought it back.
      if (byKey(cart.lines).has(key)) {
        store.change({ removed: dropRemoved(removed, key), highlighted: key });
        return;
      }
      const price = priceForGroup(back.line.prices, groupOf(cart));
      const lines = rowsOf(cart.lines, removed).flatMap(({ line, isRemoved }) => {
        if (line === back.line) return [{ ...unheld(line), price, lost: null }];
        return isRemoved ? [] : [line];
      });
      store.change({ removed: dropRemoved(removed, key) });
      put({ ...cart, lines }, key);
    },
    /** Drops a removed line, which then cannot be restored. */
    forgetRemoved: (key: string): void => store.change({ removed: dropRemoved(store.read().removed, key) }),
    /** Takes all items out; returns false if the cart may not be changed. */
    clear: (): boolean => {
      if (isFrozen()) return false;
      const { cart } = store.read();
      for (const line of cart.lines) unlock(cart, line);
      store.change({ removed: [] });
      put({ ...cart, lines: [], discounts: [] });
      return true;
    },
    /** Gives the sale to a customer, or to a walk-in (null); returns the lines whose price changed. */
    giveTo: (customer: CartCustomer | null): Repriced[] => {
      if (isFrozen()) return [];
      const { cart, repriced } = giveTo(store.read().cart, customer);
      put(cart, store.read().highlighted);
      store.change({ repriced });
      return repriced;
    },
    /** Replaces the discounts of a line or of the whole cart; `approved` allows deeper ones. */
    discount: (target: DiscountTarget, discounts: readonly Discount[], approved: Approved = {}): void => {
      if (isFrozen()) return;
      const { cart, highlighted } = store.read();
      const discounted = target === 'cart' ? { ...cart, discounts } : discountLine(cart, target, discounts);
      put(discounted, highlighted, approved);
    },
  };
}
