import { prepareBackups, startBackups } from '#server/backups/backups.ts';
import type { PlaceAddress } from '#server/backups/places.ts';
import { openDatabase } from '#server/db/open.ts';
import { createServer } from '#server/server.ts';
import { fastNow, type FastClock } from './fast-clock.ts';

// A server process whose backups have a fast clock: what is due each minute and each night is done many times while it sells.

/** Milliseconds between two looks at what is due. */
const LOOK = 20;

const { DATA_DIR = '', PORT = '0', PLACES = '[]', CLOCK = '{}' } = process.env;
const places = JSON.parse(PLACES) as PlaceAddress[];
const fast = JSON.parse(CLOCK) as FastClock;
const before = await prepareBackups(DATA_DIR);
const database = await openDatabase({ dataDir: DATA_DIR, keepsLog: true });
const backups = startBackups({
  database,
  before,
  clock: () => fastNow(fast),
  secondPlaces: async () => places,
});
const looking = setInterval(backups.turn, LOOK);
const server = await createServer({ database, backups });
process.on('SIGTERM', () => {
  clearInterval(looking);
  void server
    .close()
    .then(backups.stop)
    .then(() => database.close())
    .then(() => process.exit(0));
});
console.log(`listening on ${await server.listen({ port: Number(PORT), host: '127.0.0.1' })}`);
