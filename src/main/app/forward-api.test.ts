import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Heard, sendJson, startBackend } from '#tests/support/backend.ts';
import { openBackend } from '../connection/backend.ts';
import { forwardApi, type ForwardDeps } from './forward-api.ts';

type Backend = Awaited<ReturnType<typeof startBackend>>;
let backend: Backend | null = null;
afterEach(async () => {
  await backend?.close();
  backend = null;
});

/** A forwarder with its token in a variable, before a backend that answers as given. */
async function forwarder(answer: Parameters<typeof startBackend>[0], first: string | null = 'secret') {
  const heard: Heard[] = [];
  backend = await startBackend((request, response) => {
    // The question whose server this is.
    if (request.path.endsWith('/health')) return sendJson(response, 200, {});
    heard.push(request);
    answer(request, response);
  });
  const session = { token: first };
  const accepted: string[][] = [];
  const heardDates: number[] = [];
  const deps: ForwardDeps = {
    backend: openBackend({ url: backend.url, trusted: null }, () => []),
    tillVersion: '1.2.3',
    readToken: () => session.token,
    writeToken: (token: string | null) => {
      session.token = token;
    },
    accepted: (call, body) => accepted.push([call, new TextDecoder().decode(body ?? undefined)]),
    heard: (date) => heardDates.push(date),
  };
  const call = (path: string, init: RequestInit = {}) =>
    forwardApi(new Request(`app://till/api/v1/${path}`, init), deps);
  return { call, session, deps, accepted, heardDates, heard };
}

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

it('passes on that the server is busy, and when to ask again', async () => {
  const busy = { message: 'Later', code: 'busy', retry_after: 2 };
  const { call, session } = await forwarder((_, response) => {
    response.setHeader('Retry-After', '2');
    sendJson(response, 503, busy);
  });
  const answer = await call('pos/scan', post({ code: '1' }));
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '2', busy]);
  expect(session.token).toBe('secret');
});

it('tells which changes the server accepted, with what the page sent', async () => {
  const { call, accepted } = await forwarder((request, response) =>
    sendJson(response, request.path.includes('refused') ? 422 : 200, { token: 'next' }),
  );
  await call('staff/login', post({ password: 'secret' }));
  await call('refused', post({}));
  await call('settings', { method: 'GET' });
  await call('staff/me/pin', { method: 'DELETE' });
  expect(accepted).toEqual([
    ['POST staff/login', '{"password":"secret"}'],
    ['DELETE staff/me/pin', ''],
  ]);
});

it('hears the server’s time of the answers that reached its database', async () => {
  const date = 'Sat, 28 Nov 2026 06:00:00 GMT';
  const signedIn = { date, 'x-shop-version': '3' };
  const answers: [number, object][] = [
    [200, signedIn],
    [409, signedIn],
    // A health check, a proxy, a busy server and one that fails.
    [200, { date }],
    [404, { date }],
    [503, { date }],
    [500, signedIn],
  ];
  const { call, heardDates } = await forwarder((request, response) => {
    const [status = 0, headers = {}] = answers[Number(request.path.at(-1))] ?? [];
    sendJson(response, status, {}, headers);
  });
  const heard: number[] = [];
  for (const index of answers.keys()) {
    await call(`some/${index}`);
    heard.push(heardDates.length);
  }
  expect(heard).toEqual([1, 2, 2, 2, 2, 2]);
  expect(heardDates[0]).toBe(Date.parse(date));
});

it('shows the secret of the till’s credential where somebody signs in, and nowhere else', async () => {
  const { call, deps, heard } = await forwarder((_, response) => sendJson(response, 200, { token: 'next' }));
  const headers = { 'x-till-credential': 'of the page' };
  await call('staff/login', { ...post({}), headers });
  deps.readTillSecret = () => Promise.resolve('of the till');
  for (const path of ['staff/login', 'staff/switch', 'staff/logout'])
    await call(path, { ...post({}), headers });
  await call('staff/me', { headers });
  deps.readTillSecret = () => Promise.reject(new Error('Its file is held'));
  expect((await call('staff/login', post({}))).status).toBe(200);
  expect(heard.map((each) => each.headers['x-till-credential'])).toEqual([
    ...[undefined, 'of the till', 'of the till'],
    ...[undefined, undefined, undefined],
  ]);
});

describe('a request', () => {
  it('arrives with path, query, body and the token, and without what belongs to the page', async () => {
    const { call, heard } = await forwarder((_, response) => sendJson(response, 201, { id: 7 }));
    const answer = await call('suppliers?page=2', {
      method: 'POST',
      body: '{"name":"Ñ"}',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'k1',
        'x-store-id': '1',
        authorization: 'Bearer of the page',
        cookie: 'a=b',
        origin: 'app://till',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '203.0.113.7',
      },
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ id: 7 });
    const [request] = heard;
    expect(request).toMatchObject({ method: 'POST', path: '/api/v1/suppliers?page=2', body: '{"name":"Ñ"}' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'idempotency-key': 'k1',
      'x-store-id': '1',
      'x-tindahan-client': '1.2.3',
    });
    for (const name of ['cookie', 'origin', 'x-forwarded-for'])
      expect(request?.headers).not.toHaveProperty(name);
    expect(request?.headers['sec-fetch-site']).not.toBe('same-origin');
    expect(request?.headers.host).toBe(new URL(backend?.url ?? '').host);
  });

  it('carries bytes unchanged both ways', async () => {
    const picture = Uint8Array.from({ length: 256 }, (_, index) => index);
    const { call } = await forwarder((_, response) => response.end(picture));
    expect(new Uint8Array(await (await call('media/1')).arrayBuffer())).toEqual(picture);
  });
});

