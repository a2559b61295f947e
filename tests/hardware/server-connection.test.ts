import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FoundServer } from '#bridge/connection.ts';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { forwardApi } from '#main/app/forward-api.ts';
import { openSettings } from '#main/app/settings.ts';
import { openServerConnection, type ServerConnection } from '#main/connection/server-connection.ts';
import { serverTag } from '#main/disk/server-tag.ts';
import { sendJson, startBackend } from '#tests/support/backend.ts';
import { makeAuthority, makeCertificate, type TestCertificate } from '#tests/support/certificates.ts';
import { startProcess } from '#tests/support/server-process.ts';

// The till's connection to real servers: the result for each, the accepted ones, and the recipients of the token.

type Answer = Parameters<typeof startBackend>[0];
type Tls = { certificate: string; key: string };

const TILL_VERSION = '1.4.0';
const closers: (() => unknown)[] = [];
let authority: TestCertificate;
let own: TestCertificate;
let another: TestCertificate;

beforeAll(async () => {
  [authority, own, another] = await Promise.all([makeAuthority(), makeCertificate(), makeCertificate()]);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const healthy: Answer = (_, response) =>
  sendJson(response, 200, { status: 'ok', engine: 'sqlite', version: '1.5.0', oldest_client: '1.2.0' });
/** Answers health as given, and everything else with a token. */
const tillServer: Answer = (heard, response) => {
  if (heard.path.endsWith('/health')) return healthy(heard, response);
  sendJson(response, 200, { staff: { id: 1 }, token: 'fresh' });
};

/** A server of a shop, which says so. */
const serverOf =
  (shop_id: string): Answer =>
  (heard, response) => {
    response.setHeader(SHOP_ID_HEADER, shop_id);
    if (!heard.path.endsWith('/health')) return tillServer(heard, response);
    sendJson(response, 200, { status: 'ok', version: '1.5.0', oldest_client: '1.2.0', shop_id });
  };

async function serve(answer: Answer, tls?: Tls, port?: number) {
  const backend = await startBackend(answer, { tls, port });
  closers.push(backend.close);
  return backend;
}

/** A till with settings and a token in memory. */
function openTill(url = 'http://127.0.0.1:9', authorities: string[] = [], lookLimit = 1500) {
  const kept: { till: unknown } = { till: { server: { url, trusted: null } } };
  const save = async (till: unknown) => {
    kept.till = till;
  };
  const settings = openSettings({ content: kept.till, isDamaged: false, save }, {});
  const session = { token: 'secret' as string | null, isForgotten: false, found: '' };
  const staying: { reason: string | null } = { reason: null };
  const network = { servers: [] as FoundServer[], now: 0, asked: 0 };
  const writeToken = (token: string | null) => {
    session.token = token;
  };
  const connect = (): ServerConnection => {
    const connection = openServerConnection({
      settings,
      tillVersion: TILL_VERSION,
      signOut: () => writeToken(null),
      forget: () => {
        session.isForgotten = true;
      },
      onFound: (url) => {
        session.found = url;
      },
      whyNotLeave: () => Promise.resolve(staying.reason),
      authorities: () => authorities,
      lookLimit,
      find: () => {
        network.asked += 1;
        return Promise.resolve({ servers: network.servers, has_more: false });
      },
      uptime: () => network.now,
    });
    closers.push(connection.close);
    return connection;
  };
  const connection = connect();
  const call = (path: string, init: RequestInit = {}, by = connection) =>
    forwardApi(new Request(`app://till/api/v1/${path}`, init), {
      backend: by.current(),
      tillVersion: TILL_VERSION,
      readToken: () => session.token,
      writeToken,
      accepted: () => undefined,
      heard: () => undefined,
    });
  const tag = () => serverTag(settings.readServer());
  return { connection, settings, session, staying, network, call, connect, tag };
}

/** Looks at a server, compares the fingerprint as a person does, and trusts it. */
async function trust(
  { connection }: ReturnType<typeof openTill>,
  url: string,
  { fingerprint }: TestCertificate,
) {
  return connection.choose({ url, fingerprint });
}

describe('a look at a server', () => {
  it('on this computer, over plain HTTP, finds it ready', async () => {
    const { url } = await serve(healthy);
    const { connection } = openTill();
    const ready = { state: 'ready', url, version: '1.5.0', fingerprint: null, is_same: false };
    expect(await connection.look(url)).toEqual(ready);
    expect(await connection.look(`${url.replace('http://', ' ')}/pos?x=1`)).toEqual(ready);
  });

  it('with its own certificate shows the fingerprint, and until when it holds', async () => {
    const { url } = await serve(healthy, own);
    const found = await openTill().connection.look(url);
    expect(found).toMatchObject({ state: 'untrusted', url, fingerprint: own.fingerprint });
    expect(own.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const days = (Date.parse((found as { valid_to: string }).valid_to) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });

  it('that was found in the network shows the announced certificate, or is refused before anything is asked', async () => {
    const { url, heard } = await serve(healthy, own);
    const { connection, session } = openTill();
    const found = { name: 'Shop', url, fingerprint: own.fingerprint };
    for (const lie of [{ fingerprint: another.fingerprint }, { url: url.replace('https:', 'http:') }]) {
      expect(await connection.lookAtFound({ ...found, ...lie })).toMatchObject({
        state: 'refused',
        reason: expect.stringContaining('Do not connect') as string,
      });
    }
    expect(heard).toEqual([]);
    expect(session.token).toBe('secret');
    // A person compares it all the same.
    expect(await connection.lookAtFound(found)).toMatchObject({
      state: 'untrusted',
      fingerprint: own.fingerprint,
    });
  });

  it('whose certificate an authority of this computer vouches for finds it ready, with nothing to compare', async () => {
    const { url } = await serve(healthy, await makeCertificate({ authority }));
    const known = openTill(undefined, [authority.certificate]);
    expect(await known.connection.look(url)).toMatchObject({ state: 'ready', fingerprint: null });
    expect(await openTill().connection.look(url)).toMatchObject({ state: 'untrusted' });
  });

  it('whose certificate is vouched for under another name is refused', async () => {
    const { url } = await serve(healthy, await makeCertificate({ authority, names: ['shop.example'] }));
    const { connection } = openTill(undefined, [authority.certificate]);
    const look = await connection.look(url);
    expect(look).toMatchObject({ state: 'refused', url });
    expect(look).toHaveProperty('reason', expect.stringContaining('belongs to another address'));
  });

  it.each([
    ['expired', { from: -20, until: -10 }, 'expired on'],
    ['does not hold yet', { from: 10, until: 20 }, 'Check the date of this computer'],
  ])('whose certificate %s is refused, and cannot be taken', async (_name, dates, text) => {
    const certificate = await makeCertificate(dates);
    const { url, heard } = await serve(healthy, certificate);
    const till = openTill();
    for (const look of [await till.connection.look(url), await trust(till, url, certificate)]) {
      expect(look).toMatchObject({ state: 'refused', reason: expect.stringContaining(text) as string });
    }
    expect(heard).toEqual([]);
    expect(till.session.token).toBe('secret');
  });

  it('over plain HTTP elsewhere is refused without asking it anything', async () => {
    const { connection } = openTill();
    const url = 'http://192.0.2.1:4100';
    const reason = 'The server address must begin with https://';
    expect(await connection.look(url)).toEqual({ state: 'refused', url, reason });
    expect(await connection.choose({ url, fingerprint: null })).toEqual({ state: 'refused', url, reason });
  });

  it('that speaks plain HTTP where HTTPS is asked for says so', async () => {
    const { url } = await serve(healthy);
    expect(await openTill().connection.look(url.replace('http:', 'https:'))).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('no HTTPS') as string,
    });
  });

  it('that speaks HTTPS where plain HTTP is asked for hints at it', async () => {
    const { url } = await serve(healthy, own);
    expect(await openTill().connection.look(url.replace('https:', 'http:'))).toMatchObject({
      state: 'unreachable',
      reason: expect.stringContaining('begin the address with https://') as string,
    });
  });

  it('that sends the till elsewhere is refused, and nobody goes there', async () => {
    const elsewhere = await serve(healthy);
    const { url } = await serve((_, response) =>
      response.writeHead(302, { location: `${elsewhere.url}/api/v1/health` }).end(),
    );
    expect(await openTill().connection.look(url)).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining(`leads elsewhere, to ${elsewhere.url}.`) as string,
    });
    expect(elsewhere.heard).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['a web page', (_, response) => response.end('<h1>It works!</h1>')],
    ['other JSON', (_, response) => sendJson(response, 200, { status: 'ok' })],
    [
      'versions that are none',
      (_, response) => sendJson(response, 200, { status: 'ok', version: 'new', oldest_client: 'any' }),
    ],
    ['404', (_, response) => sendJson(response, 404, { message: 'Not found' })],
    [
      'an endless answer',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
        };
        response.on('drain', more);
        more();
      },
    ],
  ])('that answers with %s is no server of ours', async (_name, answer) => {
    const { url } = await serve(answer);
    expect(await openTill().connection.look(url)).toEqual({
      state: 'refused',
      url,
      reason: 'There is no Tindahan server at this address',
    });
  });

  it('with a strange certificate that is no server of ours asks nobody to trust it', async () => {
    const { url } = await serve((_, response) => response.end('router'), own);
    expect(await openTill().connection.look(url)).toMatchObject({ state: 'refused' });
  });

  it('behind a proxy that has lost it cannot be reached', async () => {
    const { url } = await serve((_, response) => response.writeHead(502).end('Bad gateway'));
    expect(await openTill().connection.look(url)).toMatchObject({
      state: 'unreachable',
      reason: expect.stringContaining('not running') as string,
    });
  });

  it.each(['http', 'https'])('that takes the call over %s and never answers is given up', async (scheme) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    expect(await openTill().connection.look(`${scheme}://127.0.0.1:${port}`)).toMatchObject({
      state: 'unreachable',
      reason: expect.stringContaining('does not answer') as string,
    });
    expect(sockets.length).toBeGreaterThan(0);
  });

  it('that is not there says what to try', async () => {
    const { connection } = openTill();
    const gone = await serve(healthy);
    closers.splice(closers.indexOf(gone.close), 1);
    await gone.close();
    for (const url of [gone.url, gone.url.replace('http:', 'https:')]) {
      expect(await connection.look(url)).toEqual({
        state: 'unreachable',
        url,
        reason: `Nothing answers at 127.0.0.1, port ${gone.port}. Check the port, and that the server is running`,
      });
    }
    expect(await connection.look('till-server.invalid')).toMatchObject({
      state: 'unreachable',
      url: 'https://till-server.invalid',
    });
  });

  it('that serves no till as old as this one names all three versions', async () => {
    const { url } = await serve(
      (_, response) =>
        sendJson(response, 200, { status: 'ok', engine: 'sqlite', version: '2.0.0', oldest_client: '1.4.1' }),
      own,
    );
    const till = openTill();
    const tooOld = {
      state: 'till_too_old',
      url,
      version: '2.0.0',
      oldest_client: '1.4.1',
      till_version: '1.4.0',
    };
    expect(await till.connection.look(url)).toEqual(tooOld);
    expect(await trust(till, url, own)).toEqual(tooOld);
    expect(till.settings.readServer().url).not.toBe(url);
  });

  it.each(['0.9.0', '1.4.0', '9.0.0'])('of version %s that serves this till is ready', async (version) => {
    const { url } = await serve((_, response) =>
      sendJson(response, 200, { status: 'ok', version, oldest_client: '1.4.0', more: 'of a later time' }),
    );
    expect(await openTill().connection.look(url)).toMatchObject({ state: 'ready', version });
  });

  it('never gives the token away', async () => {
    const { url, heard } = await serve(healthy, own);
    const till = openTill();
    await till.connection.look(url);
    await trust(till, url, own);
    expect(heard.length).toBeGreaterThan(0);
    for (const { headers } of heard) expect(headers).not.toHaveProperty('authorization');
  });
});

