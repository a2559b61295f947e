import { cpSync, readdirSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeptSale, OfflineState } from '#bridge/offline-sales.ts';
import { sendJson } from '#tests/support/backend.ts';
import {
  aCompletion,
  enrolment,
  handClocks,
  memorySecrets,
  newFolder,
  SERVER_TIME,
} from '#tests/support/offline-sales.ts';
import { startOfflineServer, type Fate } from '#tests/support/offline-server.ts';
import { openBackend } from '../connection/backend.ts';
import { sha256 } from './complete.ts';
import { openOffline } from './offline.ts';
import { openSalesFile } from './sales-file.ts';

const HOUR = 3_600_000;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A till before a server that answers as the contract says; the computer's clocks stand until they are moved. */
async function aTill(pauses = { first: 5, longest: 40, report: 60_000 }) {
  const server = await startOfflineServer();
  closers.push(server.close);
  const folder = newFolder();
  let openSecret = memorySecrets();
  const forgetSecrets = () => {
    openSecret = memorySecrets();
  };
  const hand = handClocks();
  const at = { url: server.url, tag: 'a-shop', token: 'token' as string | null, isNew: false };
  const told: OfflineState[] = [];
  const start = () => {
    let backend = openBackend({ ...at, trusted: null }, () => []);
    const offline = openOffline({
      folder,
      openSecret,
      openFile: openSalesFile,
      backend: () => {
        if (backend.url !== at.url) backend = openBackend({ ...at, trusted: null }, () => []);
        return backend;
      },
      tillVersion: '1.2.3',
      readToken: () => at.token,
      maySend: () => !at.isNew,
      onChange: (state) => told.push(state),
      clocks: hand.clocks,
      pauses,
    });
    closers.push(offline.stop);
    return offline;
  };
  const offline = start();
  return { server, offline, folder, at, told, start, forgetSecrets, ...hand };
}

/** A till that has its credential and heard the server. */
async function aReadyTill(pauses?: Parameters<typeof aTill>[0]) {
  const till = await aTill(pauses);
  till.offline.heard(SERVER_TIME);
  await till.offline.enrol(enrolment);
  const sold = async (completion = aCompletion(), by = till.offline): Promise<KeptSale> => {
    const result = await by.complete(completion);
    if ('refused' in result) throw new Error(result.refused);
    return result.sale;
  };
  const settled = (by = till.offline) => expect.poll(async () => (await by.state()).waiting).toBe(0);
  return { ...till, sold, settled };
}

const noAnswer: Fate = (response) => response.destroy();
const refused =
  (status: number, code: string, message = 'No'): Fate =>
  (response) =>
    sendJson(response, status, { code, message });

