import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { transactions } from '#contract/transactions.ts';
import { claimCustomer, markDeleted } from '#server/modules/customers/customers.repository.ts';
import { signIn, type Answer, type Caller } from '#tests/support/http.ts';
import { fillManySales } from '#tests/support/many-sales.ts';
import { HOUR, OPENING, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  saveDraft,
  sell,
  voidSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireList = z.input<typeof transactions.list.response>;

onEveryEngine('the transactions list', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 4 });
    till = await signIn(server.url, shop.seller.email);
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const list = async (query = '', caller = till, storeId?: number) =>
    expectDone(await caller.get<WireList>(`/transactions${query}`, { storeId }));
  const idsOf = async (query = '', caller = till) => (await list(query, caller)).data.map((row) => row.id);
  const change = (id: number, values: object) =>
    server.database.write((writer) =>
      writer.updateTable('transactions').set(values).where('id', '=', id).execute(),
    );

  it('shows drafts and sales of the store, newest first, each with what its row needs', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    server.clock.advance(HOUR);
    const draft = await openDraft(till, [unitId(2)]);
    const page = await list();
    expect(page.data.map((row) => [row.id, row.status, row.items_count])).toEqual([
      [draft.id, 'draft', 1],
      [sale.id, 'completed', 2],
    ]);
    expect(page.data[1]).toMatchObject({
      transaction_number: sale.draft_number,
      invoice_number: sale.invoice_number,
      staff: { id: shop.seller.id, name: shop.seller.name },
      store: { id: shop.store.id, name: shop.store.name },
      customer: null,
      subtotal: 2000,
      tax_amount: 200,
      total_amount: 2200,
      balance_due: 0,
      refunded_amount: 0,
      completed_at: sale.completed_at,
    });
  });

  it('moves a draft to the top when it becomes a sale', async () => {
    const first = await openDraft(till, [unitId(0)]);
    server.clock.advance(HOUR);
    const second = await openDraft(till, [unitId(1)]);
    expect(await idsOf()).toEqual([second.id, first.id]);
    server.clock.advance(HOUR);
    await till.post(`/transactions/${first.id}/payments`, { method: 'cash', amount: first.total_amount });
    expect((await till.post(`/transactions/${first.id}/complete`, {})).status).toBe(200);
    expect(await idsOf()).toEqual([first.id, second.id]);
  });

  it('gives a sale one date in every answer: its completion, and a draft its last change', async () => {
    const customer = await makeCustomer(server.database);
    const draft = await openDraft(till, [unitId(0)], { customer_id: customer.id });
    const datesOf = async () => {
      const bought = await till.get<WireList>(`/customers/${customer.id}/transactions`);
      const { latest } = expectDone(await till.get<{ latest: { dated_at: string }[] }>('/dashboard'));
      const one = expectDone(await till.get<WireTransaction>(`/transactions/${draft.id}`));
      const rows = [(await list()).data[0], expectDone(bought).data[0], latest[0], one];
      return new Set(rows.map((row) => row?.dated_at));
    };
    const now = () => new Date(server.clock.now()).toISOString();
    server.clock.advance(HOUR);
    expectDone(await saveDraft<object>(till, draft.id, [unitId(0), unitId(1)]));
    expect(await datesOf()).toEqual(new Set([now()]));
    server.clock.advance(HOUR);
    await pay(till, draft.id, { method: 'cash', amount: 2200 });
    expectDone(await complete<object>(till, draft.id));
    const sold = now();
    server.clock.advance(HOUR);
    const head = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    const manager = await signIn(server.url, head.email);
    expectDone(await voidSale<object>(manager, draft.id, 'Mistake'));
    expect(await datesOf()).toEqual(new Set([sold]));
  });

  it('says of a sale how much of it nobody has seen arrive yet', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const form = { method: 'gcash', reference_number: 'G-1', status: 'pending' };
    await pay(till, draft.id, { ...form, amount: 600 });
    const gone = await pay(till, draft.id, { ...form, amount: 100 });
    expectDone(await till.delete<object>(`/payments/${gone.id}`, { reason: 'Typed twice' }));
    await pay(till, draft.id, { ...form, method: 'maya', amount: 100 });
    await pay(till, draft.id, { method: 'cash', amount: 400 });
    expectDone(await complete<object>(till, draft.id));
    const { transaction: paid } = await sell(till, [unitId(1)]);
    expect((await list()).data.map(({ id, pending_amount }) => [id, pending_amount])).toEqual([
      [paid.id, 0],
      [draft.id, 700],
    ]);
  });

  it('says what was paid on a draft, without what is pending or was deleted', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    await pay(till, draft.id, { method: 'cash', amount: 400 });
    const gone = await pay(till, draft.id, { method: 'cash', amount: 50 });
    expectDone(await till.delete<object>(`/payments/${gone.id}`, { reason: 'Typed twice' }));
    await pay(till, draft.id, { method: 'gcash', amount: 300, reference_number: 'G-2' });
    const { transaction: sold } = await sell(till, [unitId(1)]);
    expect((await list()).data).toMatchObject([
      { id: sold.id, paid_amount: 0 },
      { id: draft.id, paid_amount: 400, pending_amount: 300 },
    ]);
  });

  it('never shows a deleted draft', async () => {
    const draft = await openDraft(till, [unitId()]);
    await till.delete(`/transactions/${draft.id}`, {});
    expect(await idsOf()).toEqual([]);
    expect(await idsOf('?status=draft')).toEqual([]);
  });

  it('finds draft and invoice numbers by any part, upper or lower case, and takes no sign for a wildcard', async () => {
    const { transaction: sale } = await sell(till, [unitId(0)]);
    const draft = await openDraft(till, [unitId(1)]);
    const search = (text: string) => idsOf(`?search=${encodeURIComponent(text)}`);
    expect(await search(sale.invoice_number ?? '')).toEqual([sale.id]);
    expect(await search(draft.draft_number.toLowerCase())).toEqual([draft.id]);
    expect((await search('d00000')).sort()).toEqual([sale.id, draft.id].sort());
    expect(await search(' 000002 ')).toEqual([draft.id]);
    expect(await search('')).toHaveLength(2);
    for (const nothing of ['%', '_', '\\', "' or 1=1", 'd000099']) expect(await search(nothing)).toEqual([]);
  });

  it('narrows by status, customer id and staff id', async () => {
    const customer = await makeCustomer(server.database);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    const { transaction: sale } = await sell(till, [unitId(0)]);
    const draft = await openDraft(await signIn(server.url, colleague.email), [unitId(1)]);
    await change(sale.id, { customer_id: customer.id });
    expect(await idsOf('?status=completed')).toEqual([sale.id]);
    expect(await idsOf('?status=void')).toEqual([]);
    expect(await idsOf(`?customer_id=${customer.id}`)).toEqual([sale.id]);
    expect(await idsOf(`?staff_id=${colleague.id}`)).toEqual([draft.id]);
    expect((await till.get('/transactions?status=lost')).status).toBe(422);
    expect((await till.get('/transactions?colour=red')).status).toBe(422);
  });

  it('finds customers by the words of their name without accents, and by their phone number in any spelling', async () => {
    const jose = await makeCustomer(server.database, { name: 'José Peña-Cruz', phone: '0917 555 0123' });
    const other = await makeCustomer(server.database, { name: 'Ana Reyes', phone: '+63 (918) 555-9999' });
    const { transaction: first } = await sell(till, [unitId(0)]);
    const { transaction: second } = await sell(till, [unitId(1)]);
    await sell(till, [unitId(2)]);
    await change(first.id, { customer_id: jose.id });
    await change(second.id, { customer_id: other.id });
    const find = (text: string) => idsOf(`?customer=${encodeURIComponent(text)}`);
    for (const text of [
      'pena',
      'CRUZ jose',
      'peña-c',
      '0917 555',
      '+63 917-555-0123',
      '639175550123',
      '5550123',
    ]) {
      expect([text, await find(text)]).toEqual([text, [first.id]]);
    }
    expect(await find('0918 5559999')).toEqual([second.id]);
    expect((await find('555')).sort()).toEqual([first.id, second.id].sort());
    expect(await find('jose reyes')).toEqual([]);
    expect(await find('***')).toEqual([]);
    expect(await find('  ')).toHaveLength(3);
    const [row] = (await list('?customer=pena')).data;
    expect(row?.customer).toEqual({ id: jose.id, name: 'José Peña-Cruz', phone: '0917 555 0123' });
  });

  it('finds the sales without a customer as lists call them, beside those of whoever is called so', async () => {
    const { transaction: sale } = await sell(till, [unitId(0)]);
    const { transaction: other } = await sell(till, [unitId(1)]);
    const { transaction: elses } = await sell(till, [unitId(2)]);
    await change(other.id, { customer_id: (await makeCustomer(server.database, { name: 'Ana Walker' })).id });
    await change(elses.id, { customer_id: (await makeCustomer(server.database, { name: 'Ben Cruz' })).id });
    const find = async (text: string) => (await idsOf(`?customer=${encodeURIComponent(text)}`)).sort();
    expect(await find('walk')).toEqual([sale.id, other.id].sort());
    for (const text of ['Walk-in', 'walkin', 'walk-in customer']) {
      expect([text, await find(text)]).toEqual([text, [sale.id]]);
    }
    expect(await find('in')).toEqual([]);
  });

  it('finds the sales of a name that hundreds of customers bear', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 205 }, (_, no) => makeCustomer(server.database, { name: `Crowd Member ${no}` })),
    );
    const { transaction: sale } = await sell(till, [unitId(0)]);
    const { transaction: other } = await sell(till, [unitId(1)]);
    await change(sale.id, { customer_id: crowd[204]?.id });
    await change(other.id, { customer_id: (await makeCustomer(server.database)).id });
    expect(await idsOf('?customer=crowd')).toEqual([sale.id]);
    expect((await list('?customer=crowd')).total).toBe(1);
    expect(await idsOf(`?customer=crowd&customer_id=${crowd[0]?.id}`)).toEqual([]);
  });

  it('finds the sales of a customer who was deleted since', async () => {
    const gone = await makeCustomer(server.database, { name: 'Gone Buyer', phone: '0920 111 2222' });
    const { transaction: sale } = await sell(till, [unitId(0)]);
    await change(sale.id, { customer_id: gone.id });
    await server.database.write(async (writer) => {
      const row = await claimCustomer(writer, gone.id);
      if (row) await markDeleted(writer, row, OPENING);
    });
    for (const text of ['gone buyer', '0920 111']) {
      expect([text, await idsOf(`?customer=${encodeURIComponent(text)}`)]).toEqual([text, [sale.id]]);
    }
  });

  it('finds staff by the words of their name', async () => {
    const name = { name: 'Begoña Ñuñez', name_key: 'begona nunez' };
    const colleague = await makeStaff(server.database, { store_id: shop.store.id, ...name });
    await sell(till, [unitId(0)]);
    const { transaction: theirs } = await sell(await signIn(server.url, colleague.email), [unitId(1)]);
    expect(await idsOf(`?staff=${encodeURIComponent('Ñuñez beg')}`)).toEqual([theirs.id]);
    expect(await idsOf('?staff=nobody')).toEqual([]);
  });

  it.each([
    ['Asia/Manila', '2026-11-20T15:59:59.999Z', '2026-11-20T16:00:00Z', '2026-11-21T16:00:00Z'],
    ['America/New_York', '2026-11-21T04:59:59.999Z', '2026-11-21T05:00:00Z', '2026-11-22T05:00:00Z'],
  ])(
    'takes dates as days of a store in %s, the last one included',
    async (timezone, before, first, after) => {
      shop = await makeShop(server.database, { units: 4, store: { timezone } });
      till = await signIn(server.url, shop.seller.email);
      const ids: number[] = [];
      for (const [index, at] of [
        before,
        first,
        new Date(Date.parse(after) - 1).toISOString(),
        after,
      ].entries()) {
        const { transaction } = await sell(till, [unitId(index)]);
        await change(transaction.id, { dated_at: Date.parse(at) });
        ids.push(transaction.id);
      }
      const day = (from: string, to: string) => idsOf(`?start_date=${from}&end_date=${to}`);
      expect(await day('2026-11-21', '2026-11-21')).toEqual([ids[2], ids[1]]);
      expect(await idsOf('?start_date=2026-11-22')).toEqual([ids[3]]);
      expect(await idsOf('?end_date=2026-11-20')).toEqual([ids[0]]);
      expect(await day('2026-11-22', '2026-11-21')).toEqual([]);
      expect((await till.get('/transactions?start_date=2026-02-30')).status).toBe(422);
    },
  );

  it('sorts by date and total in either direction, and by nothing else', async () => {
    const ids: number[] = [];
    for (const [index, total] of [300, 100, 200, 200].entries()) {
      const { transaction } = await sell(till, [unitId(index)]);
      await change(transaction.id, { total_amount: total, dated_at: OPENING + index });
      ids.push(transaction.id);
    }
    const [a, b, c, d] = ids;
    expect(await idsOf('?sort=-date')).toEqual([d, c, b, a]);
    expect(await idsOf('?sort=date')).toEqual([a, b, c, d]);
    expect(await idsOf('?sort=-total')).toEqual([a, d, c, b]);
    expect(await idsOf('?sort=total')).toEqual([b, c, d, a]);
    expect((await till.get('/transactions?sort=staff')).status).toBe(422);
  });

  describe('page by page', () => {
    it('holds every row once, in both of the shapes that a list has', async () => {
      const ids = await fillManySales(server.database, shop, 47);
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(await list(`?page=${page}`));
      expect(pages.flatMap((page) => page.data.map((row) => row.id))).toEqual(ids);
      const place = {
        current_page: 3,
        from: 41,
        to: 47,
        last_page: 3,
        per_page: 20,
        total: 47,
        total_capped: false,
      };
      expect(pages[2]).toMatchObject({ meta: place, ...place });
      expect(await list('?page=4')).toMatchObject({ data: [], from: null, to: null, total: 47 });
      expect((await list('?per_page=5&page=2')).data.map((row) => row.id)).toEqual(ids.slice(5, 10));
    });

    it('holds 1,000 rows at most and counts no further, and goes on beyond', async () => {
      const ids = await fillManySales(server.database, shop, 1010);
      const first = await list('?per_page=5000');
      expect([first.data.length, first.per_page]).toEqual([1000, 1000]);
      expect(first.meta).toMatchObject({ total: 1000, total_capped: true, last_page: 2 });
      const beyond = await list('?per_page=100&page=11');
      expect(beyond.data.map((row) => row.id)).toEqual(ids.slice(1000));
      expect(beyond.meta).toMatchObject({ from: 1001, to: 1010, total_capped: true });
    });

    it('is walked to its end by last_page and by the Link of each answer, beyond the counted ones as well', async () => {
      const ids = await fillManySales(server.database, shop, 1388);
      for (const perPage of [1000, 347, 90]) {
        const walked: number[] = [];
        let page = 1;
        let next: string | null = `/api/v1/transactions?per_page=${perPage}`;
        while (next !== null) {
          const answer: Response = await fetch(new URL(next, server.url), {
            headers: { Authorization: `Bearer ${till.token}` },
          });
          const { data, meta } = (await answer.json()) as WireList;
          walked.push(...data.map((row) => row.id));
          const link: string | null = answer.headers.get('Link');
          next = /^<(.+)>; rel="next"$/.exec(link ?? '')?.[1] ?? null;
          expect([perPage, page, next !== null]).toEqual([perPage, page, page < meta.last_page]);
          page += 1;
        }
        expect(walked).toEqual(ids);
      }
    });

    it('reads a page of none as one row, and page 0 as the first', async () => {
      const ids = await fillManySales(server.database, shop, 3);
      expect(await idsOf('?page=0&per_page=0')).toEqual(ids.slice(0, 1));
    });
  });
});

