import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller, SignedIn } from '#tests/support/http.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireReceipt,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import type { Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

onEveryEngine('the receipt of a sale that was taken back', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: SignedIn;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ shop, till, manager } = await openShop(server));
  });

  const unitId = (index: number) => shop.units[index]?.id ?? 0;
  const viewed = async (id: number) => expectDone(await till.get<WireReceipt>(`/transactions/${id}/receipt`));
  const reprinted = async (id: number) =>
    expectDone(await till.post<WireReceipt>(`/transactions/${id}/print-receipt`));
  const mailed = async (id: number) => {
    const email = `sale-${id}@example.ph`;
    expectDone(await till.post<object>(`/transactions/${id}/email-receipt`, { email }));
    const mails = server.database.reader.selectFrom('outbox').selectAll().where('recipient', '=', email);
    return mails.executeTakeFirstOrThrow();
  };
  const at = () => new Date(server.clock.now()).toISOString();

  it('says nothing while the sale stands as it was sold', async () => {
    const { transaction: sale, receipt } = await sell(till, [unitId(0)]);
    for (const one of [receipt, await viewed(sale.id), await reprinted(sale.id)]) {
      expect(one.taken_back).toBeUndefined();
      expect(one.lines[0]?.refunded).toBeUndefined();
    }
  });

  it('is void once the sale was voided, with what goes back by each method: cash without its change', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    await pay(till, draft.id, { method: 'gcash', amount: 600, reference_number: 'G-1', status: 'completed' });
    await pay(till, draft.id, { method: 'maya', amount: 100, reference_number: 'M-1', status: 'pending' });
    await pay(till, draft.id, { method: 'cash', amount: 1000 });
    const { transaction: sale } = expectDone(await complete<WireSale>(till, draft.id));
    expect(sale.change_due).toBe(600);
    server.clock.advance(HOUR);
    expectDone(await voidSale<WireTransaction>(manager, sale.id, 'Wrong customer'));
    const takenBack = {
      status: 'void',
      at: at(),
      payouts: [
        { method: 'cash', amount: 400 },
        { method: 'gcash', amount: 600 },
      ],
      cash_rounding: 0,
    };
    expect((await viewed(sale.id)).taken_back).toEqual(takenBack);
    expect(await reprinted(sale.id)).toMatchObject({ copy_no: 1, taken_back: takenBack });
    const mail = await mailed(sale.id);
    expect(mail.subject).toMatch(/^VOID: /);
    expect(mail.text).toContain('*** VOID ***');
    expect(mail.text).toMatch(/GIVEN BACK +PHP 1,000\.00/);
  });

  it('gives nothing back of a void sale for which no money was received', async () => {
    const { sale } = await sellOnTrust(till, [unitId(0)]);
    expectDone(await voidSale<WireTransaction>(manager, sale.id, 'Never paid'));
    expect((await reprinted(sale.id)).taken_back).toMatchObject({ status: 'void', payouts: [] });
  });

  it('marks each line that came back with what was given back for it, until all are back', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    const items = [{ id: sale.transaction_items[1]?.id }];
    expectDone(await refundSale<object>(manager, sale.id, { items, amount: 1000 }));
    const partly = await reprinted(sale.id);
    expect(partly.lines.map((line) => line.refunded)).toEqual([undefined, 1000]);
    expect(partly.taken_back).toEqual({
      status: 'completed',
      at: at(),
      payouts: [{ method: 'cash', amount: 1000 }],
      cash_rounding: 0,
    });
    server.clock.advance(HOUR);
    const payouts = [{ method: 'gcash', amount: 1100, reference_number: 'G-9' }];
    expectDone(await refundSale<object>(manager, sale.id, { payouts }));
    const whole = await reprinted(sale.id);
    expect(whole.lines.map((line) => line.refunded)).toEqual([1100, 1000]);
    expect(whole.taken_back).toEqual({
      status: 'refunded',
      at: at(),
      payouts: [
        { method: 'cash', amount: 1000 },
        { method: 'gcash', amount: 1100 },
      ],
      cash_rounding: 0,
    });
    expect((await mailed(sale.id)).text).toContain('*** REFUNDED ***');
  });
});