describe('the credential', () => {
  it('is made by the till, and given by the server to who is signed in', async () => {
    const { offline, server } = await aTill();
    expect((await offline.state()).till).toBeNull();
    const { till_key, ...till } = enrolment;
    expect((await offline.enrol(enrolment)).till).toEqual(till);
    const asked = server.heard.filter(({ headers }) => headers.authorization !== undefined);
    expect(asked[0]).toMatchObject({
      path: '/api/v1/tills/credential',
      headers: {
        authorization: 'Bearer token',
        'x-store-id': '1',
        'x-till': till_key,
        'x-tindahan-client': '1.2.3',
      },
    });
    expect(Buffer.from(server.secrets[0] ?? '', 'base64url')).toHaveLength(32);
  });

  it('is kept over a restart and a sign-out, and asked for once', async () => {
    const { offline, server, start, at } = await aTill();
    await Promise.all([offline.enrol(enrolment), offline.enrol(enrolment)]);
    offline.stop();
    at.token = null;
    const again = start();
    expect((await again.enrol({ ...enrolment, till_name: 'Back' })).till).toMatchObject({
      till_name: 'Back',
    });
    expect(server.secrets).toHaveLength(1);
  });

  it('is asked for again with the same secret after a lost answer', async () => {
    const { offline, server, start } = await aTill();
    server.state.fate = () => 'answer dropped';
    expect((await offline.enrol(enrolment)).till).toBeNull();
    offline.stop();
    server.state.fate = () => 'answered';
    expect((await start().enrol(enrolment)).till).not.toBeNull();
    expect(server.secrets).toHaveLength(1);
  });

  it('is asked for with what the file still has: the server says where that is another one', async () => {
    const { offline, server, folder, start, sold, forgetSecrets } = await aReadyTill();
    const asked = () =>
      server.heard
        .filter(({ path }) => path.endsWith('/tills/credential'))
        .map(({ body }) => (JSON.parse(body) as { series: unknown }).series);
    await sold();
    offline.stop();
    forgetSecrets();
    const again = start();
    await again.enrol(enrolment);
    again.stop();
    // It closes its file in a moment; Windows removes none before.
    await expect
      .poll(() => {
        for (const file of readdirSync(folder)) rmSync(join(folder, file));
        return readdirSync(folder);
      })
      .toEqual([]);
    await start().enrol(enrolment);
    const of = (letter: string, last_no: number | null) => [{ till_code: 'T2', letter, last_no }];
    // Without its file it still knows the letter.
    expect(asked()).toEqual([[], of('A', 1), of('B', null)]);
  });

  it('is another one for another till', async () => {
    const { offline, server } = await aTill();
    await offline.enrol(enrolment);
    server.state.till = { id: 3, code: 'T3', name: 'Back' };
    expect((await offline.enrol({ ...enrolment, till_id: 3 })).till).toMatchObject({ till_id: 3 });
    expect(server.secrets).toHaveLength(2);
  });

  it('is of the till that the computer is by now, where it was asked for as the one before', async () => {
    const { offline, server, sold } = await aReadyTill();
    server.state.ended.add(server.secrets[0] ?? '');
    await sold();
    await expect.poll(async () => (await offline.state()).is_ended).toBe(true);
    server.state.till = { id: 3, code: 'T3', name: 'Back' };
    const now = { till_id: 3, till_code: 'T3', till_name: 'Back' };
    expect((await offline.enrol(enrolment)).till).toMatchObject(now);
    expect((await offline.enrol({ ...enrolment, ...now })).till).toMatchObject(now);
    expect(server.secrets).toHaveLength(2);
  });

  it.each([
    ['refuses it', refused(403, 'forbidden')],
    ['answers with something else', refused(200, 'none')],
  ])('is none where the server %s', async (_, fate) => {
    const { offline, server } = await aTill();
    server.state.fate = () => fate;
    expect((await offline.enrol(enrolment)).till).toBeNull();
  });
});

