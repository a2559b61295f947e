import type { Database } from '#server/db/access.ts';
import { callerWith, type Caller } from './http.ts';
import { unlessBusy } from './patient-calls.ts';
import { signInDirectly, type Ground } from './proving.ts';
import { makeShop, makeStaff, makeUnits, type Shop } from './shop.ts';

const UNITS_AT_ONCE = 200;

/**
 * Two server processes over one database, with a shop, and one person's sign-in and a colleague's at each. An SQLite shop
 * has one server, which both callers ask.
 */
export type TwoServers = {
  database: Database;
  shop: Shop;
  urls: readonly [string, string];
  /** One sign-in, used at the one server and at the other. */
  here: Caller;
  there: Caller;
  /** Another person's sign-in, likewise. */
  otherHere: Caller;
  otherThere: Caller;
  /** Returns new units; all have the same price. */
  takeUnits: (count: number) => Promise<number[]>;
};

/** Starts two servers on a ground; the caller closes the ground and the database. */
export async function startTwoServers(ground: Ground): Promise<TwoServers> {
  const database = await ground.open();
  const shop = await makeShop(database, { units: UNITS_AT_ONCE });
  const colleague = await makeStaff(database, { store_id: shop.store.id });
  const { url: one } = await ground.startServer();
  const { url: two } = ground.engine === 'sqlite' ? { url: one } : await ground.startServer();
  const { token } = await signInDirectly(database, shop.seller.id);
  const { token: otherToken } = await signInDirectly(database, colleague.id);
  let units = shop.units.map((unit) => unit.id);
  return {
    database,
    shop,
    urls: [one, two],
    here: callerWith(one, token, unlessBusy),
    there: callerWith(two, token, unlessBusy),
    otherHere: callerWith(one, otherToken, unlessBusy),
    otherThere: callerWith(two, otherToken, unlessBusy),
    takeUnits: async (count) => {
      if (units.length < count) {
        const made = await makeUnits(database, {
          count: UNITS_AT_ONCE,
          store_id: shop.store.id,
          product_variation_id: shop.variation.id,
        });
        units = [...units, ...made.map((unit) => unit.id)];
      }
      const taken = units.slice(0, count);
      units = units.slice(count);
      return taken;
    },
  };
}
