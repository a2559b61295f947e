import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageMeta } from '#contract/pages.ts';
import { signIn, type Caller } from './http.ts';
import { expectDone } from './selling.ts';
import { onEveryEngine, type TestServer } from './server.ts';
import { makeShop, type Shop } from './shop.ts';

type Entry = { id: number; name: string };
type List = { data: Entry[]; meta: PageMeta };

export type LookupCalls = {
  path: string;
  /** The fields of an entry besides its name. */
  more?: (name: string) => object;
  /** Puts an entry in use by the shop, if any can be. */
  inUse?: (shop: Shop) => number;
  /** True if entries can be changed; the default. */
  changes?: boolean;
};

/** Tests the behaviour of every lookup list with a page of its own, on both engines. */
export function lookupSuite(
  title: string,
  { path, more = () => ({}), inUse, changes = true }: LookupCalls,
): void {
  onEveryEngine(title, (start) => {
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

    const add = (name: string) => admin.post<Entry>(path, { ...more(name), name });
    const make = async (name: string) => expectDone(await add(name));
    const list = async (query: object) =>
      expectDone(await admin.get<List>(`${path}?${new URLSearchParams({ ...query })}`));
    const namesFor = async (search: string) => (await list({ search })).data.map(({ name }) => name);

    it('are made, and found by words of their names in any case and without accents', async () => {
      const answer = await add('  Peña Électronique ');
      const { id } = answer.body;
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ id, name: 'Peña Électronique' });
      expect((await list({})).data).toContainEqual(expect.objectContaining(answer.body));
      expect(await list({ search: ' ' })).toEqual(await list({}));
      for (const search of ['pena', 'ELECTRO peñ', 'électronique']) {
        expect([search, await namesFor(search)]).toEqual([search, ['Peña Électronique']]);
      }
      for (const search of ['tronique', 'pena nothing', '%']) {
        expect([search, await namesFor(search)]).toEqual([search, []]);
      }
    });

    it.each([
      ['  ', 'Name is required'],
      ['x'.repeat(101), 'Name must be 100 characters or less'],
      ['SEÑAL', 'This name is taken'],
    ])('are refused with the name %j', async (name, message) => {
      const before = await list({});
      const refused = await admin.post(path, { ...more('a-name-of-its-own'), name });
      expect([refused.status, refused.body.errors]).toEqual([422, { name: [message] }]);
      expect(await list({})).toEqual(before);
    });

    it('are listed by name, twenty a page', async () => {
      const numbered = Array.from({ length: 21 }, (_, index) => `Paged ${10 + index}`);
      for (const name of [...numbered, 'paged Zeta', 'Paged Ábaco', 'PAGED beta']) await make(name);
      const inOrder = [...numbered, 'Paged Ábaco', 'PAGED beta', 'paged Zeta'];
      const first = await list({ search: 'paged' });
      expect(first.data.map(({ name }) => name)).toEqual(inOrder.slice(0, 20));
      expect(first.meta).toMatchObject({ from: 1, to: 20, last_page: 2, per_page: 20, total: 24 });
      const second = await list({ search: 'paged', page: 2 });
      expect(second.data.map(({ name }) => name)).toEqual(inOrder.slice(20));
    });

    it('are ordered by name, downwards too', async () => {
      for (const name of ['sorted b', 'Sorted Á', 'Sorted C']) await make(name);
      const ordered = async (sort?: string) =>
        (await list({ search: 'sorted', ...(sort && { sort }) })).data.map(({ name }) => name);
      const upwards = ['Sorted Á', 'sorted b', 'Sorted C'];
      expect(await ordered()).toEqual(upwards);
      expect(await ordered('name')).toEqual(upwards);
      expect(await ordered('-name')).toEqual(upwards.toReversed());
      expect((await admin.get(`${path}?sort=id`)).status).toBe(422);
    });

    it.runIf(changes)('are renamed, but to no name that another one has', async () => {
      const { id } = await make('Acorn');
      await make('Birch');
      const rename = (name: string) => admin.put<Entry>(`${path}/${id}`, { ...more(name), name });
      for (const name of ['  Ácorn ', 'ACORN', 'Cedar']) {
        expect(expectDone(await rename(name))).toMatchObject({ id, name: name.trim() });
        expect(await namesFor(name)).toEqual([name.trim()]);
      }
      expect(await namesFor('acorn')).toEqual([]);
      const refused = await admin.put(`${path}/${id}`, { ...more('birch'), name: 'birch' });
      expect([refused.status, refused.body.errors]).toEqual([422, { name: ['This name is taken'] }]);
      expect(await namesFor('cedar')).toEqual(['Cedar']);
      const missing = await admin.put(`${path}/999999999`, { ...more('Nobody'), name: 'Nobody' });
      expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
    });

    it('are deleted once', async () => {
      const { id } = await make('Passing');
      expectDone(await admin.delete(`${path}/${id}`));
      expect(await namesFor('Passing')).toEqual([]);
      const again = await admin.delete(`${path}/${id}`);
      expect([again.status, again.body.code]).toEqual([404, 'not_found']);
    });

    it.runIf(inUse)('stay while something has them', async () => {
      const id = inUse?.(shop);
      const refused = await admin.delete(`${path}/${id}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
      expect((await list({})).data.map((entry) => entry.id)).toContain(id);
    });
  });
}