describe('a chosen server', () => {
  it('is kept with the certificate that was compared, and works after a restart', async () => {
    const { url } = await serve(tillServer, own);
    const till = openTill();
    expect(await trust(till, url, own)).toEqual({
      state: 'ready',
      url,
      version: '1.5.0',
      fingerprint: own.fingerprint,
      is_same: false,
    });
    expect(till.settings.read().server).toEqual({ url, fingerprint: own.fingerprint, is_chosen: true });
    expect((await till.call('stores')).status).toBe(200);
    expect((await till.call('stores', {}, till.connect())).status).toBe(200);
    expect(await till.connection.look(url)).toMatchObject({ state: 'ready', fingerprint: own.fingerprint });
  });

  it.each([
    ['nothing was compared', () => null],
    ['another fingerprint was compared', () => another.fingerprint],
  ])('is not taken when %s', async (_name, fingerprint) => {
    const { url } = await serve(tillServer, own);
    const till = openTill();
    const look = await till.connection.choose({ url, fingerprint: fingerprint() });
    expect(look).toMatchObject({ state: 'untrusted', fingerprint: own.fingerprint });
    expect(till.settings.readServer().url).toBe('http://127.0.0.1:9');
    expect(till.session.token).toBe('secret');
  });

  it('may have its certificate for another name: the very certificate was compared', async () => {
    const certificate = await makeCertificate({ names: ['old-name.local'] });
    const { url } = await serve(tillServer, certificate);
    const till = openTill();
    expect(await trust(till, url, certificate)).toMatchObject({ state: 'ready' });
    expect((await till.call('stores')).status).toBe(200);
  });

  it('may have a certificate that an unknown authority signed', async () => {
    const certificate = await makeCertificate({ authority });
    const { url } = await serve(tillServer, certificate);
    const till = openTill();
    expect(await trust(till, url, certificate)).toMatchObject({ state: 'ready' });
    expect((await till.call('stores')).status).toBe(200);
  });

  it('needs no pin where an authority vouches for it, and may renew its certificate', async () => {
    const first = await serve(tillServer, await makeCertificate({ authority }));
    const till = openTill(undefined, [authority.certificate]);
    await till.connection.choose({ url: first.url, fingerprint: null });
    expect(till.settings.readServer().trusted).toBeNull();
    expect((await till.call('stores')).status).toBe(200);
    await closers.pop()?.();
    await closers.pop()?.();
    await serve(tillServer, await makeCertificate({ authority }), first.port);
    expect((await till.call('stores', {}, till.connect())).status).toBe(200);
  });

  it('ends the sign-in at the one before, whose token it never hears', async () => {
    const before = await serve(tillServer);
    const next = await serve(tillServer, own);
    const till = openTill(before.url);
    await till.call('stores');
    expect(before.heard.at(-1)?.headers.authorization).toBe('Bearer secret');
    await trust(till, next.url, own);
    expect(till.session.token).toBeNull();
    await till.call('stores');
    expect(next.heard.map(({ headers }) => headers.authorization)).toEqual(next.heard.map(() => undefined));
    expect(next.heard.at(-1)?.path).toBe('/api/v1/stores');
  });

  it('stays another one while something waits to be sent to the one before', async () => {
    const [before, next] = [await serve(healthy), await serve(healthy)];
    const { connection, settings, session, staying } = openTill(before.url);
    staying.reason = 'One sale waits';
    const refusal = { state: 'refused', url: next.url, reason: 'One sale waits' };
    expect(await connection.choose({ url: next.url, fingerprint: null })).toEqual(refusal);
    expect([settings.readServer().url, session.token]).toEqual([before.url, 'secret']);
    expect(await connection.choose({ url: before.url, fingerprint: null })).toMatchObject({ state: 'ready' });
    staying.reason = null;
    expect(await connection.choose({ url: next.url, fingerprint: null })).toMatchObject({ state: 'ready' });
  });

  it('keeps the sign-in when it is the same server', async () => {
    const { url } = await serve(tillServer, own);
    const till = openTill();
    await trust(till, url, own);
    till.session.token = 'of this server';
    expect(await till.connection.choose({ url, fingerprint: null })).toMatchObject({ state: 'ready' });
    expect(till.session.token).toBe('of this server');
  });

  it('at another address is known by its certificate: nothing is asked, and sign-in, files and what waits go on', async () => {
    const before = await serve(serverOf('ours'), own);
    const next = await serve(serverOf('ours'), own);
    const till = openTill();
    await trust(till, before.url, own);
    till.session.token = 'of this server';
    till.staying.reason = 'One sale waits';
    const tag = till.tag();
    const ready = { state: 'ready', url: next.url, is_same: true, fingerprint: own.fingerprint };
    expect(await till.connection.look(next.url)).toMatchObject(ready);
    expect(await till.connection.choose({ url: next.url, fingerprint: null })).toMatchObject(ready);
    expect(till.settings.readServer()).toMatchObject({ url: next.url, shop: 'ours' });
    expect([till.tag(), till.session.token]).toEqual([tag, 'of this server']);
    expect(till.settings.readServer().is_new).toBe(true);
    await till.call('stores');
    expect(next.heard.at(-1)?.headers.authorization).toBe('Bearer of this server');
  });

  it('of the same shop on another computer has the same files; somebody signs in at it anew', async () => {
    const before = await serve(serverOf('ours'), own);
    const restored = await serve(serverOf('ours'), another);
    const till = openTill();
    await trust(till, before.url, own);
    Object.assign(till.session, { token: 'of the first', isForgotten: false });
    till.staying.reason = 'One sale waits';
    const tag = till.tag();
    expect(await trust(till, restored.url, another)).toMatchObject({ state: 'ready', is_same: false });
    expect([till.tag(), till.session]).toMatchObject([tag, { token: null, isForgotten: false }]);
    await till.call('stores');
    expect(restored.heard.map(({ headers }) => headers.authorization)).not.toContain('Bearer of the first');
    expect(till.settings.readServer().is_new).toBe(true);
    await till.connection.keep();
    expect(till.settings.readServer()).toMatchObject({ is_new: false, shop: 'ours' });
  });

  it('of another shop has files of its own, at the same address, too; those of the first are there again', async () => {
    const ours = await serve(serverOf('ours'), own);
    const till = openTill();
    await trust(till, ours.url, own);
    const tag = till.tag();
    await closers.pop()?.();
    await closers.pop()?.();
    const theirs = await serve(serverOf('theirs'), another, ours.port);
    const again = till.connect();
    till.session.token = 'of ours';
    till.staying.reason = 'One sale waits';
    const choice = { url: theirs.url, fingerprint: another.fingerprint };
    expect(await again.choose(choice)).toMatchObject({ state: 'refused', reason: 'One sale waits' });
    till.staying.reason = null;
    expect(await again.choose(choice)).toMatchObject({ state: 'ready', is_same: false });
    expect(till.session).toMatchObject({ token: null, isForgotten: true });
    expect(till.tag()).not.toBe(tag);
    const back = await serve(serverOf('ours'), own);
    await again.choose({ url: back.url, fingerprint: own.fingerprint });
    expect(till.tag()).toBe(tag);
  });

  it('of another shop at the same address hears no password and no secret: the till says so, and keeps all it has', async () => {
    let shop = 'ours';
    const { url, heard } = await serve((asked, response) => serverOf(shop)(asked, response));
    const { connection, session, settings, tag, call } = openTill(url);
    const signIn = () => call('staff/login', { method: 'POST', body: '{"password":"secret"}' });
    expect((await signIn()).status).toBe(200);
    await connection.keep();
    const first = [tag(), settings.readServer()];
    shop = 'theirs';
    expect(await (await call('stores')).json()).toMatchObject({ code: 'other_shop' });
    expect(await (await call('stores')).json()).toMatchObject({ code: 'other_shop' });
    const before = heard.length;
    expect(await (await signIn()).json()).toMatchObject({
      code: 'other_shop',
      message: expect.stringContaining('Check the server under') as string,
    });
    await connection.keep();
    expect(heard.slice(before).map(({ path, body }) => [path, body])).toEqual([['/api/v1/health', '']]);
    expect([tag(), settings.readServer()]).toEqual(first);
    expect(session).toMatchObject({ token: 'fresh', isForgotten: false });
    shop = 'ours';
    expect((await call('stores')).status).toBe(200);
    // A person may want the other one: its files are others.
    shop = 'theirs';
    expect(await connection.choose({ url, fingerprint: null })).toMatchObject({
      state: 'ready',
      is_same: false,
    });
    expect((await call('stores')).status).toBe(200);
    expect(session).toMatchObject({ token: null, isForgotten: true });
    expect(tag()).not.toBe(first[0]);
  });

  it('that was never chosen is kept with its shop, and asked again while it does not say', async () => {
    let answer = healthy;
    const before = await serve((heard, response) => answer(heard, response));
    const till = openTill(before.url);
    answer = (_, response) => sendJson(response, 503, { code: 'busy', message: '' });
    await till.connection.keep();
    expect(till.settings.readServer()).toMatchObject({ url: before.url, shop: null });
    answer = serverOf('ours');
    await till.connection.keep();
    expect(till.settings.readServer().shop).toBe('ours');
    const asked = before.heard.length;
    await till.connection.keep();
    expect(before.heard).toHaveLength(asked);
  });

  it('takes no token from a sign-in that the server before answers late', async () => {
    const asked = Promise.withResolvers<() => void>();
    const before = await serve((_, response) =>
      asked.resolve(() => sendJson(response, 200, { token: 'late' })),
    );
    const next = await serve(tillServer, own);
    const till = openTill(before.url);
    const signingIn = till.call('staff/login', { method: 'POST', body: '{}' });
    const answer = await asked.promise;
    await trust(till, next.url, own);
    answer();
    expect((await signingIn).status).toBe(503);
    expect(till.session.token).toBeNull();
  });
});

