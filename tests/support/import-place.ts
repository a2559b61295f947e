import { signIn } from './http.ts';
import type { TestServer } from './server.ts';
import { makeStaff, makeStore, makeVariation } from './shop.ts';

/** Makes a store with a manager, a person of the warehouse and a salesperson, and a phone that needs a number. */
export async function makeImportPlace({ database, url }: TestServer) {
  const store = await makeStore(database);
  const people = await Promise.all(
    (['store_manager', 'warehouse_staff', 'salesperson'] as const).map((role) =>
      makeStaff(database, { store_id: store.id, role }),
    ),
  );
  const [manager, warehouse, seller] = await Promise.all(people.map(({ email }) => signIn(url, email)));
  if (!manager || !warehouse || !seller) throw new Error('Nobody signed in');
  const phone = await makeVariation(database);
  return { store, manager, warehouse, seller, phone, sku: phone.product.sku };
}

/** Returns the units of a variation, hidden ones too, in the order in which they were made. */
export const unitsOfVariation = ({ database }: TestServer, variationId: number) =>
  database.reader
    .selectFrom('inventory_items')
    .selectAll()
    .where('product_variation_id', '=', variationId)
    .orderBy('id')
    .execute();