describe('what waits', () => {
  it('is sent with its text, hash and key, in its order, with nobody signed in', async () => {
    const { offline, server, sold, settled, at, told } = await aReadyTill();
    at.token = null;
    const sales = [await sold(), await sold(), await sold()];
    await settled();
    expect(server.sent.map(({ key, number }) => ({ key, number }))).toEqual(
      sales.map(({ key, number }) => ({ key, number })),
    );
    const [first] = server.sent;
    expect(first).toMatchObject({ hash: sha256(first?.body ?? ''), invoice_number: null });
    expect(server.heard.at(-1)?.headers).toMatchObject({
      authorization: `Till ${server.secrets[0]}`,
      'x-tindahan-client': '1.2.3',
    });
    const kept = await offline.sales();
    expect(kept.map(({ state, invoice_number }) => [state, invoice_number])).toEqual([
      ['recorded', 'INV-3'],
      ['recorded', 'INV-2'],
      ['recorded', 'INV-1'],
    ]);
    expect(JSON.parse(kept[0]?.receipt ?? '')).toMatchObject({
      invoice_number: 'INV-3',
      total_amount: 6_428_912,
    });
    expect(told.at(-1)).toMatchObject({ waiting: 0, problem: null });
  });

  it('is sent by a till that was started anew, and once where the answer was lost', async () => {
    const { offline, server, sold, start, settled } = await aReadyTill();
    server.state.fate = ({ path }) => (path.endsWith('/report') ? 'answered' : 'answer dropped');
    const { key } = await sold();
    await expect.poll(() => server.recorded.size).toBe(1);
    offline.stop();
    server.state.fate = () => 'answered';
    const again = start();
    await again.start();
    await settled(again);
    expect([...server.recorded.keys()]).toEqual([key]);
    expect((await again.sales())[0]).toMatchObject({ key, invoice_number: 'INV-1' });
  });

  it.each<[string, Fate]>([
    ['is busy', refused(503, 'busy')],
    ['is asked too often', refused(429, 'too_many_attempts')],
    ['fails', refused(500, 'server_error')],
    ['is away behind a proxy', (response) => response.writeHead(502).end('<html>')],
    ['does not answer', (response) => response.destroy()],
    [
      'cuts its answer off',
      (response) =>
        response.writeHead(200, { 'content-length': '90' }).write('{"state') && response.destroy(),
    ],
    ['answers with garbage', (response) => response.end('all right')],
    ['answers with something else', (response) => sendJson(response, 200, { state: 'recorded' })],
    ['is a page to sign in at', (response) => response.writeHead(302, { location: '/portal' }).end()],
    ['takes no sale so large', refused(413, 'body_too_large')],
    ['wants a newer till', refused(409, 'client_too_old')],
    ['refuses the sale', refused(422, 'validation_failed')],
  ])('waits in its order while the server %s', async (_, fate) => {
    const { server, sold, settled } = await aReadyTill();
    const held = await sold();
    await settled();
    server.sent.length = 0;
    let tries = 0;
    server.state.fate = ({ path }) => {
      if (path.endsWith('/report')) return 'answered';
      tries += 1;
      return fate;
    };
    const sales = [await sold(), await sold()];
    await expect.poll(() => tries).toBeGreaterThan(3);
    expect([...server.recorded.keys()]).toEqual([held.key]);
    server.state.fate = () => 'answered';
    await settled();
    expect(server.sent.map(({ key }) => key)).toEqual(sales.map(({ key }) => key));
  });

  it('says why the server refuses it, and no more once it is taken', async () => {
    const { offline, server, sold, settled } = await aReadyTill();
    server.state.fate = ({ path }) =>
      path.endsWith('/report') ? 'answered' : refused(409, 'client_too_old', 'This till must be updated');
    await sold();
    await expect
      .poll(() => offline.state())
      .toMatchObject({ waiting: 1, problem: 'This till must be updated' });
    expect((await offline.sales())[0]?.problem).toBe('This till must be updated');
    server.state.fate = () => 'answered';
    await settled();
    expect((await offline.state()).problem).toBeNull();
    expect((await offline.sales())[0]?.problem).toBeNull();
  });

  it('is kept by the server for a manager where it cannot be read', async () => {
    const { offline, server, sold, settled } = await aReadyTill();
    const kept = {
      state: 'kept',
      to_settle: true,
      transaction_id: null,
      invoice_number: null,
      receipt: null,
    };
    server.state.fate = ({ path }) =>
      path.endsWith('/report') ? 'answered' : (response) => sendJson(response, 200, { ...kept, epoch: 1 });
    const { receipt } = await sold();
    await settled();
    expect((await offline.sales())[0]).toMatchObject({
      state: 'kept',
      problem: 'A manager settles it',
      receipt,
    });
  });

  it('is recorded and to be settled by a manager where the server says so, and sent again with nothing to report', async () => {
    const { offline, server, sold, settled, told } = await aReadyTill();
    server.state.isToSettle = true;
    await sold();
    await settled();
    const [kept] = await offline.sales();
    expect(kept).toMatchObject({
      state: 'recorded',
      invoice_number: 'INV-1',
      problem: 'A manager settles it',
    });
    server.state.isToSettle = false;
    server.state.epoch = 2;
    server.recorded.clear();
    await sold();
    await expect.poll(async () => (await offline.sales())[1]?.problem).toBeNull();
    expect(told.map(({ problem }) => problem)).not.toContain('A manager settles it');
  });

  it('is a manager’s to settle until the next report says that it is settled', async () => {
    const { offline, server, sold, settled, told } = await aReadyTill({ first: 5, longest: 40, report: 20 });
    server.state.isToSettle = true;
    const [first, second] = [await sold(), await sold()];
    await settled();
    const problems = async () => (await offline.sales()).map(({ problem }) => problem);
    const open = 'A manager settles it';
    // An older server tells nothing of it.
    const heard = server.reports.length;
    await expect.poll(() => server.reports.length).toBeGreaterThan(heard + 1);
    expect(await problems()).toEqual([open, open]);
    server.state.toSettle = [second.key];
    await expect.poll(problems).toEqual([open, null]);
    const before = told.length;
    server.state.toSettle = [first.key];
    await expect.poll(problems).toEqual([null, open]);
    await expect.poll(() => told.length).toBeGreaterThan(before);
  });

  it('waits for another credential where the server ended it, and is sent by that', async () => {
    const { offline, server, sold, settled } = await aReadyTill();
    server.state.ended.add(server.secrets[0] ?? '');
    const old = await sold();
    await expect.poll(() => offline.state()).toMatchObject({ is_ended: true, till: null, waiting: 1 });
    const ended =
      'The server has ended this till’s access: save its sales to a file under F11, for a manager to send under Sales to Settle';
    expect((await offline.state()).problem).toBe(ended);
    expect(await offline.complete(aCompletion())).toHaveProperty('refused');
    const calls = server.heard.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(server.heard).toHaveLength(calls);
    // A computer that was declared lost gets no other one.
    server.state.fate = () => refused(404, 'not_found');
    expect(await offline.enrol(enrolment)).toMatchObject({ is_ended: true, till: null, problem: ended });

    server.state.fate = () => 'answered';
    expect(await offline.enrol(enrolment)).toMatchObject({ is_ended: false, till: { till_id: 2 } });
    await settled();
    const next = await sold();
    await settled();
    expect([old.number, next.number]).toEqual(['MNL-01-T2A-X000001', 'MNL-01-T2B-X000001']);
    expect(server.sent.map(({ number }) => number)).toEqual([old.number, next.number]);
  });

  it('says so where the till’s credential is gone, and is sent by the next one', async () => {
    const { offline, server, sold, settled, start, forgetSecrets } = await aReadyTill();
    server.state.fate = () => refused(503, 'busy');
    const { number } = await sold();
    offline.stop();
    forgetSecrets();
    server.state.fate = () => 'answered';
    const again = start();
    const problem = expect.stringContaining('no access of its own') as string;
    expect(await again.state()).toMatchObject({ till: null, is_ended: false, waiting: 1, problem });
    await again.enrol(enrolment);
    await settled(again);
    expect(server.sent.map((sale) => sale.number)).toEqual([number]);
  });

  it('is sent by the former till’s credential after the computer became another till', async () => {
    const { offline, server, sold, settled } = await aReadyTill();
    server.state.fate = ({ path }) => (path.endsWith('/credential') ? 'answered' : refused(503, 'busy'));
    await sold();
    server.state.till = { id: 3, code: 'T3', name: 'Back' };
    await offline.enrol({ ...enrolment, till_id: 3, till_code: 'T3' });
    await sold();
    server.state.fate = () => 'answered';
    await settled();
    const authorizations = server.heard
      .filter(({ path }) => path.endsWith('/offline-sales'))
      .slice(-2)
      .map(({ headers }) => headers.authorization);
    expect(authorizations).toEqual(server.secrets.map((secret) => `Till ${secret}`));
  });

  it.each<[string, boolean, Fate]>([
    ['was not there', true, noAnswer],
    ['had refused it', false, refused(422, 'validation_failed')],
  ])(
    'is tried when another call shows that the server is there, which %s: at once %s',
    async (_, atOnce, fate) => {
      const { offline, server, sold } = await aReadyTill({ first: 30_000, longest: 60_000, report: 60_000 });
      await expect.poll(() => server.reports.length).toBe(1);
      server.state.fate = () => fate;
      await sold();
      await expect.poll(async () => (await offline.state()).problem === null).toBe(atOnce);
      const calls = () => server.heard.filter(({ headers }) => headers.authorization !== undefined);
      await expect.poll(() => calls().length).toBe(atOnce ? 3 : 4);
      server.state.fate = () => 'answered';
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      offline.heard(SERVER_TIME + 1000);
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      expect(server.recorded.size).toBe(Number(atOnce));
    },
  );

  it('is exported with its text, hash and key, and nothing of what was confirmed', async () => {
    const { offline, server, sold, settled } = await aReadyTill();
    await sold();
    await settled();
    server.state.fate = () => refused(503, 'busy');
    const { key, number } = await sold();
    const { name, text } = await offline.export();
    expect(name).toBe('MNL-01-T2 sales 2026-11-28.json');
    const { sales } = JSON.parse(text) as { sales: { key: string; body: string; hash: string }[] };
    expect(sales).toEqual([{ key, number, body: sales[0]?.body, hash: sha256(sales[0]?.body ?? '') }]);
  });
});