describe('a certificate that changes while the till works', () => {
  /** A till that works with a server, which then presents another certificate. */
  async function changed(later: Tls, authorities: string[] = []) {
    const { url, port, close } = await serve(tillServer, own);
    const till = openTill(undefined, authorities);
    await trust(till, url, own);
    till.session.token = 'of this server';
    expect((await till.call('stores')).status).toBe(200);
    closers.splice(closers.indexOf(close), 1);
    await close();
    return { till, url, port, impostor: await serve(tillServer, later, port) };
  }

  const refusalOf = async (till: ReturnType<typeof openTill>) => {
    const answer = await till.call('stores');
    expect(answer.status).toBe(503);
    return (await answer.json()) as unknown;
  };

  it('stops every request, says so, and sends nothing', async () => {
    const { till, url, impostor } = await changed(another);
    // The first call may still go to the connection that the server closed.
    await expect
      .poll(() => refusalOf(till))
      .toMatchObject({
        code: 'certificate_changed',
        message: expect.stringContaining('a certificate that this till does not trust') as string,
      });
    expect(await till.connection.look(url)).toEqual({
      state: 'changed',
      url,
      fingerprint: another.fingerprint,
      trusted: own.fingerprint,
    });
    expect(impostor.heard).toEqual([]);
    expect(till.session.token).toBe('of this server');
  });

  it('is refused even where an authority vouches for the new one', async () => {
    const vouched = await makeCertificate({ authority });
    const { till, url, impostor } = await changed(vouched, [authority.certificate]);
    await expect.poll(() => refusalOf(till)).toMatchObject({ code: 'certificate_changed' });
    expect(await till.connection.choose({ url, fingerprint: null })).toMatchObject({ state: 'changed' });
    expect(impostor.heard).toEqual([]);

    expect(await trust(till, url, vouched)).toMatchObject({ state: 'ready', fingerprint: null });
    expect((await till.call('stores')).status).toBe(200);
  });

  it('is refused even where the trusted one itself vouches for the new one', async () => {
    const first = await serve(tillServer, authority);
    const till = openTill();
    await trust(till, first.url, authority);
    expect((await till.call('stores')).status).toBe(200);
    closers.splice(closers.indexOf(first.close), 1);
    await first.close();
    const signed = await serve(tillServer, await makeCertificate({ authority }), first.port);
    const again = till.connect();
    expect(await (await till.call('stores', {}, again)).json()).toMatchObject({
      code: 'certificate_changed',
    });
    expect(signed.heard).toEqual([]);
  });

  it('is over when the trusted one is back', async () => {
    const { till, port, impostor } = await changed(another);
    expect((await till.call('stores')).status).toBe(503);
    closers.splice(closers.indexOf(impostor.close), 1);
    await impostor.close();
    await serve(tillServer, own, port);
    expect((await till.call('stores')).status).toBe(200);
  });

  it('is taken when somebody compared the new one, and the sign-in goes on', async () => {
    const { till, url, impostor } = await changed(another);
    expect(await trust(till, url, another)).toMatchObject({
      state: 'ready',
      fingerprint: another.fingerprint,
    });
    expect((await till.call('stores')).status).toBe(200);
    expect(impostor.heard.at(-1)?.headers.authorization).toBe('Bearer of this server');
  });

  it('to one that expired says what to look at', async () => {
    const expired = await makeCertificate({ from: -20, until: -10, authority });
    const { url } = await serve(tillServer, expired);
    const till = openTill(url, [authority.certificate]);
    const answer = await till.call('stores');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      code: 'certificate_refused',
      message: expect.stringContaining('Check this computer’s date') as string,
    });
  });

  it('is noticed, too, where none was compared but an authority vouched', async () => {
    const { url } = await serve(tillServer, own);
    const till = openTill(url, [authority.certificate]);
    expect(await (await till.call('stores')).json()).toMatchObject({ code: 'certificate_changed' });
  });
});

