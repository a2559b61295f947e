import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

const indexes = {
  entries_of_store: 'till_entries(store_id, at)',
  shifts_of_store: 'shifts(store_id, opened_at, id)',
  z_readings_of_store: 'z_readings(store_id, business_date, id)',
};

/**
 * The money that came and went before it was entered, as the daily reports of then have it; each with the id of what it
 * tells, which no other entry has.
 */
const earlierMoney = [
  sql`insert into till_entries
      (id, store_id, at, kind, method, amount, quantity, discount, tax, written_off, staff_id, transaction_id)
    select payment.id, sale.store_id, payment.paid_at, 'payment', payment.method, payment.amount, 1, 0, 0, 0,
      payment.created_by_id, sale.id
    from payments payment join transactions sale on sale.id = payment.transaction_id
    where payment.status = 'completed' and payment.deleted_at is null and payment.paid_at is not null
      and sale.deleted_at is null`,
  sql`insert into till_entries
      (id, store_id, at, kind, method, amount, quantity, discount, tax, written_off, staff_id, transaction_id)
    select sale.id, sale.store_id, sale.completed_at, 'change', 'cash', sale.change_due, 1, 0, 0, 0,
      sale.staff_id, sale.id
    from transactions sale where sale.completed_at is not null and sale.change_due > 0`,
  sql`insert into till_entries
      (id, store_id, at, kind, method, amount, quantity, discount, tax, written_off, staff_id, transaction_id)
    select payout.id, refund.store_id, refund.created_at, 'refund_payout', payout.method, payout.amount, 1, 0, 0, 0,
      refund.refunded_by_id, refund.transaction_id
    from refund_payouts payout join refunds refund on refund.id = payout.refund_id`,
];

/** The cash that went back with sales that were voided; below zero no other row has an id. */
const earlierVoids = sql`insert into till_entries
    (id, store_id, at, kind, method, amount, quantity, discount, tax, written_off, staff_id, transaction_id)
  select -sale.id, sale.store_id, sale.voided_at, 'void_payout', 'cash', sum(payment.amount) - min(sale.change_due), 1,
    0, 0, 0, coalesce(min(sale.voided_by_id), min(sale.staff_id)), sale.id
  from transactions sale join payments payment on payment.transaction_id = sale.id
  where sale.voided_at is not null and payment.method = 'cash' and payment.status = 'completed'
    and payment.deleted_at is null
  group by sale.id, sale.store_id, sale.voided_at`;

/** Tills, their shifts, all money that comes and goes there, and the readings of their days. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'tills', {
    required: {
      id: 'integer',
      store_id: 'integer',
      name: 'text',
      unique_name: 'text',
      grand_total: 'bigint',
      last_z_no: 'integer',
      claim_no: 'integer',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    // The device that is this till now; none any more once it is retired.
    optional: { device_key: 'text', retired_at: 'bigint' },
  })
    .addForeignKeyConstraint('till_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('till_creator', ['created_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_till_name', ['store_id', 'unique_name'])
    .addUniqueConstraint('one_till_of_device', ['store_id', 'device_key'])
    .execute();
  await table(database, 'shifts', {
    required: {
      id: 'integer',
      number: 'text',
      store_id: 'integer',
      till_id: 'integer',
      status: 'text',
      claim_no: 'integer',
      opened_at: 'bigint',
      opened_by_id: 'integer',
      float_amount: 'bigint',
    },
    optional: {
      float_json: 'text',
      counted_at: 'bigint',
      counted_by_id: 'integer',
      // Denominations, and what was counted by each other method.
      count_json: 'text',
      counted_amount: 'bigint',
      // By method, at the time of the count.
      expected_json: 'text',
      difference: 'bigint',
      counts_made: 'integer',
      closed_at: 'bigint',
      closed_by_id: 'integer',
      reason: 'text',
    },
  })
    .addForeignKeyConstraint('shift_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('shift_till', ['till_id'], 'tills', ['id'])
    .addForeignKeyConstraint('shift_opener', ['opened_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_shift_number', ['number'])
    .execute();
  await table(database, 'till_entries', {
    required: {
      id: 'integer',
      store_id: 'integer',
      at: 'bigint',
      kind: 'text',
      amount: 'bigint',
      quantity: 'integer',
      discount: 'bigint',
      tax: 'bigint',
      written_off: 'bigint',
      staff_id: 'integer',
    },
    optional: {
      method: 'text',
      till_id: 'integer',
      shift_id: 'integer',
      approved_by_id: 'integer',
      transaction_id: 'integer',
      // Of a correction, the closed shift that it is about.
      corrects_shift_id: 'integer',
      invoice_no: 'integer',
      reason: 'text',
    },
  })
    .addForeignKeyConstraint('entry_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('entry_shift', ['shift_id'], 'shifts', ['id'])
    .execute();
  await table(database, 'z_readings', {
    required: {
      id: 'integer',
      store_id: 'integer',
      till_id: 'integer',
      no: 'integer',
      business_date: 'text',
      taken_at: 'bigint',
      taken_by_id: 'integer',
      reading_json: 'text',
    },
  })
    .addForeignKeyConstraint('z_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('z_till', ['till_id'], 'tills', ['id'])
    .addForeignKeyConstraint('z_taker', ['taken_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_z_number', ['till_id', 'no'])
    .execute();
  // What of a shift happened on a day is in one reading.
  await table(database, 'z_reading_shifts', {
    // `is_last`: nothing of the shift is left for another reading.
    required: { shift_id: 'integer', business_date: 'text', z_reading_id: 'integer', is_last: 'integer' },
  })
    .addPrimaryKeyConstraint('z_shift_key', ['shift_id', 'business_date'])
    .addForeignKeyConstraint('z_shift', ['shift_id'], 'shifts', ['id'])
    .addForeignKeyConstraint('z_shift_reading', ['z_reading_id'], 'z_readings', ['id'])
    .execute();
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
  await sql`create index corrections_of_shift on till_entries(corrects_shift_id)
    where corrects_shift_id is not null`.execute(database);
  await sql`create index entries_of_shift on till_entries(shift_id) where shift_id is not null`.execute(
    database,
  );
  // Whatever else goes wrong, a till has one shift at a time.
  await sql`create unique index one_open_shift on shifts(till_id) where closed_at is null`.execute(database);
  for (const money of [...earlierMoney, earlierVoids]) await money.execute(database);
  await addColumns(database, 'stores', { keeps_shifts: 'integer' });
}
