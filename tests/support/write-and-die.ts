// node tests/support/write-and-die.ts FOLDER PLACE NAME COPIES: backs up a SQLite shop, writes a manufacturer, copies it if
// COPIES is 1, writes another one, and kills itself.
import { prepareBackups, startBackups } from '#server/backups/backups.ts';
import { folderAddress } from '#server/backups/places.ts';
import { openSqlite } from '#server/db/sqlite.ts';

const [dataDir = '', place = '', name = '', copies = ''] = process.argv.slice(2);
const MINUTE = 60_000;

const before = await prepareBackups(dataDir);
const database = await openSqlite(dataDir, { keepsLog: true });
let now = Date.parse('2026-11-26T10:00:00Z');
const backups = startBackups({
  database,
  before,
  clock: () => now,
  secondPlaces: async () => [folderAddress(place)],
});

async function pass(): Promise<void> {
  now += MINUTE;
  backups.turn();
  await backups.settled();
}

const add = (text: string) =>
  database.write((writer) =>
    writer
      .insertInto('manufacturers')
      .values({ id: writer.nextId(), name: text, unique_name: text })
      .execute(),
  );

await pass();
await add(`before ${name}`);
if (copies === '1') await pass();
await add(`after ${name}`);
process.kill(process.pid, 'SIGKILL');
