import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff, makeStore } from '#tests/support/shop.ts';

type Person = {
  id: number;
  name: string;
  email: string;
  role: string;
  primary_store_id: number;
  store_ids: number[];
  is_active: boolean;
};

onEveryEngine('one person changed by two managers at once', (start) => {
  let server: TestServer;
  let admin: SignedIn;
  let storeId: number;
  let person: Person;

  beforeAll(async () => {
    server = await start();
    storeId = (await makeStore(server.database)).id;
    const { email } = await makeStaff(server.database, { store_id: storeId, role: 'admin' });
    admin = await signIn(server.url, email);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { id } = await makeStaff(server.database, { store_id: storeId });
    person = await read(id);
  });

  const read = async (id: number) => expectDone(await admin.get<Person>(`/staff/${id}`));
  const put = (body: object, known?: object) =>
    admin.put<Person & { code?: string; errors?: object }>(`/staff/${person.id}`, { ...body, known });

  it('holds what each of them changed, though both sent the whole form', async () => {
    const { name, role, is_active, store_ids } = person;
    const form = { name, role, is_active, store_ids };
    expect((await put({ ...form, name: 'First' }, form)).status).toBe(200);
    expect((await put({ ...form, role: 'finance' }, form)).status).toBe(200);
    expect(await read(person.id)).toMatchObject({ name: 'First', role: 'finance' });
  });

  it('keeps the first one’s where both changed the same, and names the field to the second', async () => {
    const other = await makeStore(server.database);
    const { name, store_ids } = person;
    const known = { name, store_ids };
    expectDone(await put({ name: 'First', store_ids: [...store_ids, other.id] }, known));
    const { status, body } = await put({ name: 'Second', store_ids: [...store_ids, other.id] }, known);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'staff_changed',
      message: 'Somebody else changed this staff member meanwhile',
      errors: { name: ['Somebody else changed this meanwhile'] },
    });
    expect(Object.keys(body.errors ?? {}), 'both came to the same stores').toEqual(['name']);
    expect((await read(person.id)).name).toBe('First');
    expect((await put({ name: 'Second' }, { name: 'First' })).status).toBe(200);
  });

  it('passes nobody by, however they race', async () => {
    const { name } = person;
    const racing = Array.from({ length: 6 }, (_, index) => put({ name: `Racer ${index}` }, { name }));
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('is replaced by whoever does not say what they knew', async () => {
    expectDone(await put({ name: 'First' }));
    expectDone(await put({ name: 'Second' }));
    expect((await read(person.id)).name).toBe('Second');
  });
});
