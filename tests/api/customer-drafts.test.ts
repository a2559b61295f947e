import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, type Answer, type Caller, type Refusal } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  createDraft,
  expectDone,
  openDraft,
  openPaidDraft,
  pay,
  saveDraft,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeGroups, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

onEveryEngine('a draft for a customer', (start) => {
  let server: TestServer;
  let groups: Awaited<ReturnType<typeof makeGroups>>;
  let shop: Shop;
  let till: Caller;
  let other: Caller;
  let colleagueId: number;
  let ana: Customer;
  beforeAll(async () => {
    server = await start();
    groups = await makeGroups(server.database);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    colleagueId = colleague.id;
    till = await signIn(server.url, shop.seller.email);
    other = await signIn(server.url, colleague.email);
    ana = await makeCustomer(server.database, { customer_group_id: groups.member.id });
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const read = async (draftId: number) =>
    expectDone(await till.get<WireTransaction>(`/transactions/${draftId}`));
  const removeCustomer = ({ id }: Customer) =>
    server.database.write((writer) =>
      writer.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', id).execute(),
    );
  const draftsFor = async (customerId: number) =>
    server.database.reader
      .selectFrom('transactions')
      .select(['id', 'staff_id'])
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .execute();

  const clash = ({ id, transaction_number }: WireTransaction) => ({
    status: 409,
    body: {
      code: 'draft_exists',
      message: 'Draft already exists',
      draft: { id, transaction_number },
    },
  });

  describe('is priced for the customer’s group', () => {
    it.each([
      ['no group', null, 1000],
      ['regular', 'regular', 1000],
      ['member', 'member', 970],
      ['vip', 'vip', 900],
      ['wholesale', 'wholesale', 930],
    ] as const)('%s', async (_, slug, price) => {
      const customer_group_id = slug && groups[slug].id;
      const customer = await makeCustomer(server.database, { customer_group_id });
      const draft = await openDraft(till, [unitId()], { customer_id: customer.id });
      expect(draft).toMatchObject({
        customer: { id: customer.id, name: customer.name, group: slug && { slug } },
        subtotal: price,
        transaction_items: [{ price, final_price: price }],
      });
    });

    it('and anew when the customer changes', async () => {
      const draft = await openDraft(till, [unitId()]);
      expect(draft).toMatchObject({ customer: null, total_amount: 1100 });
      const items = [unitId()];
      const given = await saveDraft<WireTransaction>(till, draft.id, items, { customer_id: ana.id });
      expect(given.body).toMatchObject({ customer: { id: ana.id }, total_amount: 1067 });
      const kept = await saveDraft<WireTransaction>(till, draft.id, items);
      expect(kept.body).toMatchObject({ customer: { id: ana.id }, total_amount: 1067 });
      const walkIn = await saveDraft<WireTransaction>(till, draft.id, items, { customer_id: null });
      expect(walkIn.body).toMatchObject({ customer: null, total_amount: 1100 });
    });

    it('and refused when the screen showed another group’s price', async () => {
      const items = [{ inventory_item_id: unitId(), price: 1000 }];
      expect(await createDraft(till, [], { items, customer_id: ana.id })).toMatchObject({
        status: 422,
        body: { code: 'total_changed', total_amount: 1067 },
      });
    });
  });

  it('is refused for a customer who is not there, and stays as it was', async () => {
    const gone = await makeCustomer(server.database, { deleted_at: 1 });
    const draft = await openDraft(till, [unitId()], { customer_id: ana.id });
    for (const customer_id of [gone.id, 999_999_999]) {
      const refusal = {
        status: 404,
        body: {
          code: 'customer_not_found',
          message: 'The customer you are looking for does not exist',
        },
      };
      expect(await createDraft(till, [unitId(1)], { customer_id })).toMatchObject(refusal);
      expect(await saveDraft(till, draft.id, [unitId(1)], { customer_id })).toMatchObject(refusal);
    }
    expect(await read(draft.id)).toMatchObject(draft);
  });

  it.each([0, -1, 1.5, '7', true, [], {}, 2 ** 31])('takes no customer_id like %j', async (customer_id) => {
    const answer = await createDraft(till, [unitId()], { customer_id });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual(['customer_id']);
  });

  it('keeps a customer who was deleted meanwhile, and can be sold to them', async () => {
    const draft = await openDraft(till, [unitId()], { customer_id: ana.id });
    await removeCustomer(ana);
    const saved = expectDone(
      await saveDraft<WireTransaction>(till, draft.id, [unitId()], { customer_id: ana.id }),
    );
    expect(saved).toMatchObject({ customer: { id: ana.id }, total_amount: 1067 });
    await pay(till, draft.id, { method: 'cash', amount: 1067 });
    expect((await complete(till, draft.id)).status).toBe(200);
  });

  describe('is the only one of a person for a customer:', () => {
    it('a second one is refused and names the first, and holds no unit', async () => {
      const first = await openDraft(till, [unitId(0)], { customer_id: ana.id });
      expect(await createDraft(till, [unitId(1)], { customer_id: ana.id })).toMatchObject(clash(first));
      expect((await other.post(`/pos/inventory/${unitId(1)}/lock`)).status).toBe(200);
    });

    it('giving another draft to that customer is refused', async () => {
      const first = await openDraft(till, [unitId(0)], { customer_id: ana.id });
      const walkIn = await openDraft(till, [unitId(1)]);
      const answer = await saveDraft(till, walkIn.id, [unitId(1)], { customer_id: ana.id });
      expect(answer).toMatchObject(clash(first));
      expect(await read(walkIn.id)).toMatchObject(walkIn);
    });

    it('saving a colleague’s draft is refused to whoever has one', async () => {
      const own = await openDraft(till, [unitId(0)], { customer_id: ana.id });
      const theirs = await openDraft(other, [unitId(1)], { customer_id: ana.id });
      expect(await saveDraft(till, theirs.id, [unitId(2)])).toMatchObject(clash(own));
      expect((await read(theirs.id)).staff.id).toBe(colleagueId);
    });

    it('resuming a colleague’s draft is refused to whoever has one, and takes nothing over', async () => {
      const own = await openDraft(till, [unitId(0)], { customer_id: ana.id });
      const theirs = await openDraft(other, [unitId(1)], { customer_id: ana.id });
      const path = `/transactions/${theirs.id}/refresh-locks`;
      expect(await till.post(path, { resume: true })).toMatchObject(clash(own));
      expect((await read(theirs.id)).staff.id).toBe(colleagueId);
      expect(expectDone(await other.post<{ lost: [] }>(path, {})).lost).toEqual([]);
    });

    it('it may be saved and resumed again by its own staff member', async () => {
      const draft = await openDraft(till, [unitId()], { customer_id: ana.id });
      expectDone(await saveDraft(till, draft.id, [unitId()], { customer_id: ana.id }));
      expectDone(await till.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    });

    it('whoever saves or resumes it becomes its staff member', async () => {
      const draft = await openDraft(till, [unitId()], { customer_id: ana.id });
      const path = `/transactions/${draft.id}/refresh-locks`;
      expectDone(await other.post(path, { resume: true }));
      expect(await read(draft.id)).toMatchObject({ staff: { id: colleagueId }, version: 2 });
      expectDone(await till.post(path, { resume: true }));
      expectDone(await saveDraft(till, draft.id, [unitId()]));
      expect((await read(draft.id)).staff.id).toBe(shop.seller.id);
    });

    it('refreshing a colleague’s locks without resuming is no clash', async () => {
      await openDraft(till, [unitId(0)], { customer_id: ana.id });
      const theirs = await openDraft(other, [unitId(1)], { customer_id: ana.id });
      expect((await till.post(`/transactions/${theirs.id}/refresh-locks`, {})).status).toBe(200);
    });

    it('walk-ins, other customers and other people are exempt', async () => {
      await openDraft(till, [unitId(0)], { customer_id: ana.id });
      const ben = await makeCustomer(server.database);
      await openDraft(till, [unitId(1)], { customer_id: ben.id });
      await openDraft(other, [unitId(2)], { customer_id: ana.id });
      const walkIns = await makeShop(server.database);
      const there = await signIn(server.url, walkIns.seller.email);
      for (const unit of walkIns.units) await openDraft(there, [unit.id]);
    });

    it('once it is cancelled, sold or given to somebody else, there may be another', async () => {
      const cancelled = await openDraft(till, [unitId(0)], { customer_id: ana.id });
      expectDone(await till.delete(`/transactions/${cancelled.id}`, {}));
      const sold = await openPaidDraft(till, [unitId(0)], { customer_id: ana.id });
      expectDone(await complete<WireSale>(till, sold.id));
      const given = await openDraft(till, [unitId(1)], { customer_id: ana.id });
      expectDone(await saveDraft(till, given.id, [unitId(1)], { customer_id: null }));
      await openDraft(till, [unitId(2)], { customer_id: ana.id });
    });

    it('a refusal leaves its key free, and a repeated creation answers the first one', async () => {
      const first = await openDraft(till, [unitId(0)], { customer_id: ana.id });
      const again = <T = Refusal>() =>
        createDraft<T>(till, [unitId(1)], { customer_id: ana.id }, { key: `draft-${ana.id}` });
      expect((await again()).status).toBe(409);
      expectDone(await till.delete(`/transactions/${first.id}`, {}));
      const made = await again<WireTransaction>();
      expect(made.status).toBe(201);
      expect((await again<WireTransaction>()).body).toEqual(made.body);
      expect((await draftsFor(ana.id)).map((row) => row.id)).toEqual([made.body.id]);
    });
  });

  it('of another store is not there for any change', async () => {
    const draft = await openDraft(till, [unitId()], { customer_id: ana.id });
    const elsewhere = await makeShop(server.database);
    const stranger = await signIn(server.url, elsewhere.seller.email);
    const path = `/transactions/${draft.id}`;
    for (const answer of [
      await stranger.get(path),
      await stranger.put(path, { items: [], customer_id: null }),
      await stranger.post(`${path}/refresh-locks`, { resume: true }),
      await stranger.post(`${path}/complete`, {}),
      await stranger.delete(path, {}),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'transaction_not_found']);
    }
    expect(await read(draft.id)).toMatchObject(draft);
  });
});

onEveryEngine('drafts for one customer at once', (start) => {
  const AT_ONCE = 16;
  let server: TestServer;
  let shop: Shop;
  let tills: [Caller, Caller];
  let ana: Customer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: AT_ONCE });
    tills = [await signIn(server.url, shop.seller.email), await signIn(server.url, shop.seller.email)];
    ana = await makeCustomer(server.database);
  });

  const unitId = (index: number) => shop.units[index]?.id ?? 0;
  const tillOf = (index: number) => tills[index % 2] as Caller;

  async function expectOneWinner(answers: Answer<Refusal & { id: number }>[], done: number) {
    const rows = await server.database.reader
      .selectFrom('transactions')
      .select('id')
      .where('customer_id', '=', ana.id)
      .where('deleted_at', 'is', null)
      .execute();
    expect(rows).toHaveLength(1);
    const won = answers.filter((answer) => answer.status === done);
    expect(won.map((answer) => answer.body.id)).toEqual([rows[0]?.id]);
    for (const answer of answers.filter((one) => one.status !== done)) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'draft_exists', draft: { id: rows[0]?.id } },
      });
    }
  }

  it('made by one person over two sign-ins are one draft, and hold its unit only', async () => {
    const answers = await Promise.all(
      shop.units.map((unit, index) =>
        createDraft<Refusal & { id: number }>(tillOf(index), [unit.id], { customer_id: ana.id }),
      ),
    );
    await expectOneWinner(answers, 201);
    const held = await server.database.reader
      .selectFrom('inventory_items')
      .select('id')
      .where('store_id', '=', shop.store.id)
      .where('status', '=', 'locked')
      .execute();
    expect(held).toHaveLength(1);
  });

  it('given to the customer by one person over two sign-ins are one draft', async () => {
    const drafts = [];
    for (let index = 0; index < AT_ONCE; index += 1) {
      drafts.push(await openDraft(tillOf(index), [unitId(index)]));
    }
    const answers = await Promise.all(
      drafts.map((draft, index) =>
        saveDraft<Refusal & { id: number }>(tillOf(index), draft.id, [unitId(index)], {
          customer_id: ana.id,
        }),
      ),
    );
    await expectOneWinner(answers, 200);
  });

  it('of two colleagues, resumed by one person over two sign-ins: one is taken over', async () => {
    const drafts = [];
    for (const index of [0, 1]) {
      const colleague = await makeStaff(server.database, { store_id: shop.store.id });
      const theirs = await signIn(server.url, colleague.email);
      drafts.push(await openDraft(theirs, [unitId(index)], { customer_id: ana.id }));
    }
    const answers = await Promise.all(
      drafts.map((draft, index) =>
        tillOf(index).post(`/transactions/${draft.id}/refresh-locks`, { resume: true }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const taken = drafts[answers.findIndex((answer) => answer.status === 200)];
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body).toMatchObject({ code: 'draft_exists', draft: { id: taken?.id } });
  });
});
