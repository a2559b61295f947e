import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { payments } from '#contract/payments.ts';
import type { zReadings } from '#contract/z-readings.ts';
import { DAY } from '#domain/store-time.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { complete, expectDone, openDraft, pay, type WireSale } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { atDevice, close, count, deviceKey, makeTill, openShift, piecesOf } from '#tests/support/shifts.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireReport = z.input<typeof payments.dailyReport.response>;
type WireZ = z.input<typeof zReadings.get.response>;

onEveryEngine('deposits, and what the office verified', (start) => {
  let server: TestServer;
  let shop: Shop;
  let email: string;
  let till: Caller;
  let office: Caller;
  const key = deviceKey();

  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 3, store: { keeps_shifts: 1 } });
    ({ email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' }));
    await signInAgain();
    await makeTill(till, 'Counter 1');
  });
  afterAll(() => server.close());

  const signInAgain = async () => {
    office = await signIn(server.url, email);
    till = atDevice(server.url, office, key);
  };
  const apartOf = ({ deposits, deposits_used, verified_in_office }: WireReport | WireZ) => [
    deposits,
    deposits_used,
    verified_in_office,
  ];
  const reported = async () => apartOf(expectDone(await till.get<WireReport>('/payments/daily-report')));
  const read = async (shiftId: number, inDrawer: number) => {
    server.clock.advance(MINUTE);
    expectDone(await count(till, shiftId, piecesOf(inDrawer)));
    expectDone(await close(till, shiftId));
    const { data } = expectDone(await till.post<{ data: WireZ[] }>('/z-readings', {}));
    return data.map(apartOf);
  };
  const unit = (no: number) => shop.units[no]?.id ?? 0;

  it('have lines of their own on the day of the money and on that of the sale', async () => {
    const first = await openShift(till, 1000);
    const draft = await openDraft(till, [unit(0)]);
    await pay(till, draft.id, { method: 'cash', amount: 500 });
    // Taken and sold on one day, it is no deposit.
    const other = await openDraft(till, [unit(1)]);
    await pay(till, other.id, { method: 'cash', amount: 1100 });
    server.clock.advance(MINUTE);
    expectDone(await complete(till, other.id));
    expect(await reported()).toEqual([500, 0, 0]);
    expect(await read(first.id, 2600)).toEqual([[500, 0, 0]]);

    server.clock.advance(DAY);
    await signInAgain();
    const second = await openShift(till, 1000);
    const rest = { payments: [{ method: 'cash', amount: 600 }] };
    expectDone(await till.post(`/transactions/${draft.id}/complete`, rest));
    const pending = await openDraft(till, [unit(2)]);
    const gcash = { method: 'gcash', amount: 1100, status: 'pending', reference_number: 'D-1' };
    const { id } = await pay(till, pending.id, gcash);
    expectDone(await complete<WireSale>(till, pending.id));
    server.clock.advance(MINUTE);
    expectDone(await office.post(`/payments/${id}/verify`, {}));
    expect(await reported()).toEqual([0, 500, 1100]);
    expect(await read(second.id, 1600)).toEqual([[0, 500, 1100]]);
  });
});
