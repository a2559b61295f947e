import { expect, it } from 'vitest';
import { unitKey } from '#domain/sale-line.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { sell } from '#tests/support/selling.ts';
import { keptOnTill, saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

const SECOND = 1000;
const SCAN = /^POST \/pos\/scan$/;
const UPDATE = /^PUT \/transactions\/\d+$/;

onEveryEngine('a sale that goes on without the server', (start) => {
  const at = tillShop(start);

  it('removes a line, refuses to cancel, and catches up when the server is back', async () => {
    const till = await at.openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.scan(first.imei);
    await till.scan(second.imei);
    await saved(till);
    const [draft] = await at.drafts();
    till.network.proxy.refuse();
    till.sale.remove(unitKey(first.id));
    await keptOnTill(till);
    expect(till.sale.read().snapshotAt).toBe(till.clock.now());
    await expect(till.sale.cancel()).rejects.toBeInstanceOf(ServerUnreachable);
    expect(till.codes()).toEqual([second.imei]);
    till.network.proxy.flow();
    till.lookAgain();
    await saved(till);
    expect(await at.itemsOf(draft?.id ?? 0)).toEqual([second.id]);
    await until(async () => (await at.unitRow(first.id)).status).toBe('available');
  });

  it('does not ask a server that is known to be gone before it takes a unit that it knows', async () => {
    const till = await at.openTill();
    await till.copyStore();
    till.network.proxy.refuse();
    await till.scan('4900000000001');
    expect(till.told).toEqual([
      {
        intent: 'error',
        title: 'Scan failed',
        body: 'This till does not know 4900000000001. Scan it when the server is back.',
      },
    ]);
    const asked = till.network.sentTo(SCAN).length;
    await till.scan(at.unit(0).imei);
    expect(till.codes()).toEqual([at.unit(0).imei]);
    expect(till.network.sentTo(SCAN)).toHaveLength(asked);
  });

  it('takes a chosen card into the cart unconfirmed', async () => {
    const till = await at.openTill();
    await till.copyStore();
    till.network.proxy.refuse();
    expect(await till.addItem(at.unit(0).id)).toBe(true);
    expect(till.lineOf(at.unit(0).id)?.lock_expires_at).toBeNull();
    till.network.proxy.flow();
    till.lookAgain();
    await saved(till);
    expect(till.isHeld()).toBe(true);
  });

  const refused = { cut: (till: WorkingTill) => till.network.proxy.refuse(), wait: () => undefined };
  const stalled = {
    cut: (till: WorkingTill) => till.network.proxy.stall(),
    /** Waits: no person refuses, but time does. */
    wait: (till: WorkingTill, seconds: number) => till.clock.advance(seconds * SECOND),
  };
  it.each([
    ['refuses', refused],
    ['stalls', stalled],
  ])(
    'goes on, loses a unit meanwhile, and is completed with the rest, when the network %s',
    async (_, { cut, wait }) => {
      const till = await at.openTill();
      const [first, second, third] = [at.unit(0), at.unit(1), at.unit(2)];
      const { id, name, phone } = await at.makeCustomer('Nena Cruz');
      await till.copyStore();
      till.sale.giveTo({ id, name, phone, email: null, group: null, loyalty_points: 0 });
      await till.scan(first.imei);
      await saved(till);
      const { number, id: draftId } = till.sale.read().cart.draft ?? { number: '', id: 0 };

      cut(till);
      const before = till.network.sentTo(UPDATE).length;
      const asked = till.network.sentTo(SCAN).length;
      const cutAt = till.clock.now();
      const scanned = till.scan(second.imei);
      await until(() => till.network.sentTo(SCAN).length).toBeGreaterThan(asked);
      wait(till, 4);
      await scanned;
      await until(() => till.network.sentTo(UPDATE).length).toBeGreaterThan(before);
      wait(till, 15);
      await keptOnTill(till);
      expect(till.connection.read()).toMatchObject({ isReachable: false, reason: null });
      expect(till.connection.read().since - cutAt).toBeLessThanOrEqual(4 * SECOND);
      await till.scan(third.imei);
      till.sale.remove(unitKey(first.id));
      till.sale.discount('cart', [{ type: 'fixed', value: 1_000, reason: 'Regular customer' }]);
      expect(till.codes()).toEqual([second.imei, third.imei]);
      expect(till.isHeld()).toBe(false);
      await until(() => till.network.sentTo(UPDATE).length).toBeGreaterThan(before + 1);
      wait(till, 15);
      await keptOnTill(till);

      await sell(await at.manager(), [second.id]);
      const waiting = till.network.sentTo(UPDATE).slice(before);
      till.network.proxy.flow();
      till.lookAgain();
      await until(() => till.lineOf(second.id)?.lost).toBeTruthy();
      await saved(till);
      expect(till.connection.read().isReachable).toBe(true);
      expect(till.isHeld()).toBe(true);
      // The pending request comes first, word for word and under its key; then the present cart.
      const sent = till.network.sentTo(UPDATE).slice(before);
      const next = sent.findIndex(({ key }) => key !== sent[0]?.key);
      expect(next).toBeGreaterThanOrEqual(waiting.length);
      for (const again of sent.slice(0, next)) expect(again).toEqual(sent[0]);
      expect(sent.slice(next).map(({ key }) => key)).not.toContain(sent[0]?.key);
      expect(sent.at(-1)?.body).toMatchObject({ items: [{ inventory_item_id: third.id }] });

      till.sale.remove(unitKey(second.id));
      await saved(till);
      const payment = await till.goToPayment();
      expect(payment.draftId).toBe(draftId);
      await payment.pay();
      await payment.complete();
      const sales = await at.salesOf(third.id);
      expect(sales).toMatchObject([{ draft_number: number, customer_id: id }]);
      expect(sales[0]?.discounts_json).toContain('Regular customer');
      expect(await at.salesOf(first.id)).toEqual([]);
      expect(await at.draftsOf(first.id)).toEqual([]);
    },
  );
});
