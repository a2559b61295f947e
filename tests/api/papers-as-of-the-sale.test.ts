import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiptRows } from '#domain/receipt.ts';
import type { z } from '#contract/zod.ts';
import { receipt } from '#contract/receipts.ts';
import type { tradeIn } from '#contract/trade-ins.ts';
import type { zReading } from '#contract/z-readings.ts';
import { NO_RETURN_REFUSAL } from '#domain/no-return-notice.ts';
import { signIn, type Refusal, type SignedIn } from '#tests/support/http.ts';
import { openOfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone, sell, type WireReceipt } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  atDevice,
  close as closeShift,
  count,
  makeTill,
  openShift,
  piecesOf,
  readX,
  type WireShift,
} from '#tests/support/shifts.ts';
import { makeImei, makeStaff, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';
import { saveSettings, settingsForm } from '#tests/support/store-settings.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

type WireTradeIn = z.input<typeof tradeIn>;
type WireZ = z.input<typeof zReading>;

const FIRST = {
  registered_name: 'Reyes Trading Corp.',
  tin: '123-456-789-00001',
  receipt_header: 'Permit 1',
  receipt_footer: 'Salamat',
};
const SECOND = {
  registered_name: 'Santos Holdings Inc.',
  tin: '987-654-321-00002',
  receipt_header: 'Permit 2',
  receipt_footer: 'Thank you',
};

onEveryEngine('the papers of a sale', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: SignedIn;
  let manager: SignedIn;
  let admin: SignedIn;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ shop, till, manager } = await openShop(server));
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, email);
    expectDone(await admin.put('/settings', { shop_name: 'Tindahan ni Ana' }));
    await saveSettings(admin, shop.store.id, FIRST);
    server.clock.advance(MINUTE);
  });

  /** Changes all that papers say of the seller. */
  const changeAll = async (more: Parameters<typeof saveSettings>[2] = {}) => {
    expectDone(await admin.put('/settings', { shop_name: 'Gadget Hub' }));
    expectDone(
      await admin.put(`/stores/${shop.store.id}`, {
        name: 'Hub Makati',
        address: 'New Street 2',
        phone: null,
      }),
    );
    await saveSettings(admin, shop.store.id, { ...SECOND, ...more });
  };
  const viewed = async (id: number) => expectDone(await till.get<WireReceipt>(`/transactions/${id}/receipt`));
  const reprinted = async (id: number) =>
    expectDone(await till.post<WireReceipt>(`/transactions/${id}/print-receipt`));
  const mailed = async (id: number) => {
    const email = `sale-${id}@example.ph`;
    expectDone(await till.post<object>(`/transactions/${id}/email-receipt`, { email }));
    const mails = server.database.reader.selectFrom('outbox').selectAll().where('recipient', '=', email);
    return (await mails.executeTakeFirstOrThrow()).text;
  };
  const sellerOf = ({ shop_name, store, footer }: WireReceipt) => ({ shop_name, store, footer });

  it('name the seller as of the sale, whatever is changed since', async () => {
    const { transaction, receipt: first } = await sell(till, [shop.units[0]?.id ?? 0]);
    expect(sellerOf(first)).toMatchObject({
      shop_name: 'Tindahan ni Ana',
      store: {
        name: shop.store.name,
        registered_name: FIRST.registered_name,
        tin: FIRST.tin,
        header: 'Permit 1',
      },
      footer: 'Salamat',
    });
    server.clock.advance(HOUR);
    await changeAll();
    server.clock.advance(MINUTE);
    await saveSettings(admin, shop.store.id, { ...SECOND, tin: null });
    expect(await viewed(transaction.id)).toEqual(first);
    expect(sellerOf(await reprinted(transaction.id))).toEqual(sellerOf(first));
    const text = await mailed(transaction.id);
    for (const said of ['TINDAHAN NI ANA', FIRST.registered_name, `TIN ${FIRST.tin}`, 'Permit 1', 'Salamat'])
      expect(text).toContain(said);
    expect(text).not.toContain('GADGET HUB');
    const { receipt: later } = await sell(till, [shop.units[1]?.id ?? 0]);
    expect(sellerOf(later)).toMatchObject({
      shop_name: 'Gadget Hub',
      store: {
        name: 'Hub Makati',
        address: 'New Street 2',
        registered_name: SECOND.registered_name,
        tin: null,
      },
    });
    const file = await fetch(`${server.url}/api/v1/transactions/export`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    const rows = (await file.text()).split('\r\n');
    const of = (name: string) => rows.find((row) => row.startsWith(name)) ?? '';
    expect(of(transaction.invoice_number ?? '–')).toContain(`${FIRST.registered_name},${FIRST.tin},`);
    expect(of(later.invoice_number)).toContain(`${SECOND.registered_name},,New Street 2`);
  });

  it('say on each copy which one it is, and when it was printed', async () => {
    const { transaction, receipt: first } = await sell(till, [shop.units[0]?.id ?? 0]);
    expect(first.reprinted).toBeUndefined();
    server.clock.advance(HOUR);
    const copies = [await reprinted(transaction.id), await reprinted(transaction.id)];
    const paper = copies.at(-1);
    const at = new Date(server.clock.now()).toISOString();
    expect(paper).toMatchObject({ reprinted: { at } });
    const texts = receiptRows(receipt.parse(paper), 32).flatMap((row) =>
      'text' in row ? row.text.trim() : [],
    );
    const place = texts.indexOf(`*** REPRINT ${paper?.copy_no} ***`);
    expect(place).toBeGreaterThan(0);
    expect(texts[place + 1]).toMatch(/^Reprinted \w{3} \d+, \d{4} \d+:\d{2} [AP]M$/);
  });

  it('of a sale that a till made without the server name the seller as of its moment', async () => {
    const at = await openOfflineShop(server);
    const { email } = await makeStaff(server.database, { store_id: at.shop.store.id, role: 'admin' });
    const boss = await signIn(server.url, email);
    const filed = at.make([0]);
    server.clock.advance(MINUTE);
    expectDone(await boss.put(`/stores/${at.shop.store.id}`, { name: 'Renamed' }));
    const recorded = await at.send(filed);
    expect(recorded.receipt?.store.name).toBe(at.shop.store.name);
    const again = await at.till.get<WireReceipt>(`/transactions/${recorded.transaction_id}/receipt`);
    expect(expectDone(again).store.name).toBe(at.shop.store.name);
  });

  describe('and those of its till and of what was traded in name the business as of their moment', () => {
    const OF_FIRST = {
      shop_name: 'Tindahan ni Ana',
      store: { registered_name: FIRST.registered_name, tin: FIRST.tin, header: 'Permit 1' },
    };
    const OF_SECOND = {
      shop_name: 'Gadget Hub',
      store: { name: 'Hub Makati', registered_name: SECOND.registered_name, tin: SECOND.tin },
    };
    const tradedIn = async (imei: string) =>
      expectDone(
        await manager.post<{ trade_in: WireTradeIn }>('/inventory/trade-ins', {
          product_variation_id: shop.variation.id,
          imei,
          ...BROUGHT,
        }),
      ).trade_in;

    it('on the slip of a trade-in, on its page and in the register', async () => {
      const traded = await tradedIn(makeImei(800_000 + shop.store.id));
      expect(traded.business).toMatchObject(OF_FIRST);
      server.clock.advance(MINUTE);
      await changeAll();
      server.clock.advance(MINUTE);
      const later = await tradedIn(makeImei(810_000 + shop.store.id));
      const one = await manager.get<WireTradeIn>(`/trade-ins/${traded.id}`);
      expect(expectDone(one).business).toEqual(traded.business);
      const list = await manager.get<{ data: WireTradeIn[] }>('/trade-ins');
      expect(expectDone(list).data).toMatchObject([
        { id: later.id, business: OF_SECOND },
        { id: traded.id, business: OF_FIRST },
      ]);
      const cleared = await manager.post<WireTradeIn>(`/trade-ins/${traded.id}/clear`, {
        reference: 'PNP-1',
      });
      expect(expectDone(cleared).business).toEqual(traded.business);
    });

    it('on the X reading and the count of a closed shift, and on a Z reading, also when it is mailed', async () => {
      const shifts = { enabled: true, difference_limit: 100 };
      await saveSettings(admin, shop.store.id, { ...FIRST, shifts });
      const desk = atDevice(server.url, manager);
      await makeTill(desk, 'Counter 1');
      const shift = await openShift(desk, 5000);
      expect((await readX(desk, shift.id)).business).toBeNull();
      expectDone(await count(desk, shift.id, piecesOf(5000)));
      expect(expectDone(await closeShift<WireShift>(desk, shift.id)).business).toMatchObject(OF_FIRST);
      const [reading] = expectDone(await desk.post<{ data: WireZ[] }>('/z-readings', {})).data;
      server.clock.advance(HOUR);
      await changeAll({ shifts });
      server.clock.advance(MINUTE);
      const later = await openShift(desk, 5000);
      expect((await readX(desk, later.id)).business).toBeNull();
      expect((await readX(desk, shift.id)).business).toMatchObject(OF_FIRST);
      const shown = await desk.get<WireShift>(`/shifts/${shift.id}`);
      expect(expectDone(shown).business).toMatchObject(OF_FIRST);
      const again = expectDone(await desk.get<WireZ>(`/z-readings/${reading?.id}`));
      expect(again.business).toMatchObject(OF_FIRST);
      const email = `z-${reading?.id}@example.ph`;
      expectDone(await desk.post(`/z-readings/${reading?.id}/email`, { email }));
      const mails = server.database.reader.selectFrom('outbox').selectAll().where('recipient', '=', email);
      const { text } = await mails.executeTakeFirstOrThrow();
      for (const said of ['TINDAHAN NI ANA', FIRST.registered_name, `TIN ${FIRST.tin}`])
        expect(text).toContain(said);
      expect(text).not.toContain('GADGET HUB');
      expectDone(await count(desk, later.id, piecesOf(5000)));
      expect(expectDone(await closeShift<WireShift>(desk, later.id)).business).toMatchObject(OF_SECOND);
    });
  });

  describe('never say that goods are not taken back', () => {
    it.each(['receipt_header', 'receipt_footer'] as const)('in %s', async (field) => {
      const settings = settingsForm({ [field]: 'Salamat po!\nNO RETURN, NO EXCHANGE' });
      const refused = await admin.put<Refusal>(`/stores/${shop.store.id}/settings`, { settings });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { [`settings.${field}`]: [NO_RETURN_REFUSAL] } },
      });
    });
  });
});
