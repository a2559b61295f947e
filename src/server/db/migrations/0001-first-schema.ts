import type { Kysely } from 'kysely';
import { makeBooks, makeTills } from './first-schema/books.ts';
import { makeCatalogue } from './first-schema/catalogue.ts';
import { makeCounts } from './first-schema/counts.ts';
import { makeCustomers } from './first-schema/customers.ts';
import { makeImports } from './first-schema/imports.ts';
import { makeLowStock } from './first-schema/low-stock.ts';
import { makePeople } from './first-schema/people.ts';
import { makePurchasing, makeSuppliers } from './first-schema/purchasing.ts';
import { makeQrCodes } from './first-schema/qr-codes.ts';
import { makeSales } from './first-schema/sales.ts';
import { makeSearch } from './first-schema/search.ts';
import { makeStock, makeTransfers } from './first-schema/stock.ts';
import { makeUnits } from './first-schema/units.ts';

/** Creates everything that version 1.0.0 had. A table comes after those that it refers to. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await makeSearch(database);
  await makePeople(database);
  await makeBooks(database);
  await makeCustomers(database);
  await makeCatalogue(database);
  await makeUnits(database);
  await makeStock(database);
  await makeLowStock(database);
  await makeSuppliers(database);
  await makeSales(database);
  await makeTransfers(database);
  await makeCounts(database);
  await makeImports(database);
  await makePurchasing(database);
  await makeQrCodes(database);
  await makeTills(database);
}
