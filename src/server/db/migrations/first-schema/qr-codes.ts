import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';
import { addTriggers, type Trigger } from '../triggers.ts';

const indexes = {
  // A store's codes: all of them and of a state.
  qr_codes_of_store: 'qr_codes(store_id, created_at, id)',
  qr_codes_by_status: 'qr_codes(store_id, status, created_at, id)',
  // A batch in the order of its sheet, and its codes of a state.
  qr_codes_of_batch: 'qr_codes(batch_id, id)',
  qr_codes_of_batch_by_status: 'qr_codes(batch_id, status, id)',
  qr_batches_of_store: 'qr_batches(store_id, created_at, id)',
};

const is = (row: 'new' | 'old', status: string) =>
  `(case when ${row}.status = '${status}' then 1 else 0 end)`;
const STATUSES = ['unused', 'linked', 'voided'] as const;

/** Counts a code by its state, for its store and its batch. */
const COUNTED = `
  insert into qr_totals (store_id, unused, linked, voided)
    values (new.store_id, ${STATUSES.map((status) => is('new', status)).join(', ')})
    on conflict (store_id) do update set
      ${STATUSES.map((status) => `${status} = qr_totals.${status} + excluded.${status}`).join(', ')};
  update qr_batches set ${STATUSES.map((status) => `${status} = ${status} + ${is('new', status)}`).join(', ')}
    where id = new.batch_id;`;
const UNCOUNTED = `
  update qr_totals set ${STATUSES.map((status) => `${status} = ${status} - ${is('old', status)}`).join(', ')}
    where store_id = old.store_id;
  update qr_batches set ${STATUSES.map((status) => `${status} = ${status} - ${is('old', status)}`).join(', ')}
    where id = old.batch_id;`;

const triggers: readonly Trigger[] = [
  { name: 'qr_code_made', table: 'qr_codes', event: 'insert', statements: COUNTED },
  {
    name: 'qr_code_changed',
    table: 'qr_codes',
    event: 'update',
    when: 'old.status <> new.status',
    statements: UNCOUNTED + COUNTED,
  },
  { name: 'qr_code_deleted', table: 'qr_codes', event: 'delete', statements: UNCOUNTED },
];

/** Creates the codes that are printed on labels before the goods of an order come. */
export async function makeQrCodes(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table qr_batches (
      id integer primary key, batch_code text not null, store_id integer not null,
      supplier_transaction_id integer not null, created_at bigint not null, created_by_id integer not null,
      unused integer not null, linked integer not null, voided integer not null, notes text,
      constraint qr_batch_store foreign key (store_id) references stores (id),
      constraint qr_batch_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint qr_batch_creator foreign key (created_by_id) references staff (id),
      constraint one_batch_code unique (batch_code)
    );
    create table qr_codes (
      id integer primary key, qr_code text not null, batch_id integer not null, store_id integer not null,
      supplier_transaction_id integer not null, status text not null, created_at bigint not null,
      inventory_item_id integer, linked_at bigint, linked_by_id integer, voided_at bigint,
      voided_by_id integer, void_reason text,
      constraint qr_code_batch foreign key (batch_id) references qr_batches (id),
      constraint qr_code_store foreign key (store_id) references stores (id),
      constraint qr_code_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint qr_code_unit foreign key (inventory_item_id) references inventory_items (id),
      constraint qr_code_linker foreign key (linked_by_id) references staff (id),
      constraint qr_code_voider foreign key (voided_by_id) references staff (id),
      constraint one_label_code unique (qr_code)
    );
    create table qr_totals (
      store_id integer not null, unused integer not null, linked integer not null, voided integer not null,
      constraint qr_totals_key primary key (store_id)
    )`,
  );
  await addIndexes(database, indexes);
  // A unit has one label; also finds the label of a unit that is to be deleted.
  await addUniqueIndexes(database, { one_label: 'qr_codes(inventory_item_id)' });
  await addTriggers(database, triggers);
}
