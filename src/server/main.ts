import { chmodSync, existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { announce, readAnnounced } from './announcing.ts';
import { prepareBackups, startBackups } from './backups/backups.ts';
import { commandOf } from './commands.ts';
import type { Reader } from './db/access.ts';
import { findInvoiceAhead } from './db/number-series.ts';
import { openDatabase } from './db/open.ts';
import { keepToOneServer } from './db/one-server.ts';
import { fillDemoShop } from './demo/fill-demo-shop.ts';
import { mailTransport } from './modules/mail/mail.public.ts';
import { secondPlaces } from './modules/backups/backups.public.ts';
import { chainSettings } from './modules/settings/settings.public.ts';
import { isSetupNeeded, setupCodeOf } from './modules/setup/setup.public.ts';
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

const DEFAULT_PORT = 4100;
/** Milliseconds of event-loop delay above which calls are refused. */
const MOST_BEHIND = 1000;
const project = path.resolve(import.meta.dirname, '../..');

const { PORT, HOST = '127.0.0.1', DATA_DIR = path.join(project, 'data'), DATABASE_URL } = process.env;
const {
  SMTP_URL,
  MAIL_FROM,
  PUBLIC_URL,
  TLS,
  TLS_CERT,
  TLS_KEY,
  METRICS_TOKEN,
  TRUST_PROXY,
  ANNOUNCE,
  DRAIN_SECONDS = '0',
} = process.env;

/** Reads a number of connections from the environment; undefined for the usual one. */
function connectionsIn(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`${name} is a number of connections, such as 16`);
  return Number(text);
}

/** Reads for how long a server that was told to stop goes on, in milliseconds. */
function readDrain(seconds: string): number {
  if (!/^\d{1,2}$/.test(seconds)) throw new Error('DRAIN_SECONDS is a number of seconds, such as 10');
  return Number(seconds) * 1000;
}

const openConfigured = (keepsLog = false) =>
  openDatabase({
    dataDir: DATA_DIR,
    keepsLog,
    databaseUrl: DATABASE_URL,
    connections: {
      writes: connectionsIn('DATABASE_CONNECTIONS'),
      reads: connectionsIn('DATABASE_READ_CONNECTIONS'),
    },
  });

/** Says in the log that the clock is before the last sale, and what to do. */
async function tellClock(reader: Reader, now: number): Promise<void> {
  const ahead = await findInvoiceAhead(reader, now);
  if (ahead === null) return;
  const text = (at: number) => new Date(at).toISOString();
  console.warn(`Warning: the clock says ${text(now)}, but the last sale was on ${text(ahead)}. Set the clock of this computer.
New sales are dated like the last one until the clock has passed it. If the clock is right now, and was wrong then, stop the server and run: npm run server -- --trust-clock`);
}

/** Milliseconds that calls have to come to their end in when the server is stopped. */
const LAST_CALLS = 5000;
/** Milliseconds after which it ends, whatever is still going on: nothing is kept half. */
const LONGEST_STOP = 9000;

async function start(): Promise<void> {
  const command = commandOf(process.argv.slice(2));
  outliveLog();
  keepPrivate(DATA_DIR);
  if (command.kind === 'on files') return command.run(DATA_DIR, DATABASE_URL);
  if (command.kind === 'serve') return serve(command);
  // It would bring the data of a running older server to this version.
  if (!DATABASE_URL) keepToOneServer(DATA_DIR);
  const database = await openConfigured();
  await command.run(database, Date.now());
  await database.close();
}

async function serve({ demo }: { demo: boolean }): Promise<void> {
  const trustedProxies = readTrustedProxies(TRUST_PROXY);
  const drain = readDrain(DRAIN_SECONDS);
  let isLeaving = false;
  const transport = mailTransport({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR });
  const certificate = await chooseCertificate();
  const announced = readAnnounced(ANNOUNCE, HOST, certificate);
  if (!DATABASE_URL) keepToOneServer(DATA_DIR);
  const before = DATABASE_URL ? null : await prepareBackups(DATA_DIR);
  const database = await openConfigured(before !== null);
  if (demo && (await fillDemoShop(database, Date.now(), { isOpen: true }))) console.log('demo shop created');
  await tellClock(database.reader, Date.now());
  const backups =
    before &&
    startBackups({
      database,
      before,
      clock: Date.now,
      secondPlaces: () => secondPlaces(database.reader),
    });
  const server = await createServer({
    database,
    screens: path.join(project, 'out/renderer'),
    log: true,
    certificate,
    mostBehind: MOST_BEHIND,
    metricsToken: METRICS_TOKEN,
    trustedProxies,
    publicUrl: readPublicUrl(PUBLIC_URL),
    backups,
    dataDir: DATA_DIR,
    isLeaving: () => isLeaving,
    mail: { transport, log: (line) => console.log(line) },
  });
  let stopAnnouncing = () => {};
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    stopAnnouncing();
    setTimeout(() => server.server.closeAllConnections(), LAST_CALLS);
    setTimeout(() => process.exit(0), LONGEST_STOP);
    void server
      .close()
      .then(() => backups?.stop())
      .then(() => database.close())
      .then(() => process.exit(0));
  };
  // A proxy sees first that this server is not ready, and sends its calls elsewhere; a second signal ends it at once.
  const stop = () => {
    if (isLeaving || drain === 0) return end();
    isLeaving = true;
    setTimeout(end, drain);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Printed before the line that says it listens, so that its reader has seen this hint.
  if (await isSetupNeeded(database.reader)) {
    const code = await setupCodeOf(database.reader);
    console.log(`a new shop: open it in a browser to set it up; from another computer with the code ${code}`);
  }
  const address = await server.listen({ port: PORT === undefined ? DEFAULT_PORT : Number(PORT), host: HOST });
  if (announced) {
    stopAnnouncing = announce({
      announced,
      host: HOST,
      port: (server.server.address() as AddressInfo).port,
      readName: async () => (await chainSettings(database.reader)).shop_name,
      onFault: ({ message }) => console.warn(`Tills do not find this server by themselves: ${message}`),
      onFingerprint: (fingerprint) =>
        console.log(`${announced.address} shows the certificate with the fingerprint ${fingerprint}`),
    });
    console.log('tills in this network find this server by themselves');
  }
  console.log(`listening on ${address}`);
  // A server that loses its power reaches no end, at which Node would write it.
  flushCompileCache();
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

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
