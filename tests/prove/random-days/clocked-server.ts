import { openSync, readSync } from 'node:fs';
import { openDatabase } from '#server/db/open.ts';
import { createServer } from '#server/server.ts';

// A server process whose clock is a file: eight bytes, the present epoch milliseconds.

const { DATA_DIR = '', DATABASE_URL, CLOCK_FILE = '' } = process.env;
const file = openSync(CLOCK_FILE, 'r');
const bytes = Buffer.alloc(8);
const clock = () => {
  readSync(file, bytes, 0, 8, 0);
  return bytes.readDoubleLE();
};
const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
const server = await createServer({ database, clock });
console.log(`listening on ${await server.listen({ port: 0, host: '127.0.0.1' })}`);
