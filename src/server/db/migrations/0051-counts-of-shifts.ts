import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

/** Of a count that was made before, as it was kept: pesos. */
type KeptCount = {
  id: number;
  counted_amount: number;
  count_json: string;
  expected_json: string;
};
type Difference = { method: string; counted: number; difference: number };
type KeptReading = {
  difference: number;
  differences: { method: string; over: number; short: number }[];
  shifts: { id: number; is_counted_here: boolean; differences: Difference[] }[];
};
type Kept = {
  shifts: KeptCount & { differs: number };
  z_readings: { id: number; reading_json: string };
};

const rounded = (pesos: number) => Math.round(pesos * 100) / 100;

/** Cash first, then what was counted by other methods. */
function differencesOf({ counted_amount, count_json, expected_json }: KeptCount): Difference[] {
  const { methods = [] } = JSON.parse(count_json) as { methods?: { method: string; amount: number }[] };
  const expected = JSON.parse(expected_json) as Record<string, number>;
  return [{ method: 'cash', amount: Number(counted_amount) / 100 }, ...methods].map(({ method, amount }) => ({
    method,
    counted: amount,
    difference: rounded(amount - (expected[method] ?? 0)),
  }));
}

/** What some counts were off by each method, too much and too little apart. */
function overAndShort(differences: readonly Difference[]): KeptReading['differences'] {
  const off = differences.filter(({ difference }) => difference !== 0);
  return [...Map.groupBy(off, ({ method }) => method)].map(([method, own]) => ({
    method,
    over: rounded(own.reduce((sum, { difference }) => sum + Math.max(difference, 0), 0)),
    short: rounded(own.reduce((sum, { difference }) => sum + Math.min(difference, 0), 0)),
  }));
}

/** Tells of the shifts and readings that are there what their counts were off by other methods than cash, too. */
export async function keepDifferences(database: Kysely<Kept>): Promise<void> {
  const known = new Map<number, Difference[]>();
  const counted = await database
    .selectFrom('shifts')
    .select(['id', 'counted_amount', 'count_json', 'expected_json'])
    .where('count_json', 'is not', null)
    .execute();
  for (const count of counted) {
    const differences = differencesOf(count);
    known.set(count.id, differences);
    const differs = differences.some(({ difference }) => difference !== 0) ? 1 : 0;
    await database.updateTable('shifts').set({ differs }).where('id', '=', count.id).execute();
  }
  for (const { id, reading_json } of await database.selectFrom('z_readings').selectAll().execute()) {
    const reading = JSON.parse(reading_json) as KeptReading;
    for (const shift of reading.shifts) shift.differences = known.get(shift.id) ?? [];
    const here = reading.shifts.filter(({ is_counted_here }) => is_counted_here);
    reading.differences = overAndShort(here.flatMap(({ differences }) => differences));
    const kept = { reading_json: JSON.stringify(reading) };
    await database.updateTable('z_readings').set(kept).where('id', '=', id).execute();
  }
}

/**
 * Each count that was made of a shift's drawer, also one that another took the place of, and what it is off by every
 * method; and the names of retired tills are free again.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
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
  await database.schema.createIndex('counts_of_shift').on('shift_counts').column('shift_id').execute();
  // Of the counts that were made before, the one that stands; under its shift's id, which no other count has.
  await sql`insert into shift_counts (id, shift_id, at, staff_id, count_json, expected_json)
    select id, id, counted_at, counted_by_id, count_json, expected_json from shifts
    where count_json is not null`.execute(database);
  await addColumns(database, 'shifts', { differs: 'integer' });
  await keepDifferences(database as Kysely<Kept>);
  await sql`update tills set unique_name = unique_name || ${'\n'} || cast(id as text)
    where retired_at is not null`.execute(database);
}
