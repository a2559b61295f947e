import { request } from 'node:http';
import { connect } from 'node:net';
import qs from 'qs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Route } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';
import { inputsAtBounds } from '#tests/support/bounds.ts';
import { call, DEMO_PASSWORD, signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { onEveryEngine, onOneEngine, type StartServer, type TestServer } from '#tests/support/server.ts';
import { openDraft, type WireTransaction } from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, makeSupplier, type Shop } from '#tests/support/shop.ts';

const KB = 1024;
/** Requests that are sent at the same time, where their order does not matter. */
const AT_ONCE = 8;
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

type Place = { server: TestServer; shop: Shop; till: Caller; draft: WireTransaction };

/** Opens one server for the tests of a block, and a shop with one draft for each of them. */
function aShop(start: StartServer): Place {
  const place = {} as Place;
  beforeAll(async () => {
    place.server = await start();
  });
  afterAll(() => place.server.close());
  beforeEach(async () => {
    const { server } = place;
    place.shop = await makeShop(server.database);
    place.till = await signIn(server.url, place.shop.seller.email);
    place.draft = await openDraft(place.till, [place.shop.units[0]?.id ?? 0]);
  });
  return place;
}

type Asked = { asked: string; status: number };

/** Sends bodies to every route, at each of some ids if it has one, as an admin; returns what was answered. */
async function askAll(
  { server, shop }: Place,
  ids: readonly string[],
  bodiesFor: (route: Route) => readonly unknown[],
): Promise<Asked[]> {
  const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
  let admin = await signIn(server.url, email);
  const answers: Asked[] = [];
  for (const route of Object.values(contract).flatMap((module): Route[] => Object.values(module))) {
    for (const id of route.path.includes('/:') ? ids : ['']) {
      for (const body of bodiesFor(route)) {
        const path = route.path.replace(/:\w+/, id);
        const headers = { Authorization: `Bearer ${admin.token}` };
        const { status } = await call(server.url, route.method, path, body, headers);
        answers.push({ asked: `${route.method} ${path} ${JSON.stringify(body)}`, status });
        if (route.path === '/staff/logout' && status === 200) admin = await signIn(server.url, email);
      }
    }
  }
  return answers;
}

