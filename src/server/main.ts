import path from 'node:path';
import { parseArgs } from 'node:util';
import { createFirstAdmin } from './create-admin.ts';
import { openDatabase } from './db/open.ts';
import { fillDemoShop } from './demo/fill-demo-shop.ts';
import { mailTransport } from './modules/mail/mail.public.ts';
import { isSetupNeeded, makeSetupCode } from './modules/setup/setup.public.ts';
import { keepPrivate } from './private-files.ts';
import { readPublicUrl } from './origin.ts';
import { createServer } from './server.ts';
import {
  describeCertificate,
  findCertificate,
  isLoopback,
  type ServerCertificate,
} from './tls/certificate.ts';

const DEFAULT_PORT = 4100;
/** Milliseconds that the event loop may be behind before calls are refused. */
const MOST_BEHIND = 1000;
const project = path.resolve(import.meta.dirname, '../..');

const { values: options } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    'create-admin': { type: 'boolean', default: false },
  },
});

const { PORT, HOST = '127.0.0.1', DATA_DIR = path.join(project, 'data'), DATABASE_URL } = process.env;
const { SMTP_URL, MAIL_FROM, PUBLIC_URL, TLS, TLS_CERT, TLS_KEY, METRICS_TOKEN } = process.env;

async function serve(): Promise<void> {
  keepPrivate(DATA_DIR);
  const transport = mailTransport({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR });
  const certificate = options['create-admin'] ? null : await chooseCertificate();
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  if (options['create-admin']) {
    await createFirstAdmin(database, Date.now());
    return database.close();
  }
  if (options.demo && (await fillDemoShop(database, Date.now()))) console.log('demo shop created');
  const setupCode = makeSetupCode();
  const server = await createServer({
    database,
    screens: path.join(project, 'out/renderer'),
    log: true,
    certificate,
    mostBehind: MOST_BEHIND,
    metricsToken: METRICS_TOKEN,
    setupCode,
    publicUrl: readPublicUrl(PUBLIC_URL),
    mail: { transport, log: (line) => console.log(line) },
  });
  const stop = () => {
    void server
      .close()
      .then(() => database.close())
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Said first: whoever reads that it listens has read what to do.
  if (await isSetupNeeded(database.reader)) {
    console.log(
      `a new shop: open it in a browser to set it up; from another computer with the code ${setupCode}`,
    );
  }
  const address = await server.listen({ port: PORT === undefined ? DEFAULT_PORT : Number(PORT), host: HOST });
  console.log(`listening on ${address}`);
}

/** What the server shows to who connects, with a word on it in the log; null for plain HTTP. */
async function chooseCertificate(): Promise<ServerCertificate | null> {
  const settings = { host: HOST, dataDir: DATA_DIR, mode: TLS, certificateFile: TLS_CERT, keyFile: TLS_KEY };
  const certificate = await findCertificate(settings, Date.now());
  if (certificate) for (const line of describeCertificate(certificate, Date.now())) console.log(line);
  else if (!isLoopback(HOST)) {
    console.warn(
      'Warning: plain HTTP (TLS=off). Passwords can be read on their way unless a proxy brings HTTPS',
    );
  }
  return certificate;
}

serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
