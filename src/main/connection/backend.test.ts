import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Heard, sendJson, startBackend } from '#tests/support/backend.ts';
import { forwardApi } from '../app/forward-api.ts';
import { openBackend } from './backend.ts';

type Say = (response: ServerResponse) => void;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

const taken: Say = (response) => sendJson(response, 200, { id: 1 });
const health = (version: string, shop_id: string | null = 'ours') => ({
  status: 'ok',
  version,
  oldest_client: '0.1.0',
  ...(shop_id !== null && { shop_id }),
});
const html =
  (status: number, headers: object = {}): Say =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<html>Welcome</html>');

/** A till with a token before a server of the shop, on whose line something else may answer. */
async function aTill() {
  const line = {
    expected: 'ours' as string | null,
    mark: 'ours' as string | null,
    version: '1.5.0',
    said: 'ours' as string | null,
    instead: null as Say | null,
  };
  const answer = ({ path }: Heard, response: ServerResponse) => {
    if (line.instead) return line.instead(response);
    if (path.endsWith('/health')) return sendJson(response, 200, health(line.version, line.said));
    taken(response);
  };
  const server = await startBackend(answer, { shop: () => line.mark });
  closers.push(server.close);
  const outcomes: boolean[] = [];
  const backend = openBackend({ url: server.url, trusted: null }, () => [], {
    shop: () => line.expected,
    onOutcome: (it) => outcomes.push(it),
  });
  closers.push(backend.leave);
  const session = { token: 'secret' as string | null, accepted: 0 };
  const call = async (path = 'stores', method = 'GET', signal: AbortSignal | null = null) => {
    const answered = await forwardApi(new Request(`app://till/api/v1/${path}`, { method, signal }), {
      backend,
      tillVersion: '1.5.0',
      readToken: () => session.token,
      writeToken: (token) => {
        session.token = token;
      },
      accepted: () => {
        session.accepted += 1;
      },
      heard: () => undefined,
    });
    const said = (await answered.json().catch(() => null)) as { code?: string; message?: string } | null;
    return { status: answered.status, code: said?.code, message: said?.message };
  };
  /** Paths that came with a secret, and those that came without. */
  const heard = () =>
    server.heard.map(({ path, headers }) => `${headers.authorization ? 'secret ' : ''}${path.slice(8)}`);
  return { line, call, heard, session, outcomes, server, backend };
}

const GONE = { status: 503, code: 'server_unreachable' };

describe('what something on the way answers', () => {
  it.each<[string, Say]>([
    ['a captive portal’s page', html(200)],
    ['a redirect to a sign-in', html(302, { location: 'https://portal.example/' })],
    ['a permanent redirect', html(308, { location: '/elsewhere' })],
    ['a refusal as a page', html(401)],
    ['a filter’s page', html(403)],
    ['a page that is not there', html(404)],
    ['a fault as a page', html(500)],
    ['a proxy’s empty answer', (response) => response.writeHead(503).end()],
    ['a content network’s page', html(521)],
    [
      'a foreign refusal',
      (response) => sendJson(response, 401, { code: 'unauthenticated', message: 'Who?' }),
    ],
    ['a foreign answer', (response) => sendJson(response, 200, { data: [] })],
  ])('is no answer, and ends no sign-in: %s', async (_, say) => {
    const { line, call, session, outcomes } = await aTill();
    expect((await call()).status).toBe(200);
    Object.assign(line, { instead: say, mark: null });
    for (const method of ['GET', 'POST']) expect(await call('stores', method)).toMatchObject(GONE);
    expect(session).toEqual({ token: 'secret', accepted: 0 });
    expect(outcomes.at(-1)).toBe(false);
    Object.assign(line, { instead: null, mark: 'ours' });
    expect((await call()).status).toBe(200);
  });

  it('gets no secret: after it only the question whose server this is goes there, until the shop answers', async () => {
    const { line, call, heard } = await aTill();
    await call();
    await call();
    // The steady state has no further question.
    expect(heard()).toEqual(['health', 'secret stores', 'secret stores']);
    Object.assign(line, { instead: html(200), mark: null });
    await call();
    await call();
    await call('staff/login', 'POST');
    expect(heard().slice(3)).toEqual(['secret stores', 'health', 'health']);
    Object.assign(line, { instead: null, mark: 'ours' });
    await call();
    await call();
    expect(heard().slice(6)).toEqual(['health', 'secret stores', 'secret stores']);
  });

  it('gets no secret after a connection that failed, either', async () => {
    const { line, call, heard } = await aTill();
    await call();
    line.instead = (response) => response.destroy();
    expect(await call()).toMatchObject(GONE);
    Object.assign(line, { instead: html(200), mark: null });
    await call();
    expect(heard().filter((each) => each.startsWith('secret'))).toHaveLength(2);
  });

  it('gets no secret after an answer that was cut off, or that the page waited for in vain, either', async () => {
    const { line, call, heard } = await aTill();
    await call();
    line.instead = (response) =>
      response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy());
    expect(await call()).toMatchObject(GONE);
    line.instead = null;
    await call();
    expect(heard().slice(2)).toEqual(['secret stores', 'health', 'secret stores']);
    line.instead = () => undefined;
    const leaving = new AbortController();
    const gaveUp = call('stores', 'GET', leaving.signal);
    await expect.poll(heard).toHaveLength(6);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 15_000);
    leaving.abort();
    expect(await gaveUp).toMatchObject(GONE);
    line.instead = null;
    await call();
    expect(heard().slice(6)).toEqual(['health', 'secret stores']);
  });

  it('gets no secret after its side closed the connection, either', async () => {
    const { line, call, heard } = await aTill();
    await call();
    let socket: Socket | null = null;
    line.instead = (response) => {
      ({ socket } = response);
      sendJson(response, 200, {});
    };
    await call();
    const closed = once(socket as unknown as Socket, 'close');
    (socket as unknown as Socket).destroy();
    await closed;
    // The till hears of it with what comes in next.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    line.instead = null;
    await call();
    expect(heard().slice(3)).toEqual(['health', 'secret stores']);
  });

  it('is known as before after a page was left that still waited', async () => {
    const { line, call, heard } = await aTill();
    await call();
    line.instead = () => undefined;
    const leaving = new AbortController();
    const gaveUp = call('stores', 'GET', leaving.signal);
    await expect.poll(heard).toHaveLength(3);
    leaving.abort();
    expect(await gaveUp).toMatchObject(GONE);
    line.instead = null;
    await call();
    expect(heard().slice(3)).toEqual(['secret stores']);
  });

  it('is asked once for calls that come together', async () => {
    const { call, heard } = await aTill();
    await Promise.all([call(), call(), call()]);
    expect(heard().filter((each) => each === 'health')).toHaveLength(1);
  });

  it('counts with the shop’s mark, too, where a fault’s body is not the shop’s', async () => {
    const { line, call } = await aTill();
    await call();
    line.instead = html(500);
    expect(await call()).toMatchObject(GONE);
    line.instead = (response) => sendJson(response, 500, { code: 'server_error', message: 'Server Error' });
    expect(await call()).toMatchObject({ status: 500, code: 'server_error' });
  });

  it('keeps the sign-in where a marked refusal is not the shop’s, and ends it where it is', async () => {
    const { line, call, session } = await aTill();
    await call();
    line.instead = html(401);
    await call();
    expect(session.token).toBe('secret');
    line.instead = (response) =>
      sendJson(response, 401, { code: 'unauthenticated', message: 'Please login' });
    expect((await call()).status).toBe(401);
    expect(session.token).toBeNull();
  });
});

