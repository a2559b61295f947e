import type { Database } from '#server/db/access.ts';
import { signIn } from './http.ts';
import { makeShop, makeStaff, makeStore, makeUnits } from './shop.ts';

/** Makes two stores, each with a manager who is signed in, and units in the first. */
export async function makeTwoStores({ url, database }: { url: string; database: Database }, units = 3) {
  const shop = await makeShop(database, { units });
  const destination = await makeStore(database);
  const manager = await makeStaff(database, { store_id: shop.store.id, role: 'store_manager' });
  const receiver = await makeStaff(database, { store_id: destination.id, role: 'store_manager' });
  return {
    ...shop,
    destination,
    manager,
    receiver,
    here: await signIn(url, manager.email),
    there: await signIn(url, receiver.email),
    ids: shop.units.map(({ id }) => id),
    moreUnits: (count: number) =>
      makeUnits(database, { count, store_id: shop.store.id, product_variation_id: shop.variation.id }),
  };
}
export type TwoStores = Awaited<ReturnType<typeof makeTwoStores>>;
