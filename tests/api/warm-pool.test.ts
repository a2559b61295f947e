import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/open.ts';
import { makeTestDatabase } from '#tests/support/test-databases.ts';

it('a server on PostgreSQL has connections for its first calls before it listens', async () => {
  const { location, remove } = await makeTestDatabase('postgresql');
  const database = await openDatabase(location);
  try {
    const { open } = await database.reader
      .selectFrom('data_version')
      .select(
        sql<number>`(select count(*) from pg_stat_activity where datname = current_database())`.as('open'),
      )
      .executeTakeFirstOrThrow();
    // Four to write, four to read, and the one that looks if the database is there.
    expect(Number(open)).toBeGreaterThanOrEqual(9);
    expect(database.load()).toMatchObject({ waiting: 0, readsWaiting: 0 });
  } finally {
    await database.close();
    await remove();
  }
});
