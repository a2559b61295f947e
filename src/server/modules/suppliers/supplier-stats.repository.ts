import { sql } from 'kysely';
import type { SupplierStats } from '#contract/suppliers.ts';
import type { Reader } from '../../db/access.ts';

const count = sql<number>`cast(count(*) as integer)`.as('count');
/** In the words of the index of those. */
const isNotForSale = sql<boolean>`status in ('in_transit', 'defective', 'lost', 'returned')`;

/** What came from a supplier, as it is kept; and what of it stands in a store: what is not sold, less the few that are aside. */
export async function countUnits(reader: Reader, supplierId: number): Promise<Required<SupplierStats>> {
  const totals = await reader
    .selectFrom('supplier_totals')
    .select(['units', 'value'])
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  const own = reader.selectFrom('inventory_items').select(count).where('supplier_id', '=', supplierId);
  const unsold = await own.where('sold_at', 'is', null).executeTakeFirstOrThrow();
  const notForSale = await own.where(isNotForSale).executeTakeFirstOrThrow();
  return {
    total_inventory_items: totals?.units ?? 0,
    active_inventory_items: unsold.count - notForSale.count,
    total_value: totals?.value ?? 0,
  };
}
