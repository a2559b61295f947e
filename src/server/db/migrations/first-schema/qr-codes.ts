import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';
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

const COUNTS = { unused: 'integer', linked: 'integer', voided: 'integer' } as const;

/** Creates the codes that are printed on labels before the goods of an order come. */
export async function makeQrCodes(database: Kysely<unknown>): Promise<void> {
  await table(database, 'qr_batches', {
    required: {
      id: 'integer',
      batch_code: 'text',
      store_id: 'integer',
      supplier_transaction_id: 'integer',
      created_at: 'bigint',
      created_by_id: 'integer',
      ...COUNTS,
    },
    optional: { notes: 'text' },
  })
    .addForeignKeyConstraint('qr_batch_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('qr_batch_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('qr_batch_creator', ['created_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_batch_code', ['batch_code'])
    .execute();
  await table(database, 'qr_codes', {
    required: {
      id: 'integer',
      qr_code: 'text',
      batch_id: 'integer',
      store_id: 'integer',
      supplier_transaction_id: 'integer',
      status: 'text',
      created_at: 'bigint',
    },
    optional: {
      inventory_item_id: 'integer',
      linked_at: 'bigint',
      linked_by_id: 'integer',
      voided_at: 'bigint',
      voided_by_id: 'integer',
      void_reason: 'text',
    },
  })
    .addForeignKeyConstraint('qr_code_batch', ['batch_id'], 'qr_batches', ['id'])
    .addForeignKeyConstraint('qr_code_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('qr_code_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('qr_code_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .addForeignKeyConstraint('qr_code_linker', ['linked_by_id'], 'staff', ['id'])
    .addForeignKeyConstraint('qr_code_voider', ['voided_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_label_code', ['qr_code'])
    .execute();
  await table(database, 'qr_totals', { required: { store_id: 'integer', ...COUNTS } })
    .addPrimaryKeyConstraint('qr_totals_key', ['store_id'])
    .execute();
  await addIndexes(database, indexes);
  // A unit has one label; also finds the label of a unit that is to be deleted.
  await addUniqueIndexes(database, { one_label: 'qr_codes(inventory_item_id)' });
  await addTriggers(database, triggers);
}
