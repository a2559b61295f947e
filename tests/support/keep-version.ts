import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { contract } from '#contract/index.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { createServer } from '#server/server.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { comparedPart, type Description } from './api-compatibility.ts';
import { signIn } from './http.ts';
import { folderOf, KEPT } from './kept-versions.ts';
import { findPrograms, startOwnCluster } from './postgres.ts';
import { openDraft, sell } from './selling.ts';
import { OPENING } from './server.ts';
import {
  makeCustomer,
  makeGroups,
  makeSettings,
  makeStaff,
  makeStore,
  makeSupplier,
  makeUnits,
  makeVariation,
} from './shop.ts';

// Saves a small shop of the present version in tests/fixtures/<version>, as SQL for each engine, for upgrade.test.ts to
// open with every later one, and what its API takes and answers. Run it when a version is released: node build/with-tools.mjs tests/support/keep-version.ts

/** Adds people, goods, a customer, one sale and one draft. */
async function fillShop(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location);
  const app = await createServer({ database, clock: () => OPENING });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const store = await makeStore(database, { code: KEPT.storeCode, settings_json: makeSettings() });
  await makeStore(database, { is_warehouse: 1 });
  await makeStaff(database, { store_id: store.id, email: KEPT.seller });
  await makeStaff(database, { store_id: store.id, role: 'admin' });
  const supplier = await makeSupplier(database);
  const { vip } = await makeGroups(database);
  const customer = await makeCustomer(database, { name: KEPT.customer, customer_group_id: vip.id });
  const variation = await makeVariation(database);
  const units = [];
  for (const serial_number of Object.values(KEPT.serials)) {
    const goods = { store_id: store.id, product_variation_id: variation.id, supplier_id: supplier.id };
    units.push(...(await makeUnits(database, { count: 1, ...goods, serial_number, purchase_cost: 80_000 })));
  }
  const [sold = 0, drafted = 0] = units.map(({ id }) => id);
  const till = await signIn(url, KEPT.seller);
  await sell(till, [sold], { customer_id: customer.id });
  await openDraft(till, [drafted]);
  await app.close();
  await database.close();
}

/**
 * Dumps like `.dump` of SQLite's shell: tables and their rows first, then indexes and triggers, which would count these a
 * second time.
 */
function dumpSqlite(dataDir: string): string {
  const file = new BetterSqlite(path.join(dataDir, 'tindahan.db'), { readonly: true });
  const textsOf = (query: string) => file.prepare(query).pluck().all() as string[];
  const lines = ['pragma foreign_keys = off;', 'begin;'];
  const tables = textsOf(`select made.name from sqlite_master made join pragma_table_list listed using (name)
    where listed.schema = 'main' and listed.type in ('table', 'virtual') and made.name not like 'sqlite_%'
    order by made.rowid`);
  // Rows of virtual tables are found by their ids.
  const virtual = textsOf(`select name from pragma_table_list where schema = 'main' and type = 'virtual'`);
  for (const name of tables) {
    lines.push(...textsOf(`select sql || ';' from sqlite_master where type = 'table' and name = '${name}'`));
    const columns = textsOf(`select name from pragma_table_info('${name}')`);
    const stored = virtual.includes(name) ? ['rowid', ...columns] : columns;
    const values = stored.map((column) => `quote("${column}")`).join(` || ', ' || `);
    const names = stored.map((column) => `"${column}"`).join(', ');
    lines.push(
      ...textsOf(`select 'insert into "${name}" (${names}) values (' || ${values} || ');' from "${name}"`),
    );
  }
  lines.push(
    ...textsOf(`select sql || ';' from sqlite_master where type in ('index', 'trigger') and sql is not null
      order by rowid`),
  );
  file.close();
  return [...lines, 'commit;', ''].join('\n');
}

/** Returns the output of `pg_dump`, without its comments and settings, which differ from version to version. */
function dumpPostgres(programs: string, url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', url];
  const { status, stdout, stderr } = spawnSync(path.join(programs, 'pg_dump'), options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`pg_dump failed: ${stderr}`);
  const isLeftOut = (line: string) => /^(--.*|SET .*|SELECT pg_catalog\.set_config.*|\\.*|)$/.test(line);
  return `${stdout
    .split('\n')
    .filter((line) => !isLeftOut(line))
    .join('\n')}\n`;
}

async function keepVersion(version: string): Promise<void> {
  const programs = findPrograms();
  const cluster = startOwnCluster();
  if (programs === null || !cluster) throw new Error('No PostgreSQL here');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tindahan-kept-'));
  const folder = folderOf(version);
  try {
    const databaseUrl = await cluster.createDatabase();
    await fillShop({ dataDir });
    await fillShop({ dataDir, databaseUrl });
    // Fails if the version is saved already: it is never made again.
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'sqlite.sql'), dumpSqlite(dataDir));
    writeFileSync(path.join(folder, 'postgresql.sql'), dumpPostgres(programs, databaseUrl));
    const api = comparedPart(openApiDocument(contract, { version }) as Description);
    writeFileSync(path.join(folder, 'api.json'), `${JSON.stringify(api)}\n`);
    console.log(`kept in ${folder}`);
  } finally {
    await cluster.stop();
    rmSync(dataDir, { recursive: true });
  }
}

await keepVersion(packageJson.version);