describe('the server of another shop', () => {
  it('is told as such, gets no secret, and ends nothing', async () => {
    const { line, call, heard, session, outcomes } = await aTill();
    await call();
    line.mark = 'theirs';
    const told = {
      status: 503,
      code: 'other_shop',
      message: expect.stringContaining('another shop’s server') as string,
    };
    expect(await call()).toMatchObject(told);
    expect(await call()).toMatchObject(told);
    expect(heard().slice(2)).toEqual(['secret stores', 'health']);
    expect([session.token, outcomes.at(-1)]).toEqual(['secret', false]);
  });

  it('is told of by one that is older than the mark, too', async () => {
    const { line, call, heard } = await aTill();
    Object.assign(line, { mark: null, version: '1.0.0', said: 'theirs' });
    expect(await call()).toMatchObject({ code: 'other_shop' });
    expect(heard()).toEqual(['health']);
  });

  it('is nobody’s while the till knows no shop', async () => {
    const { line, call } = await aTill();
    line.expected = null;
    expect((await call()).status).toBe(200);
    line.mark = 'theirs';
    expect((await call()).status).toBe(200);
    line.expected = 'ours';
    expect(await call()).toMatchObject({ code: 'other_shop' });
  });
});

describe('a server that is older than the mark', () => {
  it('is known by its version, and serves', async () => {
    const { line, call, heard, session } = await aTill();
    Object.assign(line, { mark: null, version: '1.0.0' });
    await call();
    expect((await call()).status).toBe(200);
    expect(heard()).toEqual(['health', 'secret stores', 'secret stores']);
    line.instead = html(401);
    expect(await call()).toMatchObject(GONE);
    line.instead = html(502);
    expect(await call()).toMatchObject(GONE);
    expect(session.token).toBe('secret');
    line.instead = null;
    await call();
    line.instead = (response) =>
      sendJson(response, 401, { code: 'unauthenticated', message: 'Please login' });
    await call();
    expect(session.token).toBeNull();
  });

  it('needs its mark once it was updated', async () => {
    const { line, call } = await aTill();
    Object.assign(line, { mark: null, version: '1.0.0' });
    await call();
    Object.assign(line, { mark: 'ours', version: '1.5.0' });
    expect((await call()).status).toBe(200);
    line.mark = null;
    expect(await call()).toMatchObject(GONE);
    // Its version would have brought the mark.
    expect(await call()).toMatchObject(GONE);
  });
});
