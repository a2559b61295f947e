import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

const COLUMNS = [
  ['product_name', 'text', 'product.name'],
  ['variation_name', 'text', 'variation.name'],
  ['serial_number', 'text', 'unit.serial_number'],
  ['imei', 'text', 'unit.imei'],
  ['imei2', 'text', 'unit.imei2'],
  ['condition_rating', 'integer', 'unit.condition_rating'],
] as const;

/**
 * The register of trade-ins keeps a unit as it was bought, whatever is changed of it later. Of trade-ins until now it has
 * the unit as it is.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(
    database,
    'trade_ins',
    COLUMNS.map(([name, type]) => `bought_${name} ${type}`),
  );
  const unit = `from inventory_items unit join product_variations variation on variation.id = unit.product_variation_id
    join products product on product.id = variation.product_id where unit.id = trade_ins.inventory_item_id`;
  await runSql(
    database,
    `update trade_ins set ${COLUMNS.map(([name, , from]) => `bought_${name} = (select ${from} ${unit})`).join(', ')}`,
  );
}
