import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { customer } from '#contract/customers.ts';
import type { customerGroup } from '#contract/shapes.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { expectDone, openDraft } from '#tests/support/selling.ts';
import { makeCustomer, makeGroups, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type Group = z.input<typeof customerGroup>;
type Channel = { id: number; name: string };

onEveryEngine('the lists that customers are put in', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let seller: Caller;
  let builtIn: Awaited<ReturnType<typeof makeGroups>>;
  beforeAll(async () => {
    server = await start();
    builtIn = await makeGroups(server.database);
    shop = await makeShop(server.database);
    const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, chief.email);
    seller = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  let made = 0;
  const groupForm = (form: object = {}) => {
    made += 1;
    return { name: `Group ${made}`, slug: `group-${made}`, discount_percentage: 2.5, ...form };
  };
  const makeGroup = async (form: object = {}) =>
    expectDone(await admin.post<Group>('/customer-groups', groupForm(form)));
  const makeChannel = async (name: string) =>
    expectDone(await admin.post<Channel>('/signup-channels', { name }));
  const groups = async () => expectDone(await seller.get<Group[]>('/customer-groups'));
  const channels = async () => expectDone(await seller.get<Channel[]>('/signup-channels'));

  describe('groups', () => {
    it('are made and changed, and listed as they are then', async () => {
      const answer = await admin.post<Group>('/customer-groups', {
        name: '  Teachers ',
        slug: 'teachers',
        discount_percentage: 7.5,
      });
      expect(answer.status).toBe(201);
      const group = { id: answer.body.id, name: 'Teachers', slug: 'teachers', discount_percentage: 7.5 };
      expect(answer.body).toEqual(group);
      expect(await groups()).toContainEqual(group);
      const changed = { ...group, name: 'Faculty', discount_percentage: 5 };
      const change = { name: 'Faculty', discount_percentage: 5 };
      expect(expectDone(await admin.put(`/customer-groups/${group.id}`, change))).toEqual(changed);
      expect(expectDone(await admin.put(`/customer-groups/${group.id}`, {}))).toEqual(changed);
      expect(expectDone(await admin.put(`/customer-groups/${group.id}`, { name: 'FACULTY' }))).toMatchObject({
        name: 'FACULTY',
      });
      const listed = (await groups()).filter(({ id }) => id === group.id);
      expect(listed).toEqual([{ ...changed, name: 'FACULTY' }]);
    });

    it.each([
      [{ name: 'VIP' }, 'name', 'This name is taken'],
      [{ name: ' wholesale' }, 'name', 'This name is taken'],
      [{ slug: 'vip' }, 'slug', 'This slug is taken'],
      [{ name: '' }, 'name', 'Name is required'],
      [{ slug: 'Big Spender' }, 'slug', 'Use small letters, digits and hyphens'],
      [{ discount_percentage: 101 }, 'discount_percentage', 'A percentage is between 0 and 100'],
    ])('are refused with %j', async (wrong, field, message) => {
      const before = await groups();
      const refused = await admin.post('/customer-groups', groupForm(wrong));
      expect([refused.status, refused.body.errors?.[field]]).toEqual([422, [message]]);
      expect(await groups()).toEqual(before);
    });

    it('of the same name and slug, made at once, are one', async () => {
      const form = groupForm();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => admin.post('/customer-groups', form)),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
      expect((await groups()).filter((group) => group.slug === form.slug)).toHaveLength(1);
    });

    it('of the same name, made at once, are one whatever their slugs', async () => {
      const { name } = groupForm();
      const answers = await Promise.all(
        Array.from({ length: 2 }, () => admin.post('/customer-groups', groupForm({ name }))),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
      const refused = answers.find((answer) => answer.status === 422);
      expect(refused?.body.errors).toEqual({ name: ['This name is taken'] });
    });

    it('have a name of their own in letters that English lacks, too', async () => {
      await makeGroup({ name: 'Señores' });
      for (const name of ['SEÑORES', 'sen\u0303ores']) {
        const refused = await admin.post('/customer-groups', groupForm({ name }));
        expect([refused.status, refused.body.errors]).toEqual([422, { name: ['This name is taken'] }]);
      }
      await makeGroup({ name: 'Senores' });
    });

    it('are made once by a caller who lost the answer and asks again with the same key', async () => {
      const form = groupForm();
      const headers = { 'Idempotency-Key': `group ${form.slug}` };
      const first = await admin.post<Group>('/customer-groups', form, { headers });
      const again = await admin.post<Group>('/customer-groups', form, { headers });
      expect([again.status, again.body]).toEqual([201, first.body]);
      const meanwhile = await Promise.all(
        Array.from({ length: 4 }, () =>
          admin.post<Group>('/customer-groups', groupForm({ name: 'Twice', slug: 'twice' }), {
            headers: { 'Idempotency-Key': 'twice' },
          }),
        ),
      );
      expect(meanwhile.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
      expect(new Set(meanwhile.map((answer) => answer.body.id)).size).toBe(1);
    });

    it('keep their slug, and take no name of another', async () => {
      const { id } = await makeGroup();
      const slug = await admin.put(`/customer-groups/${id}`, { slug: 'other' });
      expect([slug.status, slug.body.errors]).toEqual([422, { slug: ['This field is not known'] }]);
      const name = await admin.put(`/customer-groups/${id}`, { name: 'Member' });
      expect([name.status, name.body.errors?.name]).toEqual([422, ['This name is taken']]);
    });

    it('that decide prices stay', async () => {
      for (const { id, name } of Object.values(builtIn)) {
        const refused = await admin.delete(`/customer-groups/${id}`);
        const message = `${name} decides prices and cannot be deleted`;
        expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, 'in_use', message]);
      }
      expect((await groups()).map((group) => group.slug)).toEqual(
        expect.arrayContaining(['regular', 'member', 'vip', 'wholesale']),
      );
    });

    it('that customers have stay until these have another; deleted customers do not hold them', async () => {
      const group = await makeGroup();
      const { id } = await makeCustomer(server.database, { customer_group_id: group.id });
      const gone = await makeCustomer(server.database, {
        customer_group_id: group.id,
        deleted_at: OPENING,
      });
      const refused = await admin.delete(`/customer-groups/${group.id}`);
      const text = 'Customers belong to it. Give them another one first';
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, 'in_use', text]);
      expectDone(await admin.put(`/customers/${id}`, { customer_group_id: null }));
      expectDone(await admin.delete(`/customer-groups/${group.id}`));
      expect((await groups()).map((each) => each.id)).not.toContain(group.id);
      const row = await server.database.reader
        .selectFrom('customers')
        .select('customer_group_id')
        .where('id', '=', gone.id)
        .executeTakeFirstOrThrow();
      expect(row.customer_group_id).toBeNull();
      expect((await admin.delete(`/customer-groups/${group.id}`)).status).toBe(404);
    });

    it('that the prices do not know pay retail', async () => {
      const group = await makeGroup();
      const buyer = await makeCustomer(server.database, { customer_group_id: group.id });
      const member = await makeCustomer(server.database, { customer_group_id: builtIn.member.id });
      const priceFor = async (unit: number, customer_id: number) =>
        (await openDraft(seller, [shop.units[unit]?.id ?? 0], { customer_id })).transaction_items[0]?.price;
      expect(await priceFor(0, buyer.id)).toBe(1000);
      expect(await priceFor(1, member.id)).toBe(970);
    });
  });

  describe('channels', () => {
    it('are made and renamed, and listed as they are then', async () => {
      const channel = await makeChannel(' Facebook ');
      expect(channel.name).toBe('Facebook');
      expect(await channels()).toContainEqual(channel);
      const renamed = { id: channel.id, name: 'Meta' };
      expect(expectDone(await admin.put(`/signup-channels/${channel.id}`, { name: 'Meta' }))).toEqual(
        renamed,
      );
      expect(await channels()).toContainEqual(renamed);
    });

    it('have a name of their own', async () => {
      const first = await makeChannel('Radio');
      const second = await makeChannel('Television');
      for (const refused of [
        await admin.post('/signup-channels', { name: 'radio' }),
        await admin.put(`/signup-channels/${second.id}`, { name: 'Radio' }),
      ]) {
        expect([refused.status, refused.body.errors]).toEqual([422, { name: ['This name is taken'] }]);
      }
      expect((await admin.put(`/signup-channels/${first.id}`, { name: 'RADIO' })).status).toBe(200);
    });

    it('that customers came by stay', async () => {
      const channel = await makeChannel('Flyer');
      const customerBy = await makeCustomer(server.database, { signup_channel_id: channel.id });
      const refused = await admin.delete(`/signup-channels/${channel.id}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
      expect(await channels()).toContainEqual(channel);
      expectDone(await admin.delete(`/customers/${customerBy.id}`));
      expectDone(await admin.delete(`/signup-channels/${channel.id}`));
      expect(await channels()).not.toContainEqual(channel);
    });
  });

  it.each(['/customer-groups/999999', '/signup-channels/999999'])('%s answers 404', async (path) => {
    for (const answer of [await admin.put(path, { name: 'Nobody' }), await admin.delete(path)]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('show a customer the new name at once', async () => {
    const group = await makeGroup({ name: 'Before' });
    const { id } = await makeCustomer(server.database, { customer_group_id: group.id });
    expectDone(await admin.put(`/customer-groups/${group.id}`, { name: 'After' }));
    const read = expectDone(await seller.get<z.input<typeof customer>>(`/customers/${id}`));
    expect(read.customer_group?.name).toBe('After');
  });
});
