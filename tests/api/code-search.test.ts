import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { catalogueProduct } from '#contract/pos.ts';
import type { transactions } from '#contract/transactions.ts';
import { insertCodes } from '#server/db/stored-codes.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { fillManySales, keepNumbers } from '#tests/support/many-sales.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { completeInCash, expectDone, openDraft, sell, type WireSale } from '#tests/support/selling.ts';
import { makeShop, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';

type WireList = z.input<typeof transactions.list.response>;
type Catalogue = { data: z.input<typeof catalogueProduct>[] };

const DAY = 86_400_000;

onEveryEngine('transactions by a part of their numbers', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 6, store: { code: 'QZN-07' } });
    till = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const list = async (query: string, by = till) =>
    expectDone(await by.get<WireList>(`/transactions${query}`));
  const idsOf = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).data.map((row) => row.id);

  it('finds draft and invoice by any part, however it is written, and one or two characters at the beginning', async () => {
    const draft = await openDraft(till, [shop.units[0]?.id ?? 0]);
    const { transaction: sale } = await sell(till, [shop.units[1]?.id ?? 0]);
    expect([draft.draft_number, sale.draft_number, sale.invoice_number]).toEqual([
      'QZN-07-D000001',
      'QZN-07-D000002',
      'QZN-07-000001',
    ]);
    const both = [sale.id, draft.id];
    for (const search of ['qzn', 'QZN-07', '7-D', 'qzn 07 d0', 'zn-07-d00000', 'qz', 'q', '1', '000001']) {
      expect([search, (await idsOf(search)).sort()]).toEqual([search, both.toSorted()]);
    }
    for (const search of [
      'QZN-07-000001',
      'qzn 07 000001',
      ' qzn–07/000001 ',
      'QZN07000001',
      '2',
      'd000002',
    ]) {
      expect([search, await idsOf(search)]).toEqual([search, [sale.id]]);
    }
    for (const search of ['d000001', 'qzn07d000001']) {
      expect([search, await idsOf(search)]).toEqual([search, [draft.id]]);
    }
    expect((await idsOf('qzn07')).sort()).toEqual(both.toSorted());
    for (const code of ['QZN-07-000001', 'qzn 07 000001', 'QZN07000001']) {
      const found = expectDone(await till.post('/pos/scan', { code }));
      expect([code, found]).toEqual([code, { type: 'transaction', data: { transaction_id: sale.id } }]);
    }
    for (const search of ['zn', '%', '__', '\\', '"', "'", '*', 'qzn%07', '0000001', 'd000003', 'ñ', '🙂']) {
      const isWritten = search === 'qzn%07';
      expect([search, (await idsOf(search)).length]).toEqual([search, isWritten ? 2 : 0]);
    }
    expect(await idsOf('QŹÑ')).toHaveLength(2);
    expect([(await idsOf('')).length, (await idsOf('   ')).length]).toEqual([2, 2]);
    expect(await idsOf('0'.repeat(100))).toEqual([]);
    expect((await till.get(`/transactions?search=${'0'.repeat(101)}`)).status).toBe(422);
  });

  it('keeps a draft’s apart until it is sold, also one that an older server beside this one made, or cancelled', async () => {
    const [sold, cancelled] = [
      await openDraft(till, [shop.units[4]?.id ?? 0]),
      await openDraft(till, [shop.units[5]?.id ?? 0]),
    ];
    const apart = async () => {
      const rows = await server.database.reader.selectFrom('draft_codes').select('rowid').execute();
      return rows.flatMap(({ rowid }) => ([sold.id, cancelled.id].includes(rowid) ? [rowid] : []));
    };
    expect(await apart()).toEqual([sold.id, cancelled.id]);
    // SQLite has one server, which has moved them all.
    if (server.database.engine === 'postgresql') {
      const codes = [{ id: sold.id, code_text: '  qzn 07 d000003' }];
      await server.database.write((writer) => insertCodes(writer, 'transaction_codes', codes));
    }
    expectDone(await completeInCash<WireSale>(till, sold));
    expectDone(await till.delete(`/transactions/${cancelled.id}`, {}));
    expect(await apart()).toEqual([]);
    const found = [
      await idsOf(sold.draft_number),
      await idsOf('QZN-07-000002'),
      await idsOf(cancelled.draft_number),
    ];
    expect(found).toEqual([[sold.id], [sold.id], []]);
  });

  describe('that thousands of them hold', () => {
    let busy: Shop;
    let by: Caller;
    let old: number[];
    let recent: number[];
    beforeAll(async () => {
      busy = await makeShop(server.database, { store: { code: 'NEW-01' } });
      by = await signIn(server.url, busy.seller.email);
      const before = { ...busy, store: { ...busy.store, code: 'OLD-01' } };
      old = await fillManySales(server.database, before, 2100, OPENING - DAY);
      recent = await fillManySales(server.database, busy, 1200, OPENING);
      await keepNumbers(server.database, busy);
    });

    it('shows the newest first, page by page, and counts to the cap', async () => {
      for (const [search, ids] of [
        ['old-01', old],
        ['01-00', [...recent, ...old]],
      ] as const) {
        for (const page of [1, 2, 50]) {
          const found = await list(`?search=${search}&page=${page}`, by);
          expect([search, page, found.data.map((row) => row.id)]).toEqual([
            search,
            page,
            ids.slice((page - 1) * 20, page * 20),
          ]);
          expect(found.meta).toMatchObject({ total: 1000, total_capped: true });
        }
      }
    });

    it('shows the oldest first', async () => {
      const found = await list('?search=new-01&sort=date', by);
      expect(found.data.map((row) => row.id)).toEqual(recent.toReversed().slice(0, 20));
    });

    it('shows all that a short list has of them', async () => {
      const found = await list('?search=01-00&status=draft', by);
      expect(found.meta).toMatchObject({ total: 0, total_capped: false });
      const [mine] = shop.units.slice(2);
      await sell(till, [mine?.id ?? 0]);
      expect((await list('?search=00')).meta).toMatchObject({ total_capped: false });
    });

    it('are all in the export', async () => {
      const rowsFor = async (search: string) => {
        const answer = await fetch(`${server.url}/api/v1/transactions/export?search=${search}`, {
          headers: { Authorization: `Bearer ${by.token}` },
        });
        return (await answer.text()).trim().split('\r\n').slice(1);
      };
      expect(await rowsFor('old-01')).toHaveLength(2100);
      expect(await rowsFor('01-00120')).toHaveLength(10);
      expect(await rowsFor('no-such')).toEqual([]);
    });
  });
});