// The server's own packages are here for Linux alone.
describe.skipIf(process.platform === 'win32')('the real server', () => {
  it('with its own certificate is found by the fingerprint it prints, and tells an old till to update', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tindahan-tls-'));
    const server = await startProcess({ dataDir, env: { HOST: '0.0.0.0' } });
    closers.push(
      () => {
        rmSync(dataDir, { recursive: true });
      },
      () => server.end('SIGTERM'),
    );
    const printed = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/m.exec(server.output())?.[0] ?? '';
    // A process of its own may be slow to answer beside many others.
    const till = openTill(undefined, [], 60_000);
    expect(await till.connection.look(server.url)).toMatchObject({
      state: 'untrusted',
      fingerprint: printed,
    });
    expect(await till.connection.choose({ url: server.url, fingerprint: printed })).toMatchObject({
      state: 'ready',
    });
    // It refuses as busy while it starves.
    await expect.poll(async () => (await till.call('stores')).status, { timeout: 60_000 }).toBe(401);

    const asOld = (path: string) =>
      forwardApi(new Request(`app://till/api/v1/${path}`), {
        backend: till.connection.current(),
        tillVersion: '0.0.9',
        readToken: () => null,
        writeToken: () => undefined,
        accepted: () => undefined,
        heard: () => undefined,
      });
    for (const path of ['stores', 'health']) {
      const answer = await asOld(path);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toEqual({
        code: 'client_too_old',
        message:
          'This till must be updated: its version is 0.0.9, and the server works with 0.1.0 and newer.',
      });
    }
  });
});

