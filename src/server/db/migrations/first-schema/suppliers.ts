import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';
import { addTriggers, type Trigger } from '../triggers.ts';

const OWN = 'supplier_id is not null';

const indexes = {
  suppliers_by_name: 'suppliers(name_key, id, deleted_at) where deleted_at is null',
  suppliers_by_status: 'suppliers(is_active, name_key, id, deleted_at) where deleted_at is null',
  // A supplier's units of a store by how long they have been there: all of them, and those that are not sold. What the latter
  // count less the few that are aside is what stands in the stores: counted in the index alone, which SQLite does only
  // where it has the column of its condition, too. Before the order it is one more reason to take this one.
  units_of_supplier: `inventory_items(supplier_id, store_id, created_at, id) where ${OWN}`,
  unsold_of_supplier: `inventory_items(supplier_id, store_id, sold_at, created_at, id)
    where ${OWN} and sold_at is null`,
  // The few of them that can neither be sold nor were: a lock or a sale writes nothing here.
  aside_of_supplier: `inventory_items(supplier_id, status)
    where ${OWN} and status in ('in_transit', 'defective', 'lost', 'returned')`,
};

const CAME = `
  insert into supplier_totals (supplier_id, units, value)
    select new.supplier_id, 1, coalesce(new.purchase_cost, 0) where new.supplier_id is not null
    on conflict (supplier_id) do update set
      units = supplier_totals.units + 1, value = supplier_totals.value + excluded.value;`;
const WENT = `
  update supplier_totals set units = units - 1, value = value - coalesce(old.purchase_cost, 0)
    where supplier_id = old.supplier_id;`;

// A sale changes none of this: it runs none of these, and waits for nobody else's.
const triggers: readonly Trigger[] = [
  {
    name: 'unit_with_supplier_came',
    table: 'inventory_items',
    event: 'insert',
    when: `new.${OWN}`,
    statements: CAME,
  },
  {
    name: 'unit_with_supplier_changed',
    table: 'inventory_items',
    event: 'update',
    when: `old.supplier_id is distinct from new.supplier_id
      or new.${OWN} and old.purchase_cost is distinct from new.purchase_cost`,
    statements: WENT + CAME,
  },
  {
    name: 'unit_with_supplier_went',
    table: 'inventory_items',
    event: 'delete',
    when: `old.${OWN}`,
    statements: WENT,
  },
];

/** Suppliers, what came from each of them and what it cost, as it changes; and their units in the order of lists. */
export async function makeSuppliers(database: Kysely<unknown>): Promise<void> {
  await table(database, 'suppliers', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      search_text: 'text',
      code: 'text',
      is_active: 'integer',
      created_at: 'bigint',
    },
    optional: {
      contact_person: 'text',
      email: 'text',
      phone: 'text',
      address: 'text',
      payment_terms: 'text',
      notes: 'text',
      deleted_at: 'bigint',
    },
  }).execute();
  await table(database, 'supplier_totals', {
    required: { supplier_id: 'integer', units: 'integer', value: 'bigint' },
  })
    .addPrimaryKeyConstraint('supplier_totals_key', ['supplier_id'])
    .execute();
  await addTriggers(database, triggers);
  await addIndexes(database, indexes);
  await addUniqueIndexes(database, { one_supplier_code: 'suppliers(code) where deleted_at is null' });
}
