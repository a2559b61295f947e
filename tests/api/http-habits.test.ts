import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, type Route } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { call, type SignedIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

const routes = Object.entries(contract).flatMap(([module, own]) =>
  Object.entries(own as Record<string, Route>).map(([name, route]) => [`${module}.${name}`, route] as const),
);

onEveryEngine('an answer of the API', (start) => {
  let server: TestServer;
  let manager: SignedIn;
  beforeAll(async () => {
    server = await start();
    ({ manager } = await openShop(server));
  });
  afterAll(() => server.close());

  it('to whom nobody knows says how to sign in', async () => {
    const asked = async (path: string, body?: object) =>
      (await call(server.url, body ? 'POST' : 'GET', path, body)).headers.get('www-authenticate');
    expect(await asked('/staff/me')).toBe('Bearer realm="Tindahan"');
    expect(await asked('/staff/login', { email: 'nobody@example.ph', password: 'wrong-pass' })).toBe(
      'Bearer realm="Tindahan"',
    );
    const report = { last_no: 0, waiting: 0 };
    expect(await asked('/pos/offline-sales/report', report)).toBe('Till realm="Tindahan"');
  });

  it.each([
    ['PUT', '/staff/login', 'POST'],
    ['DELETE', '/pos/scan', 'POST'],
    ['POST', '/transactions/1', 'GET, HEAD, PUT'],
    ['DELETE', '/transactions', 'GET, HEAD, POST'],
  ] as const)('to %s %s names the methods of that address', async (method, path, allowed) => {
    const answer = await call(server.url, method, path, {});
    expect([answer.status, answer.body]).toEqual([
      405,
      { message: 'This address does not take this method', code: 'method_not_allowed' },
    ]);
    const methods = (answer.headers.get('allow') ?? '').split(', ');
    expect(methods).toEqual(expect.arrayContaining(allowed.split(', ')));
    expect(methods).not.toContain(method);
  });

  it('that created something names its address', async () => {
    const made = await manager.post<{ id: number }>('/customers', {
      name: 'Ana Cruz',
      phone: '0917 555 0100',
    });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/customers/${made.body.id}`]);
    const at = made.headers.get('location')?.replace('/api/v1', '') ?? '';
    expect(expectDone(await manager.get<{ id: number }>(at)).id).toBe(made.body.id);
  });

  it.each(['/inventory', '/products', '/transactions', '/customers', '/payments/pending'])(
    'of the list %s is not sent again while it is the same',
    async (path) => {
      const first = await manager.get<object>(path);
      const etag = first.headers.get('etag') ?? '–';
      const again = await manager.get<object>(path, { headers: { 'If-None-Match': etag } });
      expect([again.status, again.body]).toEqual([304, undefined]);
      expect((await manager.get(path, { headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200);
    },
  );
});

describe('the contract', () => {
  const reads = new Set(routes.flatMap(([, { method, path }]) => (method === 'GET' ? [path] : [])));
  const addressOf = (path: string) =>
    [...reads].find((read) => /\/:\w+$/.test(read) && read.replace(/\/:\w+$/, '') === path);

  it('says of each thing that is created where it is', () => {
    const silent = routes.filter(
      ([, { status, path, location, response }]) =>
        status === 201 &&
        location === undefined &&
        addressOf(path) !== undefined &&
        response instanceof z.ZodObject &&
        'id' in response.shape,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('says so of what can be read there, by a field of the answer', () => {
    for (const [, { location, response }] of routes) {
      if (location === undefined) continue;
      expect(addressOf(location.replace(/\/:id$/, '')), location).toBeDefined();
      expect(response instanceof z.ZodObject && 'id' in response.shape, location).toBe(true);
    }
  });
});

describe('the document', () => {
  type Described = { components: { responses: Record<string, object> } };
  const namesIn = (described: object) => Object.keys((described as Described).components.responses);
  const version = '0.0.0';

  it('names each set of refusals by what it holds, so that a new route gives no other one another name', () => {
    const names = namesIn(openApiDocument(contract, { version }));
    const first = defineRoute({
      ...{ method: 'GET', path: '/first', summary: 'Come first', permission: 'signed_in', scope: 'chain' },
      response: z.object({}),
      errors: ['item_unavailable', 'price_missing', 'last_store'],
    } as const);
    const more = namesIn(openApiDocument({ first: { first }, ...contract }, { version }));
    expect(more).toEqual(expect.arrayContaining(names));
    expect(more.length).toBeGreaterThan(names.length);
    expect(names.filter((name) => /\d$/.test(name) && !/_[0-9a-f]{6}$/.test(name))).toEqual([]);
  });
});