onOneEngine('bad input', (start) => {
  const place = aShop(start);

  it.each([
    ['an open brace', '{'],
    ['a stray comma', '{"items":[1,]}'],
    ['a form', 'items=1'],
    ['a NUL', '\u0000'],
    ['single quotes', "{'items':[]}"],
    ['a bracket too many at a great depth', `${deep(60_000)}]`],
  ])('that is not JSON answers 400: %s', async (_, body) => {
    const answer = await place.till.post('/transactions', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json']);
  });

  it.each([['[]'], ['"text"'], ['7'], ['true'], ['null'], ['']])(
    'that is JSON but no object answers 422: %s',
    async (body) => {
      const answer = await place.till.post('/transactions', body);
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    },
  );

  it.each(['cost', 'constructor', '__proto__', 'toString', 'customer_id ', 'ítems'])(
    'with the unknown key %j answers 422 on that key',
    async (key) => {
      const body = `{"items":[{"inventory_item_id":1}],${JSON.stringify(key)}:{"a":1}}`;
      const answer = await place.till.post('/transactions', body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors ?? {})).toEqual([key]);
    },
  );

  it.each([
    ['POST', '/staff', 'store_ids', 'additional_store_ids'],
    ['POST', '/inventory', 'supplier_id', 'supplier'],
    ['POST', '/transactions', 'items', 'discounts'],
  ] as const)('nested deeply in two fields answers 422: %s %s', async (method, path, one, other) => {
    const { email } = await makeStaff(place.server.database, {
      store_id: place.shop.store.id,
      role: 'admin',
    });
    const { token } = await signIn(place.server.url, email);
    const headers = { Authorization: `Bearer ${token}`, 'X-Store-Id': String(place.shop.store.id) };
    for (const levels of [15, 16, 50_000]) {
      const body = `{"${one}":${deep(levels)},"${other}":${deep(levels)}}`;
      const answer = await call<Refusal>(place.server.url, method, path, body, headers);
      expect([levels, answer.status, answer.body.code]).toEqual([levels, 422, 'validation_failed']);
    }
  });

  it('with an unknown key inside a list answers 422 on its path', async () => {
    const items = [{ inventory_item_id: place.shop.units[1]?.id, quantity: 2 }];
    const answer = await place.till.post('/transactions', { items });
    expect(answer.body.errors).toEqual({ 'items.0.quantity': ['This field is not known'] });
  });

  it('says each thing once on a field, and of an amount that is too large how large it may be', async () => {
    const discounts = [{ type: 'percentage', value: 1e308, reason: 'x' }];
    const items = [{ inventory_item_id: place.shop.units[1]?.id, discounts }];
    const answer = await place.till.post('/transactions', { items, subtotal: 1e308, payments: [{}, {}] });
    const said = answer.body.errors ?? {};
    for (const text of Object.values(said)) expect(text).toEqual([...new Set(text)]);
    expect(said).toMatchObject({
      'items.0.discounts.0.value': ['A percentage is between 0 and 100'],
      subtotal: ['At most 1,000,000,000'],
    });
  });

  it('is a field of a query that is given twice', async () => {
    const answer = await place.till.get('/transactions?page=1&page=2');
    expect(answer).toMatchObject({ status: 422, body: { errors: { page: ['This is given twice'] } } });
  });

  it('is a body or a query where a route takes none', async () => {
    const path = `/pos/inventory/${place.shop.units[1]?.id}/lock`;
    expect((await place.till.post(path, { force: true })).status).toBe(422);
    expect((await place.till.post(path, `{"a":${deep(50_000)}}`, { key: 'deep' })).status).toBe(422);
    expect((await place.till.post(`${path}?force=1`)).status).toBe(422);
    expect((await place.till.post(path, {})).status).toBe(200);
    expect((await place.till.get('/stores?secret=1')).status).toBe(422);
  });

  it.each([
    ['text for a number', { items: [{ inventory_item_id: '7' }] }],
    ['a fraction of an id', { items: [{ inventory_item_id: 1.5 }] }],
    ['a negative id', { items: [{ inventory_item_id: -1 }] }],
    ['an id beyond every integer', '{"items":[{"inventory_item_id":99999999999999999999}]}'],
    ['a number for a list', { items: 7 }],
    ['null in a list', { items: [null] }],
    ['a three-decimal price', { items: [{ inventory_item_id: 1, price: 1.005 }] }],
    ['a negative price', { items: [{ inventory_item_id: 1, price: -1 }] }],
    ['a huge price', { items: [{ inventory_item_id: 1, price: 1e15 }] }],
    ['a negative total', { items: [{ inventory_item_id: 1 }], total_amount: -0.01 }],
    ['another status', { items: [{ inventory_item_id: 1 }], status: 'completed' }],
    ['a number for notes', { items: [{ inventory_item_id: 1 }], notes: 5 }],
    ['endless notes', { items: [{ inventory_item_id: 1 }], notes: 'x'.repeat(1001) }],
    ['too many lines', { items: Array.from({ length: 501 }, (_, i) => ({ inventory_item_id: i + 1 })) }],
  ])('with %s answers 422 with fields', async (_, body) => {
    const answer = await place.till.post('/transactions', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect(Object.keys(answer.body.errors ?? {})).not.toEqual([]);
    expect(answer.body.message).not.toBe('');
  });

  it('at an unknown path answers 404, with an unknown method 405, in the shape of every refusal', async () => {
    const unknown = [404, { message: 'Not found', code: 'not_found' }];
    const another = [405, { message: 'This address does not take this method', code: 'method_not_allowed' }];
    for (const [method, path, refused] of [
      ['GET', '/nothing', unknown],
      ['PUT', '/staff/login', another],
      ['DELETE', '/pos/scan', another],
      ['POST', '/transactions/', unknown],
    ] as const) {
      const answer = await call(place.server.url, method, path, method === 'GET' ? undefined : {});
      expect([answer.status, answer.body]).toEqual(refused);
    }
  });

  it('of more than 256 KB answers 413', async () => {
    const notes = 'x'.repeat(256 * KB);
    const answer = await place.till.post('/transactions', { items: [], notes });
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large']);
  });

  it('of more than 256 KB in pieces of unknown number answers 413, too', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        `${place.server.url}/api/v1/transactions`,
        {
          method: 'POST',
          headers: { Authorization: `Bearer ${place.till.token}`, 'Content-Type': 'application/json' },
        },
        (response) => resolve(response.statusCode),
      );
      sending.on('error', reject);
      for (let piece = 0; piece < 5; piece += 1) sending.write(' '.repeat(64 * KB));
      sending.end('{}');
    });
    expect(status).toBe(413);
  });

  it('whose body comes too slowly is ended', async () => {
    const slow = await start({ slowest: 50 });
    try {
      const answer = await new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(slow.url);
        const socket = connect(Number(port), hostname, () =>
          socket.write(
            'POST /api/v1/staff/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
          ),
        );
        socket.on('data', (chunk) => resolve(chunk.toString())).on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      await slow.close();
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
  ])('as %s answers 415', async (type) => {
    const headers = { 'Content-Type': type };
    const answer = await place.till.post('/transactions', '{"items":[]}', { headers });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('is refused by every route that takes a body, whatever it is', async () => {
    const values: unknown[] = [[], null, 7, { items: [{}] }, { __proto__: 1, constructor: 1 }];
    const texts = ['{', '"\\ud800"', '{"code":"\\u0000"}', '{"store_id":1e999}', '{"reason":"\\ud800"}'];
    const answers = await askAll(place, ['1'], ({ method }) =>
      method === 'GET' ? [] : [...values, ...texts],
    );
    // `null` is no body.
    const isRefused = ({ asked, status }: Asked) =>
      status < 500 && (status >= 400 || asked.endsWith(' null'));
    expect(answers.filter((each) => !isRefused(each))).toEqual([]);
  });
});

onEveryEngine('bad input on its way to the database', (start) => {
  const place = aShop(start);

  it.each([
    '0',
    '99999999999999999999',
    '-1',
    '1.5',
    'abc',
    '1%00',
    '%zz',
    '1e3',
    '0x1f',
    '../people',
    '2147483648',
    '1'.repeat(150),
  ])('of the id %s in a path answers 404 in JSON', async (id) => {
    for (const path of [
      `/transactions/${id}`,
      `/transactions/${id}/receipt`,
      `/payments/transaction/${id}`,
    ]) {
      const answer = await place.till.get(path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body.code).toBeTypeOf('string');
    }
    expect((await place.till.post(`/pos/inventory/${id}/lock`)).status).toBe(404);
  });

  it('is stored as it is said, and runs nowhere', async () => {
    const notes = `'); drop table transactions; -- <script>alert(1)</script> ${'é€😀'}`;
    const items = [{ inventory_item_id: place.shop.units[0]?.id }];
    const saved = await place.till.put<WireTransaction>(`/transactions/${place.draft.id}`, { items, notes });
    expect(saved.body.notes).toBe(notes);
  });

  it.each(['half of a character \ud800', 'a NUL \0'])(
    'that no engine stores is refused on its field: %j',
    async (text) => {
      const items = [
        {
          inventory_item_id: place.shop.units[0]?.id,
          discounts: [{ type: 'fixed', value: 1, reason: text }],
        },
      ];
      for (const [body, field] of [
        [{ items: [{ inventory_item_id: place.shop.units[0]?.id }], notes: text }, 'notes'],
        [{ items }, 'items.0.discounts.0.reason'],
      ] as const) {
        const answer = await place.till.put(`/transactions/${place.draft.id}`, body);
        expect([answer.status, answer.body.errors]).toEqual([422, { [field]: ['Invalid characters'] }]);
      }
    },
  );

  it('never makes the server fail, at any address of any route', async () => {
    const addresses = ['1', '0', String(place.draft.id), '999999999999999'];
    const answers = await askAll(place, addresses, ({ method }) =>
      method === 'GET' ? [undefined] : [undefined, {}],
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('never makes the server fail, at the bounds of any field and beyond them', async () => {
    const { server, shop, draft } = place;
    const { id: staffId, email } = await makeStaff(server.database, { store_id: shop.store.id });
    const colleague = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const { id: customerId } = await makeCustomer(server.database);
    const { id: supplierId } = await makeSupplier(server.database);
    const product = await server.database.reader
      .selectFrom('products')
      .select(['product_type_id', 'manufacturer_id'])
      .where('id', '=', shop.variation.product_id)
      .executeTakeFirstOrThrow();
    const known = {
      store_id: shop.store.id,
      primary_store_id: shop.store.id,
      to_store_id: shop.store.id,
      staff_id: staffId,
      customer_id: customerId,
      supplier_id: supplierId,
      inventory_item_id: shop.units[0]?.id,
      product_id: shop.variation.product_id,
      product_variation_id: shop.variation.id,
      ...product,
      email,
      current_password: DEMO_PASSWORD,
    };
    const ids: Record<string, unknown> = {
      storeId: shop.store.id,
      staffId,
      customerId,
      supplierId,
      itemId: shop.units[0]?.id,
      productId: shop.variation.product_id,
      variationId: shop.variation.id,
      transactionId: draft.id,
    };
    let admin = await signIn(server.url, colleague.email);
    const failures: string[] = [];
    const ask = async ({ method, path }: Route, address: string, payload?: object) => {
      const headers = { authorization: `Bearer ${admin.token}` };
      const answer = await server.app.inject({ method, url: `/api/v1${address}`, headers, payload });
      if (answer.statusCode >= 500) failures.push(`${method} ${address} ${JSON.stringify(payload)}`);
      if (path === '/staff/logout') admin = await signIn(server.url, colleague.email);
    };
    const routes: Route[] = Object.values(contract).flatMap((module) => Object.values(module));
    for (const route of routes) {
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1));
      const asked: [address: string, payload?: object][] = [];
      if (route.path.includes('/:')) {
        for (const one of ['2147483647', '2147483648', '%00', 'K7QM%00', '%1b', 'x'.repeat(100)]) {
          asked.push([route.path.replaceAll(/:\w+/g, one)]);
        }
      }
      for (const { input } of route.query ? inputsAtBounds(route.query, known) : []) {
        asked.push([`${path}?${qs.stringify(input)}`]);
      }
      const bodies = route.body && !route.upload ? inputsAtBounds(route.body, known) : [];
      for (const { input } of bodies) asked.push([path, input]);
      for (let first = 0; first < asked.length; first += AT_ONCE) {
        await Promise.all(asked.slice(first, first + AT_ONCE).map((each) => ask(route, ...each)));
      }
    }
    expect(failures).toEqual([]);
  });
});