describe('a server that does not answer', () => {
  /** A till whose server is gone. */
  async function lost() {
    const first = await serve(serverOf('ours'), own);
    const till = openTill();
    await trust(till, first.url, own);
    till.session.token = 'of this server';
    closers.splice(closers.indexOf(first.close), 1);
    await first.close();
    const found = (url: string, { fingerprint } = own): FoundServer => ({ name: 'Shop', url, fingerprint });
    return { till, first, found };
  }

  it('is followed to its new address, where it shows the certificate that was compared', async () => {
    const { till, found } = await lost();
    const tag = till.tag();
    const moved = await serve(serverOf('ours'), own);
    till.network.servers = [found(moved.url)];
    expect((await till.call('stores')).status).toBe(503);
    till.network.now = 29_999;
    await till.call('stores');
    expect(till.network.asked).toBe(0);
    till.network.now = 30_000;
    await till.call('stores');
    await expect.poll(() => till.session.found).toBe(moved.url);
    expect((await till.call('stores')).status).toBe(200);
    expect(moved.heard.at(-1)?.headers.authorization).toBe('Bearer of this server');
    expect(till.tag()).toBe(tag);
  });

  it('is not sought more than once a minute, and nobody else is followed', async () => {
    const { till, first, found } = await lost();
    const impostor = await serve(serverOf('ours'), another);
    const stranger = await serve(serverOf('theirs'), own);
    till.network.servers = [
      // It says that it has the certificate, and has not.
      found(impostor.url),
      found(impostor.url, another),
      // Its certificate was copied.
      found(stranger.url),
    ];
    await till.call('stores');
    till.network.now = 30_000;
    await till.call('stores');
    await till.call('stores');
    expect(till.network.asked).toBe(1);
    await expect.poll(() => stranger.heard.length).toBe(1);
    till.network.now = 90_000;
    await till.call('stores');
    expect(till.network.asked).toBe(2);
    await expect.poll(() => stranger.heard.length).toBe(2);
    expect(impostor.heard).toEqual([]);
    expect(stranger.heard.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expect(till.settings.readServer().url).toBe(first.url);
  });

  it('is not followed where it is back at its address, or where there are two, of which one is a copy', async () => {
    const { till, first, found } = await lost();
    const copy = await serve(serverOf('ours'), own);
    const callAt = async (now: number) => {
      const { asked } = till.network;
      till.network.now = now;
      await till.call('stores');
      return till.network.asked - asked;
    };
    const wasAsked = () => copy.heard.filter(({ path }) => path.endsWith('/health')).length;
    expect(await callAt(0)).toBe(0);
    const second = await serve(serverOf('ours'), own);
    till.network.servers = [found(second.url), found(copy.url)];
    expect(await callAt(30_000)).toBe(1);
    await expect.poll(wasAsked).toBe(1);
    expect(till.settings.readServer().url).toBe(first.url);

    await serve(serverOf('ours'), own, first.port);
    till.network.servers = [found(first.url), found(copy.url)];
    expect(await callAt(90_000)).toBe(0);
    expect(till.settings.readServer().url).toBe(first.url);
    expect(till.session.found).toBe('');
  });
});
