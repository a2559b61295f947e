import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';

const indexes = {
  entries_of_store: 'till_entries(store_id, at)',
  shifts_of_store: 'shifts(store_id, opened_at, id)',
  z_readings_of_store: 'z_readings(store_id, business_date, id)',
  corrections_of_shift: 'till_entries(corrects_shift_id) where corrects_shift_id is not null',
  entries_of_shift: 'till_entries(shift_id) where shift_id is not null',
  counts_of_shift: 'shift_counts(shift_id)',
};

/** Tills, their shifts with each count of a drawer, all money that comes and goes there, and the readings of their days. */
export async function makeTills(database: Kysely<unknown>): Promise<void> {
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
      differs: 'integer',
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
  await table(database, 'shift_counts', {
    required: {
      id: 'integer',
      shift_id: 'integer',
      at: 'bigint',
      staff_id: 'integer',
      // As the shift has them: denominations and other methods, and by method what there should have been.
      count_json: 'text',
      expected_json: 'text',
    },
  })
    .addForeignKeyConstraint('count_shift', ['shift_id'], 'shifts', ['id'])
    .addForeignKeyConstraint('count_counter', ['staff_id'], 'staff', ['id'])
    .execute();
  await addIndexes(database, indexes);
  // Whatever else goes wrong, a till has one shift at a time.
  await addUniqueIndexes(database, { one_open_shift: 'shifts(till_id) where closed_at is null' });
}
