import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { manufacturers } from '#contract/manufacturers.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, type Shop } from '#tests/support/shop.ts';

type List = z.input<typeof manufacturers.list.response>;
type Manufacturer = List['data'][number];

onEveryEngine('manufacturers', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { seller: { role: 'admin' } });
    admin = await signIn(server.url, shop.seller.email);
    await make('Señal');
  });
  afterAll(() => server.close());

  const make = async (name: string) => expectDone(await admin.post<Manufacturer>('/manufacturers', { name }));
  const list = async (query: object) =>
    expectDone(await admin.get<List>(`/manufacturers?${new URLSearchParams({ ...query })}`));
  const namesFor = async (search: string) => (await list({ search })).data.map(({ name }) => name);

  it('are made, and found by words of their names in any case and without accents', async () => {
    const answer = await admin.post<Manufacturer>('/manufacturers', { name: '  Peña Électronique ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: answer.body.id, name: 'Peña Électronique' });
    expect((await list({})).data).toContainEqual(answer.body);
    for (const search of ['pena', 'ELECTRO peñ', 'électronique']) {
      expect([search, await namesFor(search)]).toEqual([search, ['Peña Électronique']]);
    }
    for (const search of ['tronique', 'pena nothing', '%']) {
      expect([search, await namesFor(search)]).toEqual([search, []]);
    }
  });

  it.each([
    [{}, 'Name is required'],
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name must be less than 100 characters'],
    [{ name: 'SEÑAL' }, 'This name is taken'],
  ])('are refused with %j', async (form, message) => {
    const before = await list({});
    const refused = await admin.post('/manufacturers', form);
    expect([refused.status, refused.body.errors]).toEqual([422, { name: [message] }]);
    expect(await list({})).toEqual(before);
  });

  it('are listed by name, twenty a page', async () => {
    const numbered = Array.from({ length: 21 }, (_, index) => `Paged ${10 + index}`);
    for (const name of numbered) await make(name);
    for (const name of ['paged Zeta', 'Paged Ábaco', 'PAGED beta']) await make(name);
    const inOrder = [...numbered, 'Paged Ábaco', 'PAGED beta', 'paged Zeta'];
    const first = await list({ search: 'paged' });
    expect(first.data.map(({ name }) => name)).toEqual(inOrder.slice(0, 20));
    expect(first.meta).toMatchObject({ from: 1, to: 20, last_page: 2, per_page: 20, total: 24 });
    const second = await list({ search: 'paged', page: 2 });
    expect(second.data.map(({ name }) => name)).toEqual(inOrder.slice(20));
  });

  it('are deleted once', async () => {
    const { id } = await make('Passing');
    expectDone(await admin.delete(`/manufacturers/${id}`));
    expect(await namesFor('Passing')).toEqual([]);
    const again = await admin.delete(`/manufacturers/${id}`);
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  });

  it('stay while products have them', async () => {
    const id = shop.variation.product.manufacturer_id;
    const refused = await admin.delete(`/manufacturers/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
    expect((await list({})).data.map((each) => each.id)).toContain(id);
  });
});
