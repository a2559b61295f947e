import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TradeIn } from '#contract/trade-ins.ts';
import { endOfDay } from '#domain/store-time.ts';
import {
  close,
  closed,
  differences,
  look,
  scanned as counted,
  setQuantity,
  started,
  unitsIn,
} from '#tests/support/counts.ts';
import { signIn, type Refusal, type SignedIn } from '#tests/support/http.ts';
import {
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  saveDraft,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  makeCustomer,
  makeImei,
  makeStaff,
  makeStore,
  makeSupplier,
  makeUnits,
} from '#tests/support/shop.ts';
import { makeShop, type Shop } from '#tests/support/shop.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';
import { send, sent, type RefusedUnits, type WireTransferableUnit } from '#tests/support/transfers.ts';

type Returnable = { data: { inventory_item_id: number; problem: string | null }[] };

onEveryEngine('a unit that was paid for on a draft whose hold has ended', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: SignedIn;
  let manager: SignedIn;
  let boss: { email: string };
  let unitId: number;
  let imei: string;
  let draft: WireTransaction;
  let text: string;
  let destination: { id: number };
  beforeAll(async () => {
    server = await start();
    destination = await makeStore(server.database);
  });
  afterAll(() => server.close());

  const untilMidnight = () => endOfDay(server.clock.now(), 'Asia/Manila') - server.clock.now();
  /** Pays for units on a draft of a customer, and lets the hold on them end. */
  const depositOn = async (unitIds: readonly number[]) => {
    server.clock.advance(untilMidnight() - 30 * MINUTE);
    await signAllIn();
    const ana = await makeCustomer(server.database, { name: 'Ana Cruz' });
    const opened = await openDraft(till, unitIds, { customer_id: ana.id });
    await pay(till, opened.id, { method: 'cash', amount: 200 });
    server.clock.advance(untilMidnight() + MINUTE);
    return opened;
  };
  /** A sign-in lasts for less than the days that pass here. */
  const signAllIn = async () => {
    till = await signIn(server.url, shop.seller.email);
    manager = await signIn(server.url, boss.email);
  };
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 3 });
    boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    await signAllIn();
    ({ id: unitId, imei } = { id: 0, ...shop.units[0], imei: shop.units[0]?.imei ?? '' });
    draft = await depositOn([unitId]);
    text = `₱200.00 was paid for this by Ana Cruz (draft ${draft.transaction_number})`;
  });

  const moreUnits = (count: number, fields: object = {}) =>
    makeUnits(server.database, {
      count,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
      ...fields,
    });
  const statusOf = async (id = unitId) => (await findUnitRow(server.database, id)).status;
  const isThere = async () => expect(['available', 'locked']).toContain(await statusOf());
  /** Takes the unit off its draft, in favour of another one. */
  const takeOff = async () => {
    const other = shop.units[1]?.id ?? 0;
    expectDone(await till.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    const { version } = expectDone(await till.get<WireTransaction>(`/transactions/${draft.id}`));
    expectDone(await saveDraft(till, draft.id, [other], { version }));
  };

  it('is sent to no other store, and says so when it is scanned for it', async () => {
    const problem = `${text}. Take it off that draft first`;
    const refused = await send(manager, destination.id, [unitId, shop.units[1]?.id ?? 0]);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'units_unavailable', units: [{ inventory_item_id: unitId, problem }] },
    });
    expect(refused.body.message).toBe(`IMEI ${imei}: ${problem}`);
    await isThere();
    const found = await manager.get<{ data: WireTransferableUnit[] }>(
      `/inventory/transfers/lookup?code=${imei}`,
    );
    expect(expectDone(found).data[0]?.place.deposit).toMatchObject({
      amount: 200,
      customer: 'Ana Cruz',
      draft: { transaction_number: draft.transaction_number },
    });
    const ofBarcode = await manager.get<{ data: WireTransferableUnit[] }>(
      `/inventory/transfers/lookup?code=${shop.variation.barcode}`,
    );
    expect(expectDone(ofBarcode).data.map(({ inventory_item_id }) => inventory_item_id)).toEqual([
      shop.units[1]?.id,
      shop.units[2]?.id,
    ]);
    await takeOff();
    await sent(manager, destination.id, [unitId]);
  });

  it('is returned to no supplier', async () => {
    const supplier = await makeSupplier(server.database);
    const problem = `${text}. Take it off that draft first`;
    const giveBack = () =>
      manager.post<RefusedUnits>('/supplier-returns', {
        supplier_id: supplier.id,
        item_ids: [unitId],
        reason: 'Dead on arrival',
      });
    expect(await giveBack()).toMatchObject({
      status: 409,
      body: {
        code: 'units_unavailable',
        message: `IMEI ${imei}: ${problem}`,
        units: [{ inventory_item_id: unitId, problem }],
      },
    });
    await isThere();
    const found = await manager.get<Returnable>(`/supplier-returns/lookup?code=${imei}`);
    expect(expectDone(found).data).toMatchObject([{ inventory_item_id: unitId, problem }]);
    await takeOff();
    expect((await giveBack()).status).toBe(201);
  });

  it.each(['lost', 'defective'] as const)(
    'is not marked as %s by hand, but may be changed',
    async (status) => {
      const mark = () => manager.put<Refusal>(`/inventory/${unitId}`, { status, reason: 'Seen so' });
      expect(await mark()).toMatchObject({
        status: 409,
        body: { code: 'item_unavailable', message: `${text}. Take it off that draft first` },
      });
      await isThere();
      expectDone(await manager.put(`/inventory/${unitId}`, { notes: 'In the safe' }));
      await takeOff();
      expectDone(await mark());
    },
  );

  it('is not deleted', async () => {
    expect(await manager.delete<Refusal>(`/inventory/${unitId}`, { reason: 'Entered twice' })).toMatchObject({
      status: 409,
      body: { code: 'item_unavailable', message: `${text}. Take it off that draft first` },
    });
  });

  it('does not go back to the person who traded it in', async () => {
    const body = { product_variation_id: shop.variation.id, imei: makeImei(900_000 + unitId), ...BROUGHT };
    const { id, trade_in } = expectDone(
      await manager.post<{ id: number; trade_in: TradeIn | null }>('/inventory/trade-ins', body),
    );
    const act = (name: string, form: object = {}) =>
      manager.post<Refusal>(`/trade-ins/${trade_in?.id}/${name}`, form);
    expectDone(await act('clear', { reference: 'PNP-1' }));
    await server.database.write((writer) =>
      writer.updateTable('inventory_items').set({ own_price: 900_000 }).where('id', '=', id).execute(),
    );
    const paid = await depositOn([id]);
    expect(await act('give-back')).toMatchObject({
      status: 409,
      body: {
        code: 'illegal_state',
        message: `₱200.00 was paid for this by Ana Cruz (draft ${paid.transaction_number}). Take it off that draft first`,
      },
    });
  });

  it('is counted as missing, and the review of the count tells it first', async () => {
    const [, found, missing] = shop.units;
    const count = await started(manager);
    await counted(manager, count.id, [found?.imei]);
    expect((await look(manager, count.id)).progress).toMatchObject({ missing: 2, paid_for: 1 });
    const deposit = { amount: 200, customer: 'Ana Cruz', draft: { id: draft.id } };
    expect(await differences(manager, count.id, 'missing')).toMatchObject([
      { unit: { inventory_item_id: unitId }, deposit },
      { unit: { inventory_item_id: missing?.id }, deposit: null },
    ]);
    const file = await fetch(`${server.url}/api/v1/inventory/counts/${count.id}/export`, {
      headers: { Authorization: `Bearer ${manager.token}` },
    });
    expect(await file.text()).toContain(text);
    await closed(manager, count.id);
    expect(await statusOf()).toBe('lost');
    expect((await differences(manager, count.id, 'missing'))[0]).toMatchObject({ deposit });
  });

  it('is moved by a count of the store that it was found in, whose review tells it', async () => {
    const there = await signIn(
      server.url,
      (await makeStaff(server.database, { store_id: destination.id, role: 'store_manager' })).email,
    );
    const count = await started(there);
    await counted(there, count.id, [imei]);
    expect(await differences(there, count.id, 'unexpected')).toMatchObject([
      { unit: { inventory_item_id: unitId }, deposit: { amount: 200 } },
    ]);
    await closed(there, count.id);
    expect((await findUnitRow(server.database, unitId)).store_id).toBe(destination.id);
  });

  it('is the last one to be missed among pieces that are alike', async () => {
    const noCodes = { imei: null, imei2: null, serial_number: null, qr_code: null };
    const pieces = await moreUnits(2, noCodes);
    const [paidFor, other] = pieces.map(({ id }) => id).sort((a, b) => a - b);
    await depositOn([paidFor ?? 0]);
    const count = await started(manager);
    await counted(
      manager,
      count.id,
      shop.units.map((unit) => unit.imei),
    );
    expectDone(await setQuantity(manager, count.id, shop.variation.id, 1));
    expectDone(await close(manager, count.id));
    expect(await unitsIn(manager, count.id, 'missing')).toEqual([]);
    expect(await statusOf(other)).toBe('lost');
    expect(await statusOf(paidFor)).not.toBe('lost');
  });
});
