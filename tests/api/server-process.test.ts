import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#domain/store-time.ts';
import { openDatabase } from '#server/db/open.ts';
import { queueMail } from '#server/modules/mail/outbox.usecases.ts';
import { call, signIn, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { runProcess, startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';
import { complete, expectDone, openDraft, openPaidDraft, type WireSale } from '#tests/support/selling.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'tindahan-process-'));
const folderOf = (name: string) => path.join(root, name);

function epochIn(file: string): unknown {
  const database = new BetterSqlite(file, { readonly: true });
  try {
    return database.prepare('select epoch from data_version').pluck().get();
  } finally {
    database.close();
  }
}

const started: ServerProcess[] = [];

async function startIn(name: string, args: string[] = []): Promise<ServerProcess> {
  const server = await startProcess({ dataDir: folderOf(name), args });
  started.push(server);
  return server;
}
afterEach(async () => {
  for (const server of started.splice(0)) await server.end('SIGKILL');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const enter = ({ url }: ServerProcess, email: string, password?: string) =>
  signIn(url, email, password, unlessBusy);

type Catalogue = { data: { variations: { availableItems: { id: number; status: string }[] }[] }[] };

async function unitsOnSale(till: Caller): Promise<number[]> {
  const { body } = await till.get<Catalogue>('/pos/products');
  const units = body.data.flatMap((product) => product.variations.flatMap((each) => each.availableItems));
  return units.filter((unit) => unit.status === 'available').map((unit) => unit.id);
}

/** Puts a mail into the outbox of a running server, as another server of the shop would. */
async function queueHello(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  const hello = { recipient: 'ana@example.ph', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  await database.write((writer) => queueMail(writer, hello, Date.now()));
  await database.close();
}

describe('the server process', () => {
  it('says where it listens, makes its own data folder, and ends with 0 on SIGTERM', async () => {
    const server = await startIn('fresh');
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await call(server.url, 'GET', '/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', engine: 'sqlite' },
    });
    expect(server.output()).not.toContain('demo');
    for (const [file, mode] of [
      ['', 0o700],
      ['tindahan.db', 0o600],
    ] as const) {
      expect(statSync(path.join(folderOf('fresh'), file)).mode & 0o777).toBe(mode);
    }
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('ends with 0 on Ctrl+C, too; answers an unknown address in JSON, and logs no secret', async () => {
    const server = await startIn('fresh');
    const missing = await call(server.url, 'GET', '/nothing', undefined, {
      Authorization: 'Bearer very-secret-token',
    });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const secrets = { email: 'a@b.test', password: 'very-secret-password' };
    expect((await unlessBusy(server.url, 'POST', '/staff/login', secrets)).status).toBe(401);
    expect(await server.end('SIGINT')).toBe(0);
    expect(server.output()).not.toContain('very-secret');
  });

  it('refuses what arrives while it stops, and ends although a request never comes to its end', async () => {
    const server = await startIn('fresh');
    const { hostname, port } = new URL(server.url);
    const halfSent = async () => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('GET /api/v1/health HTTP/1.1\r\nHost: shop\r\n');
      return socket;
    };
    const [late, forgotten] = [await halfSent(), await halfSent()];
    // Answered on its own connection, so that the halves have arrived before.
    expect((await call(server.url, 'GET', '/health')).status).toBe(200);
    const ended = server.end('SIGTERM');
    const listens = () =>
      fetch(server.url, { headers: { connection: 'close' } }).then(
        () => true,
        () => false,
      );
    await expect.poll(listens).toBe(false);
    const answer = once(late, 'data') as Promise<[Buffer]>;
    late.write('\r\n');
    const [text] = await answer;
    expect(text.toString()).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 2[^]*"code":"unavailable"/i);
    expect(await ended).toBe(0);
    forgotten.destroy();
  });

  it('is not ready any more once it was told to stop, and serves for a while yet, or until it is told again', async () => {
    const server = await startProcess({ dataDir: folderOf('fresh'), env: { DRAIN_SECONDS: '60' } });
    started.push(server);
    const ready = async () => (await call(server.url, 'GET', '/health/ready')).status;
    expect(await ready()).toBe(200);
    server.child.kill('SIGTERM');
    await expect.poll(ready).toBe(503);
    expect((await call(server.url, 'GET', '/health')).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('says where emails go, and where each of them went', async () => {
    const server = await startIn('mails');
    const mails = path.join(folderOf('mails'), 'mail');
    expect(server.output()).toContain(`emails are written to ${mails}\n`);
    await queueHello(folderOf('mails'));
    const { output } = server;
    await expect.poll(output).toMatch(/email \d+ written to .*\.eml/);
    const [file = ''] = readdirSync(mails);
    expect(output()).toContain(`written to ${path.join(mails, file)}`);
    expect(readFileSync(path.join(mails, file), 'utf8')).toContain('To: ana@example.ph');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('sends emails by the SMTP server that it is told', async () => {
    const smtp = await startSmtpServer();
    try {
      const dataDir = folderOf('smtp');
      const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Shop <shop@example.ph>' };
      const server = await startProcess({ dataDir, env });
      started.push(server);
      expect(server.output()).toContain(`emails are sent by ${new URL(smtp.url).host}\n`);
      await queueHello(dataDir);
      await expect.poll(() => smtp.mails.length).toBe(1);
      expect(smtp.mails[0]).toMatchObject({ from: 'shop@example.ph', to: 'ana@example.ph' });
      expect(await server.end('SIGTERM')).toBe(0);
    } finally {
      await smtp.close();
    }
  });

  it.each([
    ['mail settings', { SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    ['a database', { DATABASE_URL: 'mysql://localhost/shop' }, 'DATABASE_URL'],
    [
      'hosts',
      { DATABASE_URL: 'postgres://u:secret@h1:1,h2:x/shop' },
      'DATABASE_URL has something else than a port',
    ],
    ['certificates', { TLS: 'no' }, 'TLS knows one value: off'],
    ['a number of seconds', { DRAIN_SECONDS: 'soon' }, 'DRAIN_SECONDS is a number'],
    ['a number of connections', { DATABASE_CONNECTIONS: 'many' }, 'DATABASE_CONNECTIONS is a number'],
  ])('refuses %s that it cannot use, in one line', async (_, env, message) => {
    const { code, output } = await runProcess({ dataDir: folderOf('refused'), env });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(message);
  });
});

describe('--create-admin', () => {
  const dataDir = folderOf('real-shop');
  const who = ['Maria Santos', 'Maria@Shop.Test', 'a-good-password', 'mnl-01', 'Makati'];
  const answers = [...who, '8.5', 'y', '$'];
  const create = (given: readonly string[], folder = dataDir) =>
    runProcess({ dataDir: folder, args: ['--create-admin'], answers: given });

  it('makes the first admin and store, who can sign in, with customer groups and signup channels', async () => {
    expect((await create(answers)).code).toBe(0);
    const server = await startIn('real-shop');
    const admin = await enter(server, 'maria@shop.test', 'a-good-password');
    expect(admin.staff).toMatchObject({
      name: 'Maria Santos',
      role: 'admin',
      primary_store: { name: 'Makati' },
    });
    const tax = { tax_rate: 8.5, prices_include_tax: true };
    expect((await admin.get('/stores')).body).toMatchObject([{ code: 'MNL-01', settings: tax }]);
    expect((await admin.get('/settings/store-defaults')).body).toMatchObject(tax);
    expect((await admin.get('/settings')).body).toMatchObject({ pesos_everywhere: false });
    const groups =
      await admin.get<{ name: string; slug: string; discount_percentage: number }[]>('/customer-groups');
    expect(
      groups.body.map(({ name, slug, discount_percentage }) => [name, slug, discount_percentage]),
    ).toEqual([
      ['Regular', 'regular', 0],
      ['Member', 'member', 5],
      ['VIP', 'vip', 10],
      ['Wholesale', 'wholesale', 15],
    ]);
    const channels = await admin.get<{ name: string }[]>('/signup-channels');
    expect(channels.body.map(({ name }) => name)).toEqual(['Walk-in', 'Facebook', 'Referral', 'Website']);
  });

  it('includes the tax in the prices unless it is told otherwise', async () => {
    const folder = folderOf('unasked-tax');
    expect((await create([...who, '', '', ''], folder)).code).toBe(0);
    const server = await startIn('unasked-tax');
    const admin = await enter(server, 'maria@shop.test', 'a-good-password');
    const tax = { tax_rate: 12, prices_include_tax: true };
    expect((await admin.get('/stores')).body).toMatchObject([{ settings: tax }]);
  });

  it('is refused where somebody is there already', async () => {
    const { code, output } = await create(answers);
    expect(code).toBe(1);
    expect(output).toContain('This shop has staff already');
  });

  it.each([
    ['a short password', ['Maria', 'maria@shop.test', 'short', 'MNL-01', 'Makati']],
    ['a password that was leaked', ['Maria', 'maria@shop.test', 'sunshine1', 'MNL-01', 'Makati']],
    ['no address', ['Maria', 'maria', 'a-good-password', 'MNL-01', 'Makati']],
    ['an impossible code', ['Maria', 'maria@shop.test', 'a-good-password', 'MANILA NUMBER 1', 'Makati']],
    ['a tax that is none', [...who, 'twelve']],
    ['no answers', []],
  ])('makes nothing of %s', async (_, given) => {
    const folder = folderOf('nothing');
    expect((await create(given, folder)).code).toBe(1);
    const database = await openDatabase({ dataDir: folder });
    for (const table of ['staff', 'stores', 'customer_groups'] as const) {
      expect(await database.reader.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await database.close();
  });
});

describe('the data', () => {
  beforeAll(async () => {
    const server = await startProcess({ dataDir: folderOf('demo'), args: ['--demo'] });
    expect(server.output()).toContain('demo shop created');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('survive a restart: sign-ins, drafts and locks go on, and the demo shop is not filled again', async () => {
    const before = await startIn('demo', ['--demo']);
    expect(before.output()).not.toContain('demo shop created');
    const till = await enter(before, 'salesperson@demo.test');
    const [unitId = 0] = await unitsOnSale(till);
    const draft = await openDraft(till, [unitId]);
    await before.end('SIGTERM');
    const after = await startIn('demo');
    const headers = { Authorization: `Bearer ${till.token}` };
    const found = await unlessBusy(after.url, 'GET', `/transactions/${draft.id}`, undefined, headers);
    expect(found).toMatchObject({ status: 200, body: { draft_number: draft.draft_number } });
    const other = await enter(after, 'store_manager@demo.test');
    expect((await other.post(`/pos/inventory/${unitId}/lock`)).status).toBe(409);
  });

  it('say at the start that the clock is before the last sale', async () => {
    const database = await openDatabase({ dataDir: folderOf('demo') });
    const series = (change: number) =>
      database.write((writer) =>
        writer
          .updateTable('number_series')
          .set((eb) => ({ last_at: eb('last_at', '+', change) }))
          .where('kind', '=', 'invoice')
          .execute(),
      );
    await series(DAY);
    expect((await startIn('demo')).output()).toContain(
      'stop the server and run: npm run server -- --trust-clock',
    );
    await series(-DAY);
    await database.close();
  });

  it('are copied while the server sells, and the numbers of a copy go on after those that were printed', async () => {
    const server = await startIn('demo');
    const till = await enter(server, 'salesperson@demo.test');
    const draft = await openPaidDraft(till, [(await unitsOnSale(till))[0] ?? 0]);
    const sale = expectDone(await complete<WireSale>(till, draft.id));
    const dataDir = folderOf('copied');
    mkdirSync(dataDir);
    const copy = path.join(dataDir, 'tindahan.db');
    const backUp = () => runProcess({ dataDir: folderOf('demo'), args: ['--backup', copy] });
    expect(await backUp()).toEqual({
      code: 0,
      output: expect.stringMatching(/^The data was copied to .*copied\/tindahan\.db \(\d+ MB\)\.\n$/),
    });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['tindahan.db']);
    // Tills copy it anew, and send again what they sold.
    expect(epochIn(copy)).not.toBe(epochIn(path.join(folderOf('demo'), 'tindahan.db')));
    expect(await backUp()).toMatchObject({ code: 1, output: expect.stringContaining('exists already') });

    const beside = await runProcess({ dataDir: folderOf('demo'), args: ['--trust-clock'] });
    expect(beside).toMatchObject({ code: 1, output: expect.stringContaining('Stop it first') });

    const lost = await openDraft(till, (await unitsOnSale(till)).slice(0, 1));

    const [, code = '', no = ''] = /^(.+)-(\d+)$/.exec(sale.transaction.invoice_number ?? '') ?? [];
    const setNext = (text: string) => runProcess({ dataDir, args: ['--next-invoice', text] });
    expect((await setNext(`${code}=${no}`)).output).toContain('can only be set to a later number');
    expect((await setNext('NOWHERE=7')).output).toBe('There is no store NOWHERE.\n');
    expect((await setNext(code)).output).toContain('--next-invoice MNL-01=000500');
    expect(await setNext(`${code}=004711`)).toEqual({
      code: 0,
      output: `The next invoice is ${code}-004711.\n`,
    });
    const restored = await startIn('copied');
    const again = await enter(restored, 'salesperson@demo.test');
    const next = await openPaidDraft(again, [(await unitsOnSale(again))[0] ?? 0]);
    // A till's open cart, and a printed QR code, are of a draft that the copy does not know.
    expect(next.transaction_number > lost.transaction_number).toBe(true);
    expect(next.id).toBeGreaterThan(lost.id + 500_000);
    const nextSale = expectDone(await complete<WireSale>(again, next.id));
    expect(nextSale.transaction.invoice_number).toBe(`${code}-004711`);
    const admin = await enter(restored, 'admin@demo.test');
    const log = expectDone(await admin.get<{ data: object[] }>('/audit?area=stores'));
    expect(log.data[0]).toMatchObject({
      what: 'Set the next invoice number, at the server',
      staff: null,
      changes: [{ what: 'Next invoice', after: `${code}-004711` }],
    });
  });
});

it('a Node that cannot run the server says what to do', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--no-strip-types', 'build/server.mjs'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^This is Node v.*Start it with npm run server/),
  ]);
});
