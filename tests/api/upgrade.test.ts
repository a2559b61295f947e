import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { engines, makeTestDatabase } from '#tests/support/test-databases.ts';

describe.each(engines)('data of another version (%s)', (engine) => {
  let remove: () => Promise<void>;
  let location: DatabaseLocation;
  beforeEach(async () => {
    ({ location, remove } = await makeTestDatabase(engine));
    await (await openDatabase(location)).close();
  });
  afterEach(() => remove());

  it('is refused in words where the version was before 1.0.0', async () => {
    await runSql(
      location,
      `update kysely_migration set name = '0001-people';
      insert into kysely_migration (name, timestamp) values ('0002-catalogue', '2026-01-01T00:00:00.000Z')`,
    );
    for (const _try of ['first', 'second']) {
      await expect(openDatabase(location)).rejects.toThrow(
        /^This data was made by a version before 1\.0\.0, which this version cannot open\.\n.*empty data folder.*keep using the version/,
      );
    }
  });

  it('is refused in words where the version was newer', async () => {
    await runSql(
      location,
      `insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2099-01-01T00:00:00.000Z')`,
    );
    await expect(openDatabase(location)).rejects.toThrow(/^This data was made by a newer version/);
  });
});

it('a database where trigrams may not be switched on says what its owner has to do', async () => {
  const { location, remove } = await makeTestDatabase('postgresql');
  const url = new URL(location.databaseUrl ?? '');
  const asOwner = async (database: string, statement: string) => {
    const owner = new pg.Client({
      connectionString: Object.assign(new URL(url), { pathname: database }).href,
    });
    await owner.connect();
    await owner.query(statement);
    await owner.end();
  };
  const guest = `guest_of_${url.pathname.slice(1)}`;
  const asGuest = { ...location, databaseUrl: Object.assign(new URL(url), { username: guest }).href };
  await asOwner(url.pathname, `create role ${guest} login; grant create on schema public to ${guest}`);
  await expect(openDatabase(asGuest)).rejects.toThrow('Let its owner run "create extension pg_trgm"');
  await asOwner(url.pathname, 'create extension pg_trgm');
  await (await openDatabase(asGuest)).close();
  await remove();
  await asOwner('/postgres', `drop role ${guest}`);
});
