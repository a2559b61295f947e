import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TIN_REFUSAL } from '#domain/tin.ts';
import type { Refusal, SignedIn } from '#tests/support/http.ts';
import {
  expectDone,
  openDraft,
  openPaidDraft,
  pay,
  refundSale,
  type WireSale,
} from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import type { Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

onEveryEngine('the buyer on a receipt', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ shop, till, manager } = await openShop(server));
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const receiptOf = async (saleId: number) =>
    expectDone(await till.get<{ buyer: object | null }>(`/transactions/${saleId}/receipt`)).buyer;
  const completeFor = <T = WireSale>(draftId: number, buyer: object) =>
    till.post<T>(`/transactions/${draftId}/complete`, buyer);

  it('is kept with the sale, as it was completed, and stays on its receipt after a refund', async () => {
    const draft = await openPaidDraft(till, [unitId(0), unitId(1)]);
    const named = { buyer_name: '  Ñuñez & 雷耶斯 Trading 📱 ', buyer_address: 'Unit 3\r\nQuezon City' };
    const { transaction } = expectDone(
      await completeFor<{ transaction: { id: number; transaction_items: { id: number }[] } }>(draft.id, {
        ...named,
        buyer_tin: '123 456 789 00001',
      }),
    );
    const stored = {
      buyer_name: 'Ñuñez & 雷耶斯 Trading 📱',
      buyer_tin: '123-456-789-00001',
      buyer_address: 'Unit 3\nQuezon City',
    };
    expect(transaction).toMatchObject(stored);
    const printed = {
      name: stored.buyer_name,
      tin: stored.buyer_tin,
      address: stored.buyer_address,
    };
    expect(await receiptOf(draft.id)).toEqual(printed);
    expectDone(
      await refundSale(manager, draft.id, {
        items: [{ id: transaction.transaction_items[0]?.id, disposition: 'available' }],
      }),
    );
    expect(await receiptOf(draft.id)).toEqual(printed);
    expect(expectDone(await till.get(`/transactions/${draft.id}`))).toMatchObject(stored);
  });

  it('is nobody unless somebody is named', async () => {
    const draft = await openPaidDraft(till, [unitId()]);
    expectDone(await completeFor(draft.id, { buyer_name: ' ', buyer_tin: '', buyer_address: null }));
    expect(await receiptOf(draft.id)).toBeNull();
  });

  it.each<[string, object, string, string]>([
    ['a TIN of eleven digits', { buyer_tin: '123-456-789-00' }, 'buyer_tin', TIN_REFUSAL],
    ['a TIN of zeroes', { buyer_tin: '000-000-000' }, 'buyer_tin', TIN_REFUSAL],
    ['a TIN with a control character', { buyer_tin: '123456789\u0000' }, 'buyer_tin', TIN_REFUSAL],
    ['a name with a control character', { buyer_name: 'Re\u0000yes' }, 'buyer_name', 'Invalid characters'],
    ['a name of two lines', { buyer_name: 'One\nTwo' }, 'buyer_name', 'Invalid characters'],
    ['a name of 201 characters', { buyer_name: 'x'.repeat(201) }, 'buyer_name', 'At most 200 characters'],
    ['an address of 501', { buyer_address: 'x'.repeat(501) }, 'buyer_address', 'At most 500 characters'],
  ])('is refused with %s on its field, and nothing is sold', async (_, buyer, field, message) => {
    const draft = await openPaidDraft(till, [unitId()]);
    const refused = await completeFor<Refusal>(draft.id, buyer);
    expect([refused.status, refused.body.errors?.[field]]).toEqual([422, [message]]);
    expect(expectDone(await till.get(`/transactions/${draft.id}`))).toMatchObject({ status: 'draft' });
  });

  it('is changed by nobody afterwards: a later completion with another one is refused', async () => {
    const draft = await openDraft(till, [unitId()]);
    await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
    const buyer = { buyer_name: 'First Trading', buyer_tin: '123456789' };
    expectDone(await completeFor(draft.id, buyer));
    expectDone(await completeFor(draft.id, buyer));
    expectDone(await completeFor(draft.id, {}));
    const refused = await completeFor<Refusal>(draft.id, { buyer_name: 'Second Trading' });
    expect([refused.status, refused.body.code]).toEqual([409, 'illegal_state']);
    expect(await receiptOf(draft.id)).toEqual({ name: 'First Trading', tin: '123-456-789', address: null });
  });
});
