import type { Kysely } from 'kysely';
import { differs, goodsChanged } from './0031-stock-versions.ts';
import { runSql } from './sql.ts';
import { addTriggers, dropTriggers, type Trigger } from './triggers.ts';

const WARRANTY = ['warranty_months', 'warranty_months_used'];

const triggers: readonly Trigger[] = [
  {
    name: 'product_altered',
    table: 'products',
    event: 'update',
    when: differs(['name', 'product_type_id', ...WARRANTY]),
    statements: goodsChanged('product_id = new.id'),
  },
  {
    name: 'product_type_altered',
    table: 'product_types',
    event: 'update',
    when: differs(WARRANTY),
    statements: goodsChanged('product_id in (select id from products where product_type_id = new.id)'),
  },
];

/** Tills copy the warranty of what they sell: a change of it is a change of the goods, and each copies all of it once. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await dropTriggers(
    database,
    triggers.filter(({ name }) => name === 'product_altered'),
  );
  await addTriggers(database, triggers);
  await runSql(database, goodsChanged('true'));
}
