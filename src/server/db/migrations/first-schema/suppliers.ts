import type { Trigger } from '../triggers.ts';

const OWN = 'supplier_id is not null';

const CAME = `
  insert into supplier_totals (supplier_id, units, value)
    select new.supplier_id, 1, coalesce(new.purchase_cost, 0) where new.supplier_id is not null
    on conflict (supplier_id) do update set
      units = supplier_totals.units + 1, value = supplier_totals.value + excluded.value;`;
const WENT = `
  update supplier_totals set units = units - 1, value = value - coalesce(old.purchase_cost, 0)
    where supplier_id = old.supplier_id;`;

// A sale changes none of these columns: it fires none of these triggers and waits for no other writer.
export const supplierTriggers: readonly Trigger[] = [
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