describe('a server whose data were restored', () => {
  it('gets the confirmed sales again with their invoice numbers, before new ones', async () => {
    const { server, sold, settled, offline } = await aReadyTill();
    const [one, two] = [await sold(), await sold()];
    await settled();
    server.sent.length = 0;
    server.recorded.clear();
    server.state.epoch = 2;
    const three = await sold();
    await expect.poll(() => server.sent.length).toBe(3);
    expect(
      server.sent.map(({ number, invoice_number, invoice_proof }) => [number, invoice_number, invoice_proof]),
    ).toEqual([
      [one.number, 'INV-1', 'proof of INV-1'],
      [two.number, 'INV-2', 'proof of INV-2'],
      [three.number, null, undefined],
    ]);
    await settled();
    server.sent.length = 0;
    offline.heard(SERVER_TIME);
    await sold();
    await settled();
    expect(server.sent).toHaveLength(1);
  });
});

it('reports what waits at the start and after each sale, with the epoch that it knows', async () => {
  const { server, sold, settled } = await aReadyTill();
  await expect.poll(() => server.reports).toEqual([{ last_no: 0, waiting: 0, epoch: null, last_sent: null }]);
  const { key } = await sold();
  await settled();
  expect(server.reports.at(-1)).toEqual({ last_no: 1, waiting: 1, epoch: 1, last_sent: null });
  await sold();
  await settled();
  expect(server.reports.at(-1)).toEqual({ last_no: 2, waiting: 1, epoch: 1, last_sent: key });
});

