import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { pastOnly } from '#server/demo/demo-day.ts';
import { fillCatalogue } from '#server/demo/fill-catalogue.ts';
import { fillPeople, type FilledCustomer } from '#server/demo/fill-people.ts';
import { fillStores } from '#server/demo/fill-stores.ts';
import { fillSuppliers } from '#server/demo/fill-suppliers.ts';
import { seededRandom } from '#server/demo/random.ts';
import { hashQuickly } from '../quick-password.ts';
import { OPENING } from '../server.ts';
import { openBulkWriter } from './bulk-writer.ts';
import { makeCustomers, writeCustomers, type SizedCustomer } from './customers.ts';
import { enterSales } from './enter-sales.ts';
import { catalogueOf, fillStock, stockMaker } from './goods.ts';
import { keepCounts } from './keep-counts.ts';
import { fillOrders } from './orders.ts';
import { CustomerBooks, fillSales, type SalesWorld } from './sales.ts';
import { countsOf } from './sizes.ts';

/** The days of its sales: five years. */
const DAYS = 1825;
export const SEED = 20_261_121;
/** One visit in this many is by a customer who buys for others. */
const RESELLER_EVERY = 200;
/** More ids than the stores, people and goods need. */
const IDS_OF_LISTS = 400_000;

/** Fills what the server's own seeding fills: stores, staff, the first customers, and the goods. */
async function fillLists(location: DatabaseLocation, variations: number) {
  const database = await openDatabase(location);
  const random = seededRandom(SEED);
  const passwordHash = await hashQuickly();
  const now = OPENING;
  const lists = await database.write(async (writer) => {
    const stores = await fillStores(writer, { now, day: pastOnly });
    const people = await fillPeople(writer, { stores, passwordHash, pinHash: passwordHash, random, now });
    const goods = await fillCatalogue(writer, { random, now, catalogue: catalogueOf(variations) });
    const supplierOf = await fillSuppliers(writer, now);
    const groups = await writer.selectFrom('customer_groups').select(['id', 'slug']).execute();
    const channels = await writer.selectFrom('signup_channels').select('id').execute();
    return { stores, people, variations: goods, supplierOf, groups, channels };
  }, IDS_OF_LISTS);
  const { next_id } = await database.reader
    .selectFrom('id_blocks')
    .select('next_id')
    .executeTakeFirstOrThrow();
  await database.close();
  return { ...lists, random, nextId: next_id };
}

/** Returns customers by visit, in the order of their sign-up; one of them comes again and again. */
function comers(first: readonly FilledCustomer[], others: readonly SizedCustomer[]): FilledCustomer[] {
  const reseller = others[0];
  return [...first, ...others]
    .toSorted((a, b) => a.created_at - b.created_at)
    .flatMap((customer, place) =>
      place % RESELLER_EVERY === 0 && reseller ? [reseller, customer] : [customer],
    );
}

/**
 * Fills an empty database with a chain that sold `size` units up to OPENING, as its own tills would have left it. The
 * same size gives the same rows. People sign in as in the demo shop.
 */
export async function fillSizedShop(location: DatabaseLocation, size: number): Promise<void> {
  const counts = countsOf(size);
  const { stores, people, variations, supplierOf, random, nextId, ...lists } = await fillLists(
    location,
    counts.variations,
  );
  let next = nextId;
  const ids = { nextId: () => (next += 1) };
  const now = OPENING;
  const given = { count: counts.customers - people.customers.length, days: DAYS, random, now };
  const customers = makeCustomers(ids, lists, given);
  const stock = stockMaker(ids, random, supplierOf);
  const comesAgain = { ...people, customers: comers(people.customers, customers) };
  const world: SalesWorld = {
    stores,
    people: comesAgain,
    variations,
    stock,
    random,
    now,
    day: pastOnly,
    ids,
    days: DAYS,
  };
  const books = new CustomerBooks();
  const writer = await openBulkWriter(location);
  await fillSales(writer, world, counts.sales, books);
  await fillStock(writer, world, counts);
  const staffId = people.managerOf(stores[0]?.id ?? 0);
  await fillOrders(writer, { ...world, supplierOf, staffId }, counts.orders);
  await books.write(writer, ids);
  await writeCustomers(writer, customers, (id) => books.of(id));
  for (const { id } of people.customers) {
    const { points, spent, sales, last } = books.of(id);
    await writer.run(`update customers set loyalty_points = ${points}, total_spent = ${spent},
      total_transactions = ${sales}, last_transaction_at = ${last ?? 'null'} where id = ${id}`);
  }
  await writer.run(`update id_blocks set next_id = ${next + 1}`);
  for (const text of [...keepCounts, ...enterSales]) await writer.run(text);
  await writer.close();
}
