import type { Database } from '../db/access.ts';
import { hashPassword } from '../modules/staff/staff.public.ts';
import { fillCatalogue } from './fill-catalogue.ts';
import { fillCounts } from './fill-counts.ts';
import { fillEntries } from './fill-entries.ts';
import { fillOrders } from './fill-orders.ts';
import { fillPeople } from './fill-people.ts';
import { fillPhotos, readDemoPhotos } from './fill-photos.ts';
import { fillQrCodes } from './fill-qr-codes.ts';
import { fillSales } from './fill-sales.ts';
import { fillStock } from './fill-stock.ts';
import { fillStores } from './fill-stores.ts';
import { fillSupplierReturns } from './fill-supplier-returns.ts';
import { fillSuppliers } from './fill-suppliers.ts';
import { fillTransfers } from './fill-transfers.ts';
import { fillUnitHistory } from './fill-unit-history.ts';
import { seededRandom } from './random.ts';

export const DEMO_PASSWORD = 'demo-pass-1';
/** By which the store manager approves at the till. */
export const DEMO_PIN = '246810';

/** More ids than the demo shop's rows. */
const DEMO_IDS = 40_000;
const SEED = 20_261_121;

/**
 * Fills an empty database with the demo shop, in one transaction; returns false, and does nothing, when anything is
 * there. The same instant gives the same shop.
 */
export async function fillDemoShop(database: Database, now: number): Promise<boolean> {
  if (await database.reader.selectFrom('stores').select('id').executeTakeFirst()) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const pinHash = await hashPassword(DEMO_PIN);
  const photos = await readDemoPhotos();
  const random = seededRandom(SEED);
  await database.write(async (writer) => {
    const stores = await fillStores(writer, now);
    const people = await fillPeople(writer, { stores, passwordHash, pinHash, random, now });
    const variations = await fillCatalogue(writer, { random, now });
    const supplierOf = await fillSuppliers(writer, now);
    const stock = await fillStock(writer, { stores, variations, supplierOf, random, now });
    await fillUnitHistory(writer, { stores, people, now });
    const sales = await fillSales(writer, { stores, people, variations, stock, random, now });
    // Last, so that the rest of the shop is the same without them.
    const { managerOf } = people;
    const input = { stores, managerOf, variations, makeUnit: stock, now };
    await fillTransfers(writer, input);
    await fillCounts(writer, input);
    await fillSupplierReturns(writer, input);
    await fillOrders(writer, { ...input, supplierOf });
    await fillQrCodes(writer, input);
    await fillPhotos(writer, { photos, staffId: managerOf(stores[0]?.id ?? 0), now });
    await fillEntries(writer, sales);
  }, DEMO_IDS);
  return true;
}
