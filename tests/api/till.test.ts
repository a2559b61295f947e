import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { receiptCode } from '#domain/barcodes.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  completeInCash,
  createDraft,
  expectDone,
  findUnitRow,
  openDraft,
  saveDraft,
  sell,
  type WireHolds,
  type WireLock,
  type WireScan,
} from '#tests/support/selling.ts';
import { makeSettings, makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';

onEveryEngine('the till', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let other: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id, name: 'Ana Reyes' });
    till = await signIn(server.url, shop.seller.email);
    other = await signIn(server.url, colleague.email);
  });

  const scan = <T = WireScan>(code: string, by = till) => by.post<T>('/pos/scan', { code });
  const lock = <T = WireLock>(unitId: number, by = till) => by.post<T>(`/pos/inventory/${unitId}/lock`);
  const unlock = (unitId: number, by = till) => by.post(`/pos/inventory/${unitId}/unlock`);
  const unit = () => {
    const [first] = shop.units;
    if (!first) throw new Error('The shop has no unit');
    return first;
  };

  it.each([
    ['its IMEI', () => unit().imei ?? ''],
    ['its serial number', () => unit().serial_number ?? ''],
    ['its serial number in small letters', () => (unit().serial_number ?? '').toLowerCase()],
    ['its serial number with spaces around', () => `  ${unit().serial_number} `],
  ])('finds a unit by %s and locks it', async (_, code) => {
    const found = expectDone(await scan(code()));
    expect(found).toMatchObject({
      type: 'inventory',
      data: {
        id: unit().id,
        status: 'locked',
        locked_by: shop.seller.name,
        productVariation: {
          id: shop.variation.id,
          retail_price: 1000,
          product: { sku: shop.variation.product.sku },
        },
      },
      expires_at: new Date(server.clock.now() + LOCK_LIFETIME).toISOString(),
    });
    expect(await findUnitRow(server.database, unit().id)).toMatchObject({ status: 'locked' });
  });

  it('finds a unit by its QR code', async () => {
    const given = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const [labelled] = await makeUnits(server.database, {
      count: 1,
      qr_code: `QR-${shop.store.id}`,
      ...given,
    });
    expect(expectDone(await scan(`qr-${shop.store.id}`))).toMatchObject({ data: { id: labelled?.id } });
  });

  it('names the variation of a barcode, and locks nothing yet', async () => {
    const found = expectDone(await scan(shop.variation.barcode));
    expect(found).toMatchObject({
      type: 'product',
      variation_id: shop.variation.id,
      data: { id: shop.variation.product.id, variations: [{ id: shop.variation.id, availableQuantity: 3 }] },
    });
  });

  it('leaves the variation of a SKU open, for the picker', async () => {
    const found = expectDone(await scan(shop.variation.product.sku.toLowerCase()));
    expect(found).toMatchObject({ type: 'product', variation_id: null });
  });

  it('leads from a sold unit and from a receipt to the sale', async () => {
    const { transaction } = await sell(till, [unit().id]);
    expect(expectDone(await scan(unit().imei ?? ''))).toEqual({
      type: 'transaction',
      data: { transaction_id: transaction.id, inventory_item_id: unit().id },
    });
    for (const number of [transaction.draft_number, transaction.invoice_number ?? '']) {
      expect(expectDone(await scan(receiptCode(number)))).toEqual({
        type: 'transaction',
        data: { transaction_id: transaction.id },
      });
    }
  });

  it.each(['no such code', 'tindahan:sale:XXX-01-000001', '999999999999999999999', "' or 1=1 --"])(
    'answers 404 to the code %j',
    async (code) => {
      const answer = await till.post('/pos/scan', { code });
      expect([answer.status, answer.body.code]).toEqual([404, 'code_not_found']);
      expect(answer.body.message).toBe('Item not found');
    },
  );

  it('says at which other store a unit stands to those who may see stock', async () => {
    const elsewhere = await makeShop(server.database);
    const code = elsewhere.units[0]?.imei ?? '';
    const told = (await till.post<object>('/pos/scan', { code })).body;
    expect(told).toMatchObject({ message: 'Item not found', stands_at: elsewhere.store.name });
  });

  it('does not find another store’s unit or sale', async () => {
    const elsewhere = await makeShop(server.database);
    const [theirs] = elsewhere.units;
    expect((await scan(theirs?.imei ?? '')).status).toBe(404);
    expect((await lock(theirs?.id ?? 0)).status).toBe(404);
    const theirTill = await signIn(server.url, elsewhere.seller.email);
    const { transaction } = await sell(theirTill, [theirs?.id ?? 0]);
    expect((await till.get(`/transactions/${transaction.id}`)).status).toBe(404);
    expect((await till.get(`/transactions/${transaction.id}/receipt`)).status).toBe(404);
    expect((await scan(receiptCode(transaction.draft_number))).status).toBe(404);
  });

  it.each([
    ['defective', 'This item is marked as defective'],
    ['lost', 'This item is marked as lost'],
    ['in_transit', 'This item is not available'],
    ['returned', 'This item went back to its supplier'],
  ] as const)('locks no unit that is %s, and says so', async (status, message) => {
    const given = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const [broken] = await makeUnits(server.database, { count: 1, status, ...given });
    const answer = await scan<{ code: string }>(broken?.imei ?? '');
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'item_unavailable', message }]);
  });

  it('tells another till who holds a unit and until when', async () => {
    await lock(unit().id);
    const until = new Date(server.clock.now() + LOCK_LIFETIME).toISOString();
    const refused = await other.post(`/pos/inventory/${unit().id}/lock`);
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      message: 'This item is not available',
      code: 'item_unavailable',
      locked_by: shop.seller.name,
      locked_until: until,
      inventory_item_ids: [unit().id],
      item_name: `${shop.variation.product.name}, ${shop.variation.name}`,
    });
    const scanned = await other.post('/pos/scan', { code: unit().imei });
    expect(scanned.body).toMatchObject({ locked_by: shop.seller.name, locked_until: until });
  });

  it('belongs to a sign-in: the same person at a second till is refused', async () => {
    await lock(unit().id);
    const secondTill = await signIn(server.url, shop.seller.email);
    const refused = await lock<{ item_name?: string }>(unit().id, secondTill);
    expect(refused.status).toBe(409);
    expect(refused.body.item_name).toMatch(/.+, .+/);
    expect((await lock(unit().id)).status).toBe(200);
  });

  it('belongs to one draft of a sign-in: another window is refused, and told which draft has it', async () => {
    const [first, second] = shop.units;
    const draft = await openDraft(till, [unit().id]);
    const { id, transaction_number } = draft;
    const refusal = {
      status: 409,
      body: {
        code: 'item_unavailable',
        locked_by: shop.seller.name,
        inventory_item_ids: [first?.id],
        own_draft: { id, transaction_number },
      },
    };
    const window = await openDraft(till, [second?.id ?? 0]);
    // A scan says nothing of its cart: it may be the one that has the unit.
    expect((await lock(unit().id)).status).toBe(200);
    expect((await scan(unit().imei ?? '')).status).toBe(200);
    expect(await createDraft(till, [unit().id])).toMatchObject(refusal);
    expect(await saveDraft(till, window.id, [second?.id ?? 0, unit().id])).toMatchObject(refusal);
    // Nobody else is told of the draft.
    expect((await lock(unit().id, other)).body).not.toHaveProperty('own_draft');
    // The same person at another till is: it is their own cart.
    const secondTill = await signIn(server.url, shop.seller.email);
    expect((await lock(unit().id, secondTill)).body).toMatchObject({ own_draft: { id, transaction_number } });
    // A window that removes it from a cart of its own does not free it.
    await unlock(unit().id);
    expect(await findUnitRow(server.database, unit().id)).toMatchObject({ locked_for_draft: id });
    expectDone(await saveDraft(till, id, [unit().id]));

    server.clock.advance(LOCK_LIFETIME);
    expect((await lock(unit().id)).status).toBe(200);
    expectDone(await saveDraft(till, window.id, [unit().id]));
    const refresh = await till.post<WireHolds>(`/transactions/${id}/refresh-locks`, {});
    expect(expectDone(refresh).lost).toMatchObject([
      { own_draft: { id: window.id, transaction_number: window.transaction_number } },
    ]);
    expect((await completeInCash(till, draft)).status).toBe(409);
    expectDone(await completeInCash(till, window));
  });

  it('puts a unit that two windows of a sign-in have scanned into one draft', async () => {
    expectDone(await lock(unit().id));
    expectDone(await lock(unit().id));
    const answers = await Promise.all([createDraft(till, [unit().id]), createDraft(till, [unit().id])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('gives a unit back only to the sign-in that holds it', async () => {
    await lock(unit().id);
    await unlock(unit().id, other);
    expect((await lock(unit().id, other)).status).toBe(409);
    await unlock(unit().id);
    expect(await findUnitRow(server.database, unit().id)).toMatchObject({
      status: 'available',
      locked_by_id: null,
      lock_token: null,
    });
    expect((await lock(unit().id, other)).status).toBe(200);
  });

  it('counts a lock that has expired as available', async () => {
    await lock(unit().id);
    server.clock.advance(LOCK_LIFETIME - 1);
    expect((await lock(unit().id, other)).status).toBe(409);
    server.clock.advance(1);
    expect((await lock(unit().id, other)).status).toBe(200);
    await unlock(unit().id);
    expect((await lock(unit().id)).status).toBe(409);
  });

  it('keeps a draft’s units with every refresh, and says which were lost', async () => {
    const [first, second] = shop.units;
    const draft = await openDraft(till, [first?.id ?? 0, second?.id ?? 0]);
    const refresh = (by: Caller, resume = false) =>
      by.post<WireHolds>(`/transactions/${draft.id}/refresh-locks`, { resume });
    server.clock.advance(LOCK_LIFETIME - 1);
    const kept = expectDone(await refresh(till));
    const until = new Date(server.clock.now() + LOCK_LIFETIME).toISOString();
    expect(kept.lost).toEqual([]);
    expect(kept.locked.map((held) => held.expires_at)).toEqual([until, until]);
    server.clock.advance(LOCK_LIFETIME - 1);
    expect((await lock(first?.id ?? 0, other)).status).toBe(409);

    server.clock.advance(1);
    await lock(first?.id ?? 0, other);
    const { locked, lost } = expectDone(await refresh(till));
    expect(locked.map((held) => held.inventory_item_id)).toEqual([second?.id]);
    expect(lost).toMatchObject([{ inventory_item_id: first?.id, locked_by: 'Ana Reyes' }]);
  });

  it('takes a resumed draft’s locks over, and its first till learns it at the next refresh', async () => {
    const draft = await openDraft(till, [unit().id]);
    const path = `/transactions/${draft.id}/refresh-locks`;
    expect(expectDone(await other.post<WireHolds>(path, {})).lost).toHaveLength(1);
    expect(expectDone(await other.post<WireHolds>(path, { resume: true })).locked).toHaveLength(1);
    expect(expectDone(await till.post<WireHolds>(path, {})).lost).toMatchObject([{ locked_by: 'Ana Reyes' }]);
    expect((await other.get(`/transactions/${draft.id}`)).body).toMatchObject({
      staff: { name: 'Ana Reyes' },
    });
  });

  it('locks nothing in a store that does not sell at a till', async () => {
    const features = { pos_enabled: false, online_orders: false, repairs: false };
    const closed = await makeShop(server.database, { store: { settings_json: makeSettings({ features }) } });
    const there = await signIn(server.url, closed.seller.email);
    const unitId = closed.units[0]?.id ?? 0;
    for (const answer of [
      await there.post(`/pos/inventory/${unitId}/lock`),
      await there.post('/pos/scan', { code: closed.units[0]?.imei }),
      await there.post(`/pos/variations/${closed.variation.id}/lock-next`),
      await there.post('/transactions', { items: [{ inventory_item_id: unitId }] }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'pos_disabled']);
    }
  });
});
