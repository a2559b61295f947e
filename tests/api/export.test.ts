import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { payments } from '#contract/payments.ts';
import { transactionStatusLabels } from '#domain/transactions.ts';
import { identify } from '#server/modules/staff/staff.public.ts';
import { exportTransactions } from '#server/modules/transactions/export.usecases.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { fillManySales } from '#tests/support/many-sales.ts';
import { MINUTE, OPENING, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  expectDone,
  openDraft,
  openPaidDraft,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireRefunded,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

type WireReport = z.input<typeof payments.dailyReport.response>;

const HEADER =
  'Number,Draft number,Date,Status,Customer,Phone,Staff,Store,Seller,Seller TIN,Seller address,Items,Subtotal,Discount,Tax sold,Tax returned,Net tax,Total,Balance due,Refunded,Written off,Net sales,Cash rounding,Buyer,Buyer TIN,Buyer address,Number without the server';

onEveryEngine('the export of transactions', (start) => {
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
  const request = (query = '', caller = till) =>
    fetch(`${server.url}/api/v1/transactions/export${query}`, {
      headers: { Authorization: `Bearer ${caller.token}` },
    });
  /** Returns the rows below the header. */
  const rowsOf = (text: string) => text.split('\r\n').slice(1, -1);
  const exportRows = async (query = '', caller = till) => rowsOf(await (await request(query, caller)).text());
  const draftNumbers = (rows: string[]) => rows.map((row) => row.split(',')[1]);

  it('is a file for spreadsheets, named by the store’s day', async () => {
    const answer = await request();
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="transactions-2026-11-21.csv"',
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(`${HEADER}\r\n`);
    const abroad = await makeShop(server.database, { store: { timezone: 'America/Los_Angeles' } });
    const there = await request('', await signIn(server.url, abroad.seller.email));
    expect(there.headers.get('content-disposition')).toContain('transactions-2026-11-20.csv');
    await there.text();
  });

  it('keeps a row one row, whatever line ends a name has', async () => {
    const customer = await makeCustomer(server.database, { name: 'Juan\n=1+1', phone: '0917 555 0777' });
    await openDraft(till, [unitId(0)], { customer_id: customer.id });
    const text = await (await request()).text();
    expect(text).toContain('"Juan\n=1+1"');
  });

  it('holds plain figures, the store’s time and the labels of the screen', async () => {
    const customer = await makeCustomer(server.database, {
      name: 'Ana "Nena" Cruz, Jr.',
      phone: '0917 555 0123',
    });
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)], { customer_id: customer.id });
    const manager = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    const items = [{ id: sale.transaction_items[0]?.id }];
    const by = await signIn(server.url, manager.email);
    expectDone(await refundSale<WireRefunded>(by, sale.id, { items }));
    server.clock.advance(1);
    const draft = await openDraft(till, [unitId(2)]);
    const { name } = shop.store;
    expect(await exportRows()).toEqual([
      `${draft.draft_number},${draft.draft_number},2026-11-21 10:00,Draft,Walk-in Customer,,${shop.seller.name},${name},Tindahan,,${shop.store.address ?? ''},1,1000.00,0.00,100.00,0.00,0.00,1100.00,0.00,0.00,0.00,0.00,0.00,,,,`,
      `${sale.invoice_number},${sale.draft_number},2026-11-21 10:00,Completed,"Ana ""Nena"" Cruz, Jr.",0917 555 0123,${shop.seller.name},${name},Tindahan,,${shop.store.address ?? ''},2,2000.00,0.00,200.00,100.00,100.00,2200.00,0.00,1100.00,0.00,1100.00,0.00,,,,`,
    ]);
  });

  it('names the buyer on a receipt in its last columns', async () => {
    const draft = await openPaidDraft(till, [unitId(0)]);
    const buyer = {
      buyer_name: '=Reyes Trading',
      buyer_tin: '123456789 00001',
      buyer_address: 'Unit 3\nQuezon City',
    };
    expectDone(await till.post(`/transactions/${draft.id}/complete`, buyer));
    const [row] = await exportRows();
    expect(row).toMatch(/,0\.00,'=Reyes Trading,123-456-789-00001,"Unit 3\nQuezon City",$/);
  });

  it('adds up to the net sales of the daily report, whatever was refunded, voided and never paid', async () => {
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    const manager = await signIn(server.url, boss.email);
    const { sale: failed, payment } = await sellOnTrust(till, [unitId(0)]);
    expectDone(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Bounced' }));
    const { sale: unpaid } = await sellOnTrust(till, [unitId(1)]);
    expectDone(await refundSale<object>(manager, unpaid.id));
    // Gives back more than the unit's price: the difference is no sale.
    const { transaction: generous } = await sell(till, [unitId(2), unitId(3)]);
    const items = [{ id: generous.transaction_items[0]?.id }];
    expectDone(await refundSale<object>(manager, generous.id, { items, amount: 2000 }));
    const rows = new Map(
      (await exportRows('', manager)).map((row) => [row.split(',')[0], row.split(',').slice(-9, -5)]),
    );
    expect([failed, unpaid, generous].map(({ invoice_number }) => rows.get(invoice_number ?? ''))).toEqual([
      ['1100.00', '0.00', '0.00', '1100.00'],
      ['0.00', '0.00', '1100.00', '0.00'],
      ['900.00', '2000.00', '-900.00', '1100.00'],
    ]);
    const { net_sales, written_off } = expectDone(
      await manager.get<{ net_sales: number; written_off: number }>('/payments/daily-report'),
    );
    const sum = (column: number) => [...rows.values()].reduce((total, row) => total + Number(row[column]), 0);
    expect([sum(3), sum(2)]).toEqual([net_sales, written_off]);
  });

  it('adds up in each column of money to the day’s figures, what was refunded and voided included', async () => {
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    const manager = await signIn(server.url, boss.email);
    const { sale: failed, payment } = await sellOnTrust(till, [unitId(0)]);
    expectDone(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Bounced' }));
    const off = { discounts: [{ type: 'percentage', value: 5, reason: 'Regular' }] };
    const { transaction: part } = await sell(till, [unitId(1), unitId(2)], off);
    const items = [{ id: part.transaction_items[0]?.id }];
    expectDone(await refundSale<object>(manager, part.id, { items }));
    const { transaction: wrong } = await sell(till, [unitId(3)]);
    expectDone(await voidSale(manager, wrong.id, 'Wrong phone'));
    const text = await (await request('', manager)).text();
    const [head = ''] = text.replace('\uFEFF', '').split('\r\n');
    const headings = head.split(',');
    const rows = rowsOf(text).map((row) => row.split(','));
    const isVoid = (row: string[]) => row[headings.indexOf('Status')] === transactionStatusLabels.void;
    const sum = (heading: string, some = rows) =>
      Math.round(some.reduce((total, row) => total + Number(row[headings.indexOf(heading)]), 0) * 100) / 100;
    const report = expectDone(await manager.get<WireReport>('/payments/daily-report'));
    const { sales, discounts, tax, refunds, voids, written_off, net_sales } = report;
    expect({
      subtotal: sum('Subtotal') - sum('Discount') + sum('Tax sold'),
      discount: sum('Discount'),
      total: sum('Total'),
      voided: sum('Total', rows.filter(isVoid)),
      refunded: sum('Refunded'),
      written_off: sum('Written off'),
      net: sum('Net sales'),
      net_tax: sum('Net tax'),
      both: sum('Tax sold') - sum('Tax returned'),
      rounding: sum('Cash rounding'),
      due: sum('Balance due'),
    }).toEqual({
      subtotal: sales.total,
      discount: discounts.total,
      total: sales.total,
      voided: voids.total,
      refunded: refunds.total,
      written_off,
      net: net_sales,
      net_tax: tax,
      both: tax,
      rounding: 0,
      due: failed.total_amount,
    });
  });

  it('names a customer, in the list and the details too, and nothing more, to who may not see customers', async () => {
    const customer = await makeCustomer(server.database, { name: 'Ana Reyes', phone: '0917 555 0778' });
    const draft = await openDraft(till, [unitId(0)], { customer_id: customer.id });
    const people = { store_id: shop.store.id };
    const admin = await signIn(
      server.url,
      (await makeStaff(server.database, { ...people, role: 'admin' })).email,
    );
    const { email } = await makeStaff(server.database, { ...people, role: 'auditor' });
    expectDone(await admin.put('/roles/auditor', { permissions: ['transactions.view'] }));
    const auditor = await signIn(server.url, email);
    type Shown = { customer: object };
    const listed = async (by: Caller) =>
      expectDone(await by.get<{ data: Shown[] }>('/transactions')).data.map((row) => row.customer);
    const detail = async (by: Caller) =>
      expectDone(await by.get<Shown>(`/transactions/${draft.id}`)).customer;
    expect(await listed(till)).toEqual([{ id: customer.id, name: 'Ana Reyes', phone: '0917 555 0778' }]);
    expect(await detail(till)).toMatchObject({ phone: '0917 555 0778', email: null });
    expect(await listed(auditor)).toEqual([{ id: customer.id, name: 'Ana Reyes' }]);
    expect(Object.keys(await detail(auditor))).not.toContain('phone');
    expect(Object.keys(await detail(auditor))).not.toContain('email');
    expect(await (await request('', auditor)).text()).toContain(HEADER.replace('Phone,', ''));
    expect(await exportRows('', auditor)).not.toEqual([expect.stringContaining('0917 555 0778')]);
    expectDone(await admin.delete('/roles/auditor'));
  });

  it('defuses what a spreadsheet would take for a formula', async () => {
    const names = ['=HYPERLINK("http://evil.test")', '+1', '-1+1', '@SUM(A1)', '\tTab', '\rReturn', 'a=b'];
    for (const [index, name] of names.entries()) {
      const customer = await makeCustomer(server.database, { name, phone: `+63 917 000 000${index}` });
      const [saleId] = await fillManySales(server.database, shop, 1, OPENING - index);
      await server.database.write((writer) =>
        writer
          .updateTable('transactions')
          .set({ customer_id: customer.id })
          .where('id', '=', saleId ?? 0)
          .execute(),
      );
    }
    const text = await (await request()).text();
    for (const name of names.slice(0, -1)) expect(text).toContain(`'${name.replaceAll('"', '""')}`);
    expect(text).not.toMatch(/(^|[,\r\n])"?[=+@\t-]/m);
    expect(text).toContain(",a=b,'+63 917 000 0006,");
  });

  it('holds what another server entered whose clock is ahead, as do the other files', async () => {
    await sell(till, [unitId(0)]);
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const admin = await signIn(server.url, boss.email);
    expectDone(await admin.post(`/inventory/${unitId(0)}/trade-in`, BROUGHT));
    server.clock.advance(-2 * MINUTE);
    const files = ['/transactions/export', '/inventory/export', '/trade-ins/register', '/audit/export'];
    const rows = await Promise.all(
      files.map(async (file) => rowsOf(expectDone(await admin.get<string>(file)))),
    );
    server.clock.advance(2 * MINUTE);
    expect(rows.map(({ length }) => length)).toEqual([1, 4, 1, expect.any(Number)]);
    expect(rows[3]?.join()).toContain('Took a sold unit back in trade');
  });

  it('takes the list’s filters and its order, and refuses what the list refuses', async () => {
    const { transaction: sale } = await sell(till, [unitId(0)]);
    server.clock.advance(1);
    const draft = await openDraft(till, [unitId(1)]);
    expect(draftNumbers(await exportRows('?sort=date'))).toEqual([sale.draft_number, draft.draft_number]);
    expect(draftNumbers(await exportRows('?status=draft'))).toEqual([draft.draft_number]);
    expect(await exportRows('?end_date=2026-11-20')).toEqual([]);
    const refused = await request('?all_stores=true');
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'forbidden' }]);
    expect((await request('?page=2')).status).toBe(422);
  });

  it.each(['-date', 'date', '-total', 'total'])(
    'holds every row once, in the order of %s, over several reads and stores',
    async (sort) => {
      const other = await makeShop(server.database);
      await fillManySales(server.database, shop, 1800);
      await fillManySales(server.database, other, 1545, OPENING - 100_000);
      const admin = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
      const direction = sort.startsWith('-') ? 'desc' : 'asc';
      const expected = await server.database.reader
        .selectFrom('transactions')
        .select('draft_number')
        .where('deleted_at', 'is', null)
        .orderBy(sort.endsWith('date') ? 'dated_at' : 'total_amount', direction)
        .orderBy('id', direction)
        .execute();
      const rows = await exportRows(`?all_stores=true&sort=${sort}`, await signIn(server.url, admin.email));
      expect(rows.length).toBeGreaterThan(3000);
      expect(draftNumbers(rows)).toEqual(expected.map((row) => row.draft_number));
    },
  );

  it('writes each row in the time of its own store, and takes dates as its days', async () => {
    const abroad = await makeShop(server.database, { units: 1, store: { timezone: 'America/Los_Angeles' } });
    const here = await openDraft(till, [unitId(0)]);
    const there = await openDraft(await signIn(server.url, abroad.seller.email), [abroad.units[0]?.id ?? 0]);
    const admin = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const by = await signIn(server.url, admin.email);
    const datesOn = async (date: string) =>
      (
        await exportRows(`?all_stores=true&status=draft&sort=date&start_date=${date}&end_date=${date}`, by)
      ).map((row) => row.split(',').slice(1, 3));
    expect(await datesOn('2026-11-21')).toContainEqual([here.draft_number, '2026-11-21 10:00']);
    expect(await datesOn('2026-11-20')).toEqual([[there.draft_number, '2026-11-20 18:00']]);
  });

  it('lets others have their turn after some hundred rows', async () => {
    const { reader } = server.database;
    await fillManySales(server.database, shop, 1000, OPENING - 1);
    const session = await identify(reader, till.token, OPENING);
    if (!session) throw new Error('Nobody is signed in');
    const { content } = await exportTransactions(
      reader,
      {},
      { session, storeId: shop.store.id, now: OPENING },
    );
    if (content instanceof Uint8Array || 'etag' in content) throw new Error('It was written whole');
    let turns = 0;
    const countTurns = () => {
      turns += 1;
      turn = setImmediate(countTurns);
    };
    let turn = setImmediate(countTurns);
    const parts: number[] = [];
    for await (const part of content) parts.push(String(part).split('\r\n').length - 1);
    clearImmediate(turn);
    expect(parts).toEqual([1, ...Array<number>(4).fill(250)]);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('of 30,000 rows is written while the till sells', async () => {
    const ids = await fillManySales(server.database, shop, 30_000, OPENING - 1);
    const answer = await request();
    const numberOf = async (id = 0) =>
      (
        await server.database.reader
          .selectFrom('transactions')
          .select('draft_number')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).draft_number;
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const finished: string[] = [];
    let text = '';
    // A sale that is made before the first rows are read is one of them.
    while (rowsOf(text).length === 0) text += (await reader?.read())?.value ?? '';
    const readOn = async () => {
      for (;;) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) break;
        text += chunk.value;
      }
      finished.push('export');
    };
    const sellOne = async () => {
      const { transaction } = await sell(till, [unitId()]);
      finished.push('sale');
      return transaction;
    };
    const [sale] = await Promise.all([sellOne(), readOn()]);
    expect(finished).toEqual(['sale', 'export']);
    expect(sale.status).toBe('completed');
    // A sale of meanwhile is in it or not.
    const numbers = draftNumbers(rowsOf(text)).filter((number) => number !== sale.draft_number);
    expect(numbers).toHaveLength(30_000);
    expect(new Set(numbers).size).toBe(30_000);
    expect([numbers[0], numbers.at(-1)]).toEqual([await numberOf(ids[0]), await numberOf(ids.at(-1))]);
  });
});
