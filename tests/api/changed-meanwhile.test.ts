import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';

type Fields = Record<string, unknown>;
type Made = { id: number };

const areas = [
  { area: 'a customer', code: 'customer_changed', text: 'name', other: 'notes', value: 'Noted' },
] as const;
type Area = (typeof areas)[number]['area'];

onEveryEngine('what two people change at once', (start) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
    const shop = await makeShop(server.database);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, email);
  });
  afterAll(() => server.close());

  /** Where one of an area that no other test changes is changed. */
  const pathOf: Record<Area, () => Promise<string>> = {
    'a customer': async () => {
      const form = { name: 'Ana Reyes', phone: '0917 555 0001' };
      return `/customers/${expectDone(await admin.post<Made>('/customers', form)).id}`;
    },
  };
  const put = (path: string, changes: Fields, known?: Fields) =>
    admin.put<Fields>(path, { ...changes, ...(known ? { known } : {}) });
  /** As it stands: a change of nothing answers with it. */
  const read = async (path: string) => expectDone(await put(path, {}));

  describe.each(areas)('of $area', ({ area, code, text, other, value }) => {
    it('is kept from both, though both sent the whole form', async () => {
      const path = await pathOf[area]();
      const before = await read(path);
      const form = { [text]: before[text], [other]: before[other] };
      expectDone(await put(path, { ...form, [text]: 'First' }, form));
      expectDone(await put(path, { ...form, [other]: value }, form));
      expect(await read(path)).toMatchObject({ [text]: 'First', [other]: value });
    });

    it('is refused where both changed the same field, which is named', async () => {
      const path = await pathOf[area]();
      const before = await read(path);
      const known = { [text]: before[text], [other]: before[other] };
      expectDone(await put(path, { [text]: 'First', [other]: value }, known));
      const refused = await put(path, { [text]: 'Second', [other]: value }, known);
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({ code, errors: { [text]: ['Somebody else changed this meanwhile'] } }),
      ]);
      expect(await read(path)).toMatchObject({ [text]: 'First', [other]: value });
      expectDone(await put(path, { [text]: 'Second' }, { [text]: 'First' }));
      expect((await read(path))[text]).toBe('Second');
    });

    it('passes nobody by, however they race', async () => {
      const path = await pathOf[area]();
      const known = { [text]: (await read(path))[text] };
      const racing = Array.from({ length: 6 }, (_, index) => put(path, { [text]: `Racer ${index}` }, known));
      const statuses = (await Promise.all(racing)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    });

    it('is replaced by whoever does not say what they knew', async () => {
      const path = await pathOf[area]();
      expectDone(await put(path, { [text]: 'First' }));
      expectDone(await put(path, { [text]: 'Second' }));
      expect((await read(path))[text]).toBe('Second');
    });

    it('is nothing that the form does not have', async () => {
      const path = await pathOf[area]();
      const refused = await put(path, { [text]: 'First' }, { id: 7 });
      expect([refused.status, refused.body['errors']]).toEqual([
        422,
        { 'known.id': ['This field is not known'] },
      ]);
    });
  });
});
