import { signIn, type SignedIn } from './http.ts';
import type { TestServer } from './server.ts';
import { makeShop, makeStaff, type Shop } from './shop.ts';

export type StaffedShop = { shop: Shop; /** The seller's. */ till: SignedIn; manager: SignedIn };

/** Opens a new shop, with its seller and its manager signed in. */
export async function openShop({ database, url }: TestServer): Promise<StaffedShop> {
  const shop = await makeShop(database);
  const head = await makeStaff(database, { store_id: shop.store.id, role: 'store_manager' });
  return { shop, till: await signIn(url, shop.seller.email), manager: await signIn(url, head.email) };
}

/** Returns the points of a customer. */
export async function pointsOf({ database }: TestServer, customerId: number): Promise<number> {
  const customers = database.reader.selectFrom('customers').select('loyalty_points');
  return (await customers.where('id', '=', customerId).executeTakeFirstOrThrow()).loyalty_points;
}