onEveryEngine('products by a part of a unit’s codes', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 1 });
    till = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const namesFor = async (search: string) =>
    expectDone(await till.get<Catalogue>(`/pos/products?search=${encodeURIComponent(search)}`)).data.map(
      (product) => product.name,
    );

  it('finds those of units that stand in the store, from four characters on', async () => {
    const named = { barcode: '777091235', product: { name: 'Coded Phone' } };
    const { id } = await makeVariation(server.database, named);
    const unit = {
      count: 1,
      product_variation_id: id,
      store_id: shop.store.id,
      serial_number: 'C02-XK1Z9',
      imei: '358412077939264',
      qr_code: 'QR-7F3K-22',
    };
    await makeUnits(server.database, unit);
    for (const search of [
      '9264',
      '41207793926',
      '35841207793926',
      '35 841207 793926 4',
      'xk1z',
      'c02 xk1',
      'C02XK1Z9',
      '7f3k22',
    ]) {
      expect([search, await namesFor(search)]).toEqual([search, ['Coded Phone']]);
    }
    for (const search of ['264', 'xk1', '091', '358', '%9264', '3584120779392640', '"9264" or']) {
      expect([search, await namesFor(search)]).toEqual([search, search === '%9264' ? ['Coded Phone'] : []]);
    }
  });

  it('finds none that a test’s builder made by digits that it happened to be numbered with', async () => {
    const { id } = await makeVariation(server.database);
    await server.database.write((writer) => {
      let last = id;
      while (last < 3577) last = writer.nextId();
      return Promise.resolve();
    }, 3577);
    for (let made = 0; made < 3; made += 1) await makeVariation(server.database);
    expect(await namesFor('358')).toEqual([]);
  });

  it('finds a product by its name typed in one', async () => {
    await makeVariation(server.database, { product: { name: 'Galaxy S25 Ultra' } });
    for (const search of ['galaxys25', 'GalaxyS25Ultra', 's25ultra']) {
      expect([search, await namesFor(search)]).toEqual([search, ['Galaxy S25 Ultra']]);
    }
    expect(await namesFor('galaxys26')).toEqual([]);
  });

  it('finds units that are elsewhere or sold by their whole code only', async () => {
    const elsewhere = await makeShop(server.database);
    const { id } = await makeVariation(server.database, { product: { name: 'Distant Phone' } });
    const unit = { count: 1, product_variation_id: id, imei: '861234059876543' };
    await makeUnits(server.database, { ...unit, store_id: elsewhere.store.id });
    expect(await namesFor('861234059876543')).toEqual(['Distant Phone']);
    expect(await namesFor('0598765')).toEqual([]);
    const sold = { ...unit, imei: '861234051111111', store_id: shop.store.id, status: 'sold' as const };
    await makeUnits(server.database, sold);
    expect(await namesFor('86123405111')).toEqual([]);
  });

  it('finds a part of a name, of a SKU, and two characters at the beginning of a word', async () => {
    await makeVariation(server.database, { product: { name: 'Xperia Headphones 5G' } });
    for (const search of ['phones xper', 'eadphon', '5g xperia', 'xp']) {
      expect([search, await namesFor(search)]).toEqual([search, ['Xperia Headphones 5G']]);
    }
    expect(await namesFor('pe ia xperia')).toEqual([]);
    await makeVariation(server.database, { product: { name: 'Zphone 17 Pro' } });
    for (const search of ['zphone17', 'zphone17 pro']) {
      expect([search, await namesFor(search)]).toEqual([search, ['Zphone 17 Pro']]);
    }
    expect(await namesFor('zp17')).toEqual([]);
  });
});