onEveryEngine('the transactions of several stores', (start) => {
  let server: TestServer;
  let here: Shop;
  let there: Shop;
  const callers: Record<string, Caller> = {};
  let ids: Record<'here' | 'there', number[]>;
  beforeAll(async () => {
    server = await start();
    here = await makeShop(server.database);
    there = await makeShop(server.database);
    ids = {
      here: await fillManySales(server.database, here, 30, OPENING),
      there: await fillManySales(server.database, there, 30, OPENING - 5000),
    };
    const store_id = here.store.id;
    for (const role of ['salesperson', 'store_manager', 'regional_manager', 'admin'] as const) {
      const person = await makeStaff(server.database, { store_id, role });
      callers[role] = await signIn(server.url, person.email);
    }
  });
  afterAll(() => server.close());

  const ask = (
    role: string,
    query: string,
    storeId = here.store.id,
  ): Promise<Answer<WireList & { code: string }>> =>
    (callers[role] as Caller).get(`/transactions${query}`, { storeId });
  const idsOf = (answer: Answer<WireList>) => answer.body.data.map((row) => row.id);

  it.each(['salesperson', 'store_manager', 'regional_manager', 'admin'])(
    'shows a %s only the header’s store, unless asked for more',
    async (role) => {
      expect(idsOf(await ask(role, '?per_page=100'))).toEqual(ids.here);
      expect(idsOf(await ask(role, `?per_page=100&store_id=${here.store.id}`))).toEqual(ids.here);
      expect(idsOf(await ask(role, '?per_page=100&all_stores=false'))).toEqual(ids.here);
    },
  );

  it.each(['salesperson', 'store_manager'])('refuses a %s every other store', async (role) => {
    for (const query of ['?all_stores=true', `?store_id=${there.store.id}`, '?store_id=999999']) {
      const answer = await ask(role, query);
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    }
    const foreign = await ask(role, '', there.store.id);
    expect([foreign.status, foreign.body.code]).toEqual([403, 'foreign_store']);
  });

  it.each(['regional_manager', 'admin'])('shows a %s all stores in one order, page by page', async (role) => {
    const rows = await server.database.reader
      .selectFrom('transactions')
      .select('id')
      .orderBy('dated_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      pages.push(idsOf(await ask(role, `?all_stores=true&per_page=17&page=${page}`)));
    }
    expect(pages.flat()).toEqual(rows.map((row) => row.id));
    expect((await ask(role, '?all_stores=true')).body.total).toBe(60);
    const narrowed = await ask(role, `?all_stores=true&store_id=${there.store.id}&per_page=100`);
    expect(idsOf(narrowed)).toEqual(ids.there);
    expect(idsOf(await ask(role, `?store_id=${there.store.id}&per_page=100`))).toEqual(ids.there);
    const unknown = await ask(role, '?store_id=999999');
    expect([unknown.status, unknown.body.code]).toEqual([403, 'foreign_store']);
  });

  it('takes dates as each store’s own days, whichever store asks', async () => {
    const abroad = await makeShop(server.database, { units: 2, store: { timezone: 'America/New_York' } });
    const regional = await makeStaff(server.database, {
      store_id: abroad.store.id,
      role: 'regional_manager',
    });
    const caller = await signIn(server.url, regional.email);
    // 10:00 on the 21st in Manila is the evening of the 20th in New York.
    const sale = await openDraft(await signIn(server.url, abroad.seller.email), [abroad.units[0]?.id ?? 0]);
    const ask = async (query: string, storeId: number) =>
      expectDone(await caller.get<WireList>(`/transactions?all_stores=true&${query}`, { storeId }));
    for (const storeId of [here.store.id, abroad.store.id]) {
      const dated = (from: string, to = from) => ask(`start_date=${from}&end_date=${to}`, storeId);
      expect((await dated('2026-11-21')).total).toBe(60);
      expect((await dated('2026-11-20')).data.map(({ id }) => id)).toEqual([sale.id]);
      expect((await dated('2026-11-20', '2026-11-21')).total).toBe(61);
      expect((await dated('2026-11-19')).total).toBe(0);
      const found = await ask(
        `start_date=2026-11-20&end_date=2026-11-20&search=${sale.draft_number}`,
        storeId,
      );
      expect(found.data.map(({ id }) => id)).toEqual([sale.id]);
    }
  });
});
