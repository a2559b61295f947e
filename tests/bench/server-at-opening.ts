import type { AddressInfo } from 'node:net';
import { openDatabase } from '#server/db/open.ts';
import { createServer } from '#server/server.ts';
import { OPENING } from '#tests/support/server.ts';

// Runs the server on a database whose shop was filled up to OPENING, at that time.

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = process.env;
const started = Date.now();
const database = await openDatabase({ dataDir, databaseUrl });
const app = await createServer({ database, clock: () => OPENING + Date.now() - started });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
console.log(`listening on http://127.0.0.1:${port}`);
process.once('SIGTERM', () => void app.close().then(() => database.close()));
