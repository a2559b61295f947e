import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { setupForm } from '#contract/setup.ts';
import { PASSWORD_MIN } from '#contract/staff.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import type { Database } from './db/access.ts';
import { openDatabase } from './db/open.ts';
import { keepToOneServer } from './db/one-server.ts';
import { fillDemoShop } from './demo/fill-demo-shop.ts';
import { mailTransport } from './modules/mail/mail.public.ts';
import { isSetupNeeded, makeFirstShop, makeSetupCode } from './modules/setup/setup.public.ts';
import { hashPassword, weaknessOf } from './modules/staff/staff.public.ts';
import { readPublicUrl } from './origin.ts';
import { createServer } from './server.ts';
import { readTrustedProxies } from './trusted-proxies.ts';
import {
  describeCertificate,
  findCertificate,
  isLoopback,
  type ServerCertificate,
} from './tls/certificate.ts';

/** Makes new files of this process accessible to its own user only, and an existing data folder, too. */
function keepPrivate(dataDir: string): void {
  process.umask(0o077);
  if (existsSync(dataDir)) chmodSync(dataDir, 0o700);
}

/** Goes on without a log where it cannot be written: its disk is full, or nobody reads it any more. */
function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

async function ask(): Promise<{
  name: string;
  email: string;
  password: string;
  code: string;
  store: string;
  taxRate: string;
  pricesIncludeTax: boolean;
  pesosEverywhere: boolean;
}> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const question = async (text: string) => {
    process.stdout.write(text);
    const line = await lines.next();
    return line.done ? '' : line.value.trim();
  };
  const answers = {
    name: await question('Your name: '),
    email: (await question('Your email: ')).toLowerCase(),
    password: await question(`A password (at least ${PASSWORD_MIN} characters): `),
    code: (await question('Code of your first store, such as MNL-01: ')).toUpperCase(),
    store: await question('Name of that store: '),
    taxRate: (await question('Tax rate in percent [12]: ')) || '12',
    pricesIncludeTax: /^y/i.test(await question('Do your prices include the tax? y or n [n]: ')),
    pesosEverywhere: !(
      await question('Sign of prices at the till and on customers, ₱ or $ [₱]: ')
    ).startsWith('$'),
  };
  terminal.close();
  return answers;
}

/** Asks for, and creates, the first admin and the first store of a real shop; refuses if anybody exists already. */
async function createFirstAdmin(database: Database, now: number): Promise<void> {
  if (!(await isSetupNeeded(database.reader))) {
    throw new Error('This shop has staff already. Sign in as an admin to add more.');
  }
  const { name, email, password, code, store, taxRate, pricesIncludeTax, pesosEverywhere } = await ask();
  if (!name || !store) throw new Error('A name is needed, for you and for the store.');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error('Invalid email');
  const weakness = weaknessOf(password, [name, email, store]);
  if (weakness !== null) throw new Error(weakness);
  if (!/^[A-Z0-9-]{1,10}$/.test(code))
    throw new Error('The code is at most 10 capital letters, digits and hyphens.');
  const tax = setupForm.shape.tax_rate.safeParse(Number(taxRate));
  if (!tax.success) throw new Error('The tax rate is a percentage, such as 12.');
  const passwordHash = await hashPassword(password);
  await database.write((writer) =>
    makeFirstShop(
      writer,
      {
        admin: { name, email, passwordHash },
        store: { code, name: store, timezone: DEFAULT_TIME_ZONE },
        tax: { tax_rate: tax.data, prices_include_tax: pricesIncludeTax },
        chain: { pesos_everywhere: pesosEverywhere },
      },
      now,
    ),
  );
  console.log(`\n${email} is the admin of ${store}. Start the server and sign in.`);
}

const DEFAULT_PORT = 4100;
/** Milliseconds of event-loop delay above which calls are refused. */
const MOST_BEHIND = 1000;
const project = path.resolve(import.meta.dirname, '../..');

const { values: options } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    'create-admin': { type: 'boolean', default: false },
  },
});

const { PORT, HOST = '127.0.0.1', DATA_DIR = path.join(project, 'data'), DATABASE_URL } = process.env;
const { SMTP_URL, MAIL_FROM, PUBLIC_URL, TLS, TLS_CERT, TLS_KEY, METRICS_TOKEN, TRUST_PROXY } = process.env;

/** Reads a number of connections from the environment; undefined for the usual one. */
function connectionsIn(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`${name} is a number of connections, such as 16`);
  return Number(text);
}

async function serve(): Promise<void> {
  outliveLog();
  keepPrivate(DATA_DIR);
  const trustedProxies = readTrustedProxies(TRUST_PROXY);
  const transport = mailTransport({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR });
  const certificate = options['create-admin'] ? null : await chooseCertificate();
  if (!DATABASE_URL && !options['create-admin']) keepToOneServer(DATA_DIR);
  const database = await openDatabase({
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    connections: {
      writes: connectionsIn('DATABASE_CONNECTIONS'),
      reads: connectionsIn('DATABASE_READ_CONNECTIONS'),
    },
  });
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
    trustedProxies,
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
  // Printed before the line that says it listens, so that its reader has seen this hint.
  if (await isSetupNeeded(database.reader)) {
    console.log(
      `a new shop: open it in a browser to set it up; from another computer with the code ${setupCode}`,
    );
  }
  const address = await server.listen({ port: PORT === undefined ? DEFAULT_PORT : Number(PORT), host: HOST });
  console.log(`listening on ${address}`);
}

/** Chooses the server's certificate and logs it; null for plain HTTP. */
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
