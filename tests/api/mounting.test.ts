import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, fileResponse, type Route } from '#contract/define-route.ts';
import { permissions } from '#domain/permissions.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { buildApp } from '#server/http/app.ts';
import type { Session } from '#server/http/call.ts';

const ping = defineRoute({
  method: 'GET',
  path: '/ping',
  summary: 'Play ping-pong',
  permission: 'public',
  scope: 'chain',
  response: z.object({ pong: z.boolean() }),
});
const handlers = { probe: { ping: () => Promise.resolve({ pong: true }) } };

const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-mount-'));
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: folder });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const build = (
  contract: Record<string, Record<string, Route>>,
  given: Record<string, Record<string, unknown>> = handlers,
  session: Session | null = null,
) =>
  buildApp({
    contract,
    handlers: given,
    database,
    clock: () => 0,
    identify: () => Promise.resolve(session),
    version: '0.0.0',
    shopId: 'a-shop',
  });

const without = (key: 'permission' | 'scope') =>
  Object.fromEntries(Object.entries(ping).filter(([name]) => name !== key)) as unknown as Route;

it('a server starts whose every route has a handler, a permission and a scope', async () => {
  const app = await build({ probe: { ping } });
  expect((await app.inject('/api/v1/ping')).json()).toEqual({ pong: true });
});

it.each(['/api/v1/ping', '/api/v1/nothing', '/nowhere'])(
  'every answer tells browsers what a page may do: %s',
  async (address) => {
    const app = await build({ probe: { ping } });
    const { headers } = await app.inject(address);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
  },
);

it('a server refuses to start on a route without a handler', async () => {
  await expect(build({ probe: { ping, pong: { ...ping, path: '/pong' } } })).rejects.toThrow(
    'No handler for probe.pong',
  );
  await expect(build({ probe: { ping } }, {})).rejects.toThrow('No handler for probe.ping');
});

it.each(['permission', 'scope'] as const)(
  'a server refuses to start on a route without a %s',
  async (key) => {
    await expect(build({ probe: { ping: without(key) } })).rejects.toThrow(
      'probe.ping declares no permission or no scope',
    );
  },
);

const signedIn = (staff: Partial<Session['staff']>): Session => ({
  id: 1,
  shopVersion: 1,
  lastUsedAt: null,
  staff: {
    id: 1,
    name: 'Ana',
    role: 'salesperson',
    permissions: [],
    store_ids: [1],
    inactive_store_ids: [],
    primary_store_id: 1,
    must_change_password: false,
    ...staff,
  },
});

it.each([
  [{ permissions: ['payments.review'] }, 200],
  [{ permissions: ['reports.view'] }, 200],
  [{ permissions: ['transactions.create'] }, 403],
  [{ role: 'admin' }, 200],
] as const)('a route that names several permissions answers whoever has one: %j', async (staff, status) => {
  const route = defineRoute({ ...ping, permission: ['payments.review', 'reports.view'] });
  const app = await build({ probe: { ping: route } }, handlers, signedIn(staff));
  const headers = { authorization: 'Bearer token' };
  expect((await app.inject({ url: '/api/v1/ping', headers })).statusCode).toBe(status);
});

it.each([
  [{ role: 'admin' }, 200],
  [{ role: 'regional_manager', permissions }, 403],
] as const)('a route for admins answers nobody else: %j', async (staff, status) => {
  const app = await build({ probe: { ping: { ...ping, permission: 'admin' } } }, handlers, signedIn(staff));
  const headers = { authorization: 'Bearer token' };
  expect((await app.inject({ url: '/api/v1/ping', headers })).statusCode).toBe(status);
});

it('a route that two methods name does the same by both, and by no third', async () => {
  const change = defineRoute({ ...ping, method: 'POST', also: 'PUT', path: '/change', invalidates: [] });
  const app = await build(
    { probe: { change } },
    { probe: { change: () => Promise.resolve(() => Promise.resolve({ pong: true })) } },
  );
  for (const method of ['POST', 'PUT'] as const) {
    expect((await app.inject({ method, url: '/api/v1/change' })).json()).toEqual({ pong: true });
  }
  expect((await app.inject({ method: 'DELETE', url: '/api/v1/change' })).statusCode).toBe(405);
});

