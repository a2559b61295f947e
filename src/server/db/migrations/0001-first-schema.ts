import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { guardAuditLog } from './first-schema/audit-log.ts';
import { customerTriggers } from './first-schema/customers.ts';
import { lowStockTriggers } from './first-schema/low-stock.ts';
import { qrCodeTriggers } from './first-schema/qr-codes.ts';
import { makeSearch } from './first-schema/search.ts';
import { stockTriggers } from './first-schema/stock.ts';
import { supplierTriggers } from './first-schema/suppliers.ts';
import { noteCountsBegun } from './first-schema/units.ts';
import { runSql } from './sql.ts';
import { addTriggers } from './triggers.ts';

const schema = path.join(import.meta.dirname, 'first-schema', 'schema.sql');

/** Creates everything that version 1.0.0 had. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await makeSearch(database);
  await runSql(database, readFileSync(schema, 'utf8'));
  await guardAuditLog(database);
  await addTriggers(database, customerTriggers);
  await noteCountsBegun(database);
  await addTriggers(database, [
    ...stockTriggers,
    ...lowStockTriggers,
    ...supplierTriggers,
    ...qrCodeTriggers,
  ]);
}