it('reports a sale that is made during a report before it sends any', async () => {
  const { server, sold, settled } = await aReadyTill();
  await expect.poll(() => server.reports.length).toBe(1);
  const held = Promise.withResolvers<ServerResponse>();
  server.state.fate = ({ path }) => (path.endsWith('/report') ? held.resolve : 'answered');
  await sold();
  const response = await held.promise;
  const before = server.heard.length;
  await sold();
  server.state.fate = () => 'answered';
  sendJson(response, 200, { epoch: 1, to_settle: null });
  await settled();
  const [first] = server.heard.slice(before);
  expect(first?.path).toMatch(/report$/);
  expect(server.reports[1]).toMatchObject({ last_no: 2, waiting: 2 });
});

it('tells first of all the highest invoice number that it has proof of', async () => {
  const { server, sold, settled } = await aReadyTill();
  const reports = (heard = server.heard) => heard.filter(({ path }) => path.endsWith('/report'));
  await sold();
  await settled();
  await sold();
  await settled();
  await sold();
  await settled();
  const third = server.heard.findLastIndex(({ path }) => path.endsWith('/offline-sales'));
  expect(reports(server.heard.slice(0, third)).at(-1)?.headers['x-last-invoice']).toBe('proof of INV-2');
  expect(reports()[0]?.headers['x-last-invoice']).toBeUndefined();
});

// Windows lets nobody put a file in the place of one that is open.
const itOnOpenFiles = it.skipIf(process.platform === 'win32');
itOnOpenFiles('reports where the series of an older copy of its file stands, once put back', async () => {
  const { offline, folder, server, start, sold, settled } = await aReadyTill();
  await sold();
  await settled();
  offline.stop();
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  const later = start();
  await sold(aCompletion(), later);
  await settled(later);
  await expect.poll(() => server.reports.at(-1)?.last_no).toBe(2);
  later.stop();
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true });
  const again = start();
  await again.start();
  await expect.poll(() => server.reports.at(-1)).toMatchObject({ last_no: 1, waiting: 0, epoch: 1 });
  // It gives numbers again that it gave before: the server has told of it by then.
  expect((await sold(aCompletion(), again)).number).toBe('MNL-01-T2A-X000002');
});