describe('an answer', () => {
  it('reaches the page unpacked, without cookies', async () => {
    const { call } = await forwarder((_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip', 'set-cookie': 'session=x', 'x-request-id': 'r1' })
        .end(gzipSync('hello')),
    );
    const answer = await call('stores');
    expect(await answer.text()).toBe('hello');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('x-request-id')).toBe('r1');
  });

  it.each([204, 304])('of %i has no body', async (status) => {
    const { call } = await forwarder((_, response) => response.writeHead(status).end());
    expect((await call('stores')).status).toBe(status);
  });
});

describe('the token', () => {
  const login = (status: number, body: object) =>
    forwarder((_, response) => sendJson(response, status, body), null);

  it('is taken out of the sign-in’s answer', async () => {
    const { call, session } = await login(200, { staff: { id: 1 }, token: 'fresh' });
    const answer = await call('staff/login', post({ email: 'a' }));
    expect(await answer.json()).toEqual({ staff: { id: 1 } });
    expect(session.token).toBe('fresh');
  });

  it('is taken out however the sign-in’s address is written', async () => {
    const { call, session } = await forwarder((_, response) =>
      sendJson(response, 200, { token: 'new', staff: 1 }),
    );
    const answer = await call('staff/%6cogin', post({}));
    expect(await answer.json()).toEqual({ staff: 1 });
    expect(session.token).toBe('new');
  });

  it('survives a refused sign-in, whose words reach the page', async () => {
    const said = { code: 'wrong_credentials', message: 'The credentials are incorrect' };
    const { call, session } = await login(401, said);
    session.token = 'earlier';
    const answer = await call('staff/login', post({}));
    expect(await answer.json()).toEqual(said);
    expect(session.token).toBe('earlier');
  });

  it('is another one after a change of cashier, and stays where that was refused', async () => {
    const { call, session } = await login(200, { staff: { id: 2 }, token: 'next' });
    expect(await (await call('staff/switch', post({ badge: 'TB' }))).json()).toEqual({ staff: { id: 2 } });
    expect(session.token).toBe('next');
    const refused = await login(422, { code: 'wrong_pin' });
    refused.session.token = 'earlier';
    await refused.call('staff/switch', post({}));
    expect(refused.session.token).toBe('earlier');
  });

  it.each([
    ['signing out', 'staff/logout', 'POST', 200],
    ['a change of cashier that came too late', 'staff/switch', 'POST', 401],
    ['a 401 with our code', 'stores', 'GET', 401],
  ])('is forgotten after %s', async (_name, path, method, status) => {
    const { call, session } = await forwarder((_, response) =>
      sendJson(response, status, status === 401 ? { code: 'unauthenticated' } : {}),
    );
    await call(path, { method });
    expect(session.token).toBeNull();
  });

  it('is not forgotten for a late 401 of the session before', async () => {
    const { call, session } = await forwarder((_, response) => {
      session.token = 'fresh';
      sendJson(response, 401, { code: 'unauthenticated' });
    });
    await call('stores');
    expect(session.token).toBe('fresh');
  });
});

describe('a backend that the till has left', () => {
  it('is answered no more, and its sign-in is not kept', async () => {
    const answering = Promise.withResolvers<() => void>();
    const { call, session, deps } = await forwarder(
      (_, response) => answering.resolve(() => sendJson(response, 200, { token: 'fresh' })),
      null,
    );
    const answer = call('staff/login', post({}));
    const reply = await answering.promise;
    (deps.backend as ReturnType<typeof openBackend>).leave();
    reply();
    expect((await answer).status).toBe(503);
    expect(session.token).toBeNull();
  });

  it('keeps no sign-in that came in just before it was left', async () => {
    const { session, deps } = await forwarder(
      (_, response) => sendJson(response, 200, { token: 'fresh' }),
      null,
    );
    const left = { ...deps, backend: { ...deps.backend, isCurrent: () => false } };
    await forwardApi(new Request('app://till/api/v1/staff/login', post({})), left);
    expect(session.token).toBeNull();
  });
});

describe('a backend that cannot be reached', () => {
  it('answers 503, says so, and keeps the token', async () => {
    const { call, session } = await forwarder((_, response) => response.destroy());
    const answer = await call('stores');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      message: 'The server cannot be reached',
      code: 'server_unreachable',
    });
    expect(session.token).toBe('secret');
  });

  it('is never asked over plain HTTP off this computer', async () => {
    const { deps } = await forwarder((_, response) => response.end());
    const refuse = () => Promise.reject(new Error('asked'));
    const request = new Request('app://till/api/v1/stores');
    const elsewhere = { url: 'http://10.0.0.5', tag: '', fetch: refuse, isCurrent: () => true };
    const answer = await forwardApi(request, { ...deps, backend: elsewhere });
    expect(await answer.json()).toMatchObject({ message: 'The server address must begin with https://' });
  });
});
