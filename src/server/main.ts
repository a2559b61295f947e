import path from 'node:path';
import { parseArgs } from 'node:util';
import { createFirstAdmin } from './create-admin.ts';
import { openDatabase } from './db/open.ts';
import { fillDemoShop } from './demo/fill-demo-shop.ts';
import { createServer } from './server.ts';

const DEFAULT_PORT = 4100;
const project = path.resolve(import.meta.dirname, '../..');

const { values: options } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    'create-admin': { type: 'boolean', default: false },
  },
});

const { PORT, HOST = '127.0.0.1', DATA_DIR = path.join(project, 'data'), DATABASE_URL } = process.env;

async function serve(): Promise<void> {
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  if (options['create-admin']) {
    await createFirstAdmin(database, Date.now());
    return database.close();
  }
  if (options.demo && (await fillDemoShop(database, Date.now()))) console.log('demo shop created');
  const server = await createServer({ database, screens: path.join(project, 'out/renderer'), log: true });
  const stop = () => {
    void server
      .close()
      .then(() => database.close())
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const address = await server.listen({ port: PORT === undefined ? DEFAULT_PORT : Number(PORT), host: HOST });
  console.log(`listening on ${address}`);
}

serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