describe('the aliases of a field', () => {
  const change = defineRoute({
    ...ping,
    method: 'DELETE',
    path: '/change',
    invalidates: [],
    query: z.strictObject({ force: z.string().optional() }),
    body: z.strictObject({ store_ids: z.array(z.int()).optional(), why: z.string(), force: z.string() }),
    aliases: { additional_store_ids: 'store_ids' },
    response: z.object({ query: z.unknown(), body: z.unknown() }),
  });
  const echo = ({ query, body }: { query: unknown; body: unknown }) =>
    Promise.resolve(() => Promise.resolve({ query, body }));

  it('are read by the route that names them, and its DELETE takes its fields in the query, too', async () => {
    const app = await build({ probe: { change } }, { probe: { change: echo } });
    const answer = await app.inject({
      method: 'DELETE',
      url: '/api/v1/change?why=because&force=query',
      payload: { additional_store_ids: [1, 2], force: 'body' },
    });
    expect(answer.json()).toEqual({
      query: { force: 'query' },
      body: { store_ids: [1, 2], why: 'because', force: 'body' },
    });
  });

  it('are unknown to every other route', async () => {
    const { aliases: _none, ...plain } = change;
    const app = await build({ probe: { change: plain } }, { probe: { change: echo } });
    const payload = { additional_store_ids: [1, 2], why: 'because', force: 'body' };
    const answer = await app.inject({ method: 'DELETE', url: '/api/v1/change', payload });
    expect(answer.json()).toMatchObject({ errors: { additional_store_ids: ['This field is not known'] } });
  });

  it.each([
    ['stores', 'store_id'],
    ['why', 'force'],
  ])('refuse the start where they name no field, or another one: %s for %s', async (alias, field) => {
    const route = { ...change, aliases: { [alias]: field } };
    await expect(build({ probe: { change: route } }, { probe: { change: echo } })).rejects.toThrow(
      'which its body does not allow',
    );
  });
});

it('a file is sent as it is read, under its name and type', async () => {
  async function* rows() {
    yield 'a,b\n';
    await Promise.resolve();
    yield '1,2\n';
  }
  const file = defineRoute({ ...ping, response: fileResponse });
  const app = await build(
    { probe: { ping: file } },
    {
      probe: {
        ping: () => Promise.resolve({ content_type: 'text/csv', file_name: 'rows.csv', content: rows() }),
      },
    },
  );
  const answer = await app.inject('/api/v1/ping');
  expect(answer.body).toBe('a,b\n1,2\n');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="rows.csv"',
    'x-content-type-options': 'nosniff',
  });
});

it.each(['/file', '/ping'])(
  'a server that closes ends a connection once its answer is sent: %s',
  async (address) => {
    const closes = Promise.withResolvers<{ pong: boolean }>();
    async function* read(): AsyncGenerator<string> {
      yield 'abc';
      await closes.promise;
    }
    const content = { size: 3, etag: 'e', read };
    const file = defineRoute({ ...ping, path: '/file', response: fileResponse });
    const app = await build(
      { probe: { ping, file } },
      {
        probe: {
          ping: () => closes.promise,
          file: () => Promise.resolve({ content_type: 'text/plain', content }),
        },
      },
    );
    const asked = once(app.server, 'request');
    const answer = fetch(`${await app.listen()}/api/v1${address}`).then((sent) => sent.text());
    await asked;
    // The file's bytes are there already, though the answer has not ended.
    if (address === '/file') expect(await answer).toBe('abc');
    const closed = app.close();
    await expect.poll(() => app.server.listening).toBe(false);
    closes.resolve({ pong: true });
    await closed;
    await answer;
  },
);

it('a text in an address is whatever stands there, a digit or not, and nothing of another address', async () => {
  const params = z.object({ code: z.string().max(8).toUpperCase() });
  const show = defineRoute({
    ...ping,
    path: '/codes/:code',
    params,
    response: z.object({ code: z.string() }),
  });
  const stats = defineRoute({ ...ping, path: '/codes/stats' });
  const app = await build(
    { probe: { show, stats } },
    {
      probe: {
        show: ({ params: { code } }: { params: { code: string } }) => Promise.resolve({ code }),
        stats: () => Promise.resolve({ pong: true }),
      },
    },
  );
  const answerOf = async (code: string) => (await app.inject(`/api/v1/codes/${code}`)).json<object>();
  expect(await answerOf('7b3m2mzr')).toEqual({ code: '7B3M2MZR' });
  expect(await answerOf('1234')).toEqual({ code: '1234' });
  expect(await answerOf('a%20b')).toEqual({ code: 'A B' });
  expect(await answerOf('stats')).toEqual({ pong: true });
  expect(await answerOf('far-too-long')).toMatchObject({ code: 'not_found' });
});

it('a read that is asked by POST keeps nothing, and answers with a file as one by GET does', async () => {
  const asked = defineRoute({
    ...ping,
    method: 'POST',
    reads: true,
    path: '/sheet',
    body: z.strictObject({ columns: z.int() }),
    response: fileResponse,
  });
  const written = await database.reader.selectFrom('audit_log').select('id').execute();
  const app = await build(
    { probe: { asked } },
    {
      probe: {
        asked: ({ body }: { body: { columns: number } }) =>
          Promise.resolve({ content_type: 'image/png', content: Buffer.from(`${body.columns} columns`) }),
      },
    },
  );
  const answer = await app.inject({ method: 'POST', url: '/api/v1/sheet', payload: { columns: 4 } });
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'image/png',
    '4 columns',
  ]);
  expect(await database.reader.selectFrom('audit_log').select('id').execute()).toEqual(written);
});