describe('the till’s clock', () => {
  it('hears the server by other calls and by its own, and is kept over a restart', async () => {
    const { offline, server, sold, settled, pass, restart, start } = await aReadyTill();
    pass(5 * HOUR);
    expect(await offline.state()).toMatchObject({ answered_at: SERVER_TIME, now: SERVER_TIME + 5 * HOUR });
    server.state.now = SERVER_TIME + 5 * HOUR;
    await sold();
    await settled();
    expect(await offline.state()).toMatchObject({ answered_at: SERVER_TIME + 5 * HOUR });
    offline.heard(SERVER_TIME + 5 * HOUR);
    await offline.state();
    pass(HOUR);
    offline.heard(SERVER_TIME + 6 * HOUR);
    await offline.state();
    server.state.fate = () => noAnswer;
    offline.stop();
    restart(HOUR);
    expect(await start().state()).toMatchObject({
      answered_at: SERVER_TIME + 6 * HOUR,
      now: SERVER_TIME + 7 * HOUR,
    });
  });
});

describe('another server', () => {
  it('is not for a till whose sales wait', async () => {
    const { offline, server, sold, settled } = await aReadyTill();
    expect(await offline.whyNotLeave()).toBeNull();
    server.state.fate = () => refused(503, 'busy');
    await sold();
    expect(await offline.whyNotLeave()).toBe(
      '1 sale or shift waits to be sent to the present server. Connect this till to it first, or save its sales to a file under F11, for a manager to send under Sales to Settle',
    );
    server.state.fate = () => 'answered';
    await settled();
    expect(await offline.whyNotLeave()).toBeNull();
  });

  it('is for a till that has saved all of its sales to a file', async () => {
    const { offline, server, sold } = await aReadyTill();
    server.state.fate = () => refused(503, 'busy');
    await sold();
    const { name } = await offline.export();
    expect(await offline.whyNotLeave()).toContain('1 sale or shift waits');
    offline.saved(`another ${name}`);
    expect(await offline.whyNotLeave()).toContain('1 sale or shift waits');
    offline.saved(name);
    expect(await offline.whyNotLeave()).toBeNull();
    await sold();
    expect(await offline.whyNotLeave()).toContain('1 sale or shift waits');
    expect(JSON.parse((await offline.export()).text)).toHaveProperty('sales.length', 2);
    offline.saved(name);
    expect(await offline.whyNotLeave()).toBeNull();
    expect(await offline.state()).toMatchObject({ waiting: 2 });
  });

  it('is none where the same one has another address: its file, its credential and what waits go on', async () => {
    const { offline, server, sold, settled, at } = await aReadyTill();
    await sold();
    await settled();
    server.state.fate = () => refused(503, 'busy');
    const before = await offline.state();
    await sold();
    const moved = await startOfflineServer();
    closers.push(moved.close);
    moved.secrets.push(...server.secrets);
    Object.assign(at, { url: moved.url, isNew: true });
    expect(await offline.state()).toMatchObject({ till: before.till, waiting: 1 });
    expect(await offline.secret()).toBeNull();
    offline.heard(SERVER_TIME);
    await offline.state();
    expect(moved.heard).toEqual([]);
    at.isNew = false;
    offline.heard(SERVER_TIME);
    await expect.poll(() => moved.sent.length).toBe(1);
    expect(await offline.sales()).toHaveLength(2);
    expect(moved.secrets).toEqual(server.secrets);
  });

  it('has a file and a credential of its own, and the former one is forgotten', async () => {
    const { offline, sold, settled, at } = await aReadyTill();
    await sold();
    await settled();
    const other = await startOfflineServer();
    closers.push(other.close);
    offline.leave();
    const former = { ...at };
    Object.assign(at, { url: other.url, tag: 'another-shop' });
    expect(await offline.state()).toMatchObject({ till: null, answered_at: null });
    expect(await offline.sales()).toEqual([]);
    offline.heard(SERVER_TIME);
    await offline.enrol(enrolment);
    await sold();
    await expect.poll(() => other.sent.length).toBe(1);
    offline.leave();
    Object.assign(at, former);
    expect((await offline.state()).till).toBeNull();
    expect(await offline.sales()).toHaveLength(1);
  });
});
