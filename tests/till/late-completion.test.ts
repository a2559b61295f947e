import { expect, it } from 'vitest';
import { CompletedBefore, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import type { TillNetwork } from '#tests/support/till/network.ts';
import { tillShop, until } from '#tests/support/till/till-shop.ts';

const COMPLETE = /^POST \/transactions\/\d+\/complete$/;
/** Milliseconds after which the till looks at its draft. */
const LOOK = 5000;

onEveryEngine('a completion that reaches the server after the till gave it up', (start) => {
  const at = tillShop(start);
  const unit = () => at.unit(0);

  /** A sale paid by GCash, whose completion is on its way yet. */
  const sent = async () => {
    const till = await at.openTill();
    await till.scan(unit().imei);
    const payment = await till.goToPayment();
    await payment.pay('gcash', 'GC-4471-0093');
    till.sale.noteSent(payment.draftId, true);
    const late = till.network.sendLate(COMPLETE);
    await expect(payment.complete()).rejects.toBeInstanceOf(ServerUnreachable);
    till.lookAgain();
    await until(() => till.connection.read().isReachable).toBe(true);
    return { till, payment, late };
  };

  it('is noticed by itself, shown and printed', async () => {
    const { till, payment, late } = await sent();
    expect((await late.arrive()).status).toBe(200);
    const shown = () => {
      till.clock.advance(LOOK);
      return till.sale.read().afterSale?.transaction?.id;
    };
    // A look is answered before the clock's next step, which would end it.
    await expect.poll(shown, { interval: 500, timeout: 20_000 }).toBe(payment.draftId);
    await until(() => till.printed).toEqual([{ key: `sale-${payment.draftId}`, openDrawer: false }]);
    expect(till.codes()).toEqual([]);
    expect(await at.salesOf(unit().id)).toHaveLength(1);
  });

  it('is shown where its cart is to be cancelled', async () => {
    const { till, payment, late } = await sent();
    expect((await late.arrive()).status).toBe(200);
    expect(await till.sale.cancel()).toBe(false);
    await until(() => till.sale.read().afterSale?.transaction?.id).toBe(payment.draftId);
    expect(till.codes()).toEqual([]);
    expect(await at.salesOf(unit().id)).toHaveLength(1);
  });

  it('is refused once its cart was cancelled', async () => {
    const { till, late } = await sent();
    expect(await till.sale.cancel()).toBe(true);
    expect((await late.arrive()).status).toBe(404);
    expect(await at.salesOf(unit().id)).toEqual([]);
  });

  it.each([
    ['does nothing once the sale was completed with other payments', 422, () => undefined],
    [
      'does nothing either where an older server could not be asked about it',
      409,
      (network: TillNetwork) => network.sendToOlder(/^POST \/requests\/end$/),
    ],
  ])('%s', async (_, refused, before) => {
    const till = await at.openTill();
    await till.scan(unit().imei);
    const payment = await till.goToPayment();
    till.sale.noteSent(payment.draftId, true);
    const late = till.network.sendLate(COMPLETE);
    await expect(till.payWhole(payment.draftId)).rejects.toBeInstanceOf(ServerUnreachable);
    till.lookAgain();
    await until(() => till.connection.read().isReachable).toBe(true);
    await payment.pay('gcash', 'GC-4471-0094');
    before(till.network);
    await payment.complete();
    expect((await late.arrive()).status).toBe(refused);
    const [sale, ...others] = await at.salesOf(unit().id);
    expect(others).toEqual([]);
    expect(await at.paymentsOf(sale?.id ?? 0)).toMatchObject([{ method: 'gcash' }]);
  });

  it('is what the sale is, where it came before one with other payments', async () => {
    const till = await at.openTill();
    await till.scan(unit().imei);
    const payment = await till.goToPayment();
    const late = till.network.sendLate(COMPLETE);
    await expect(till.payWhole(payment.draftId)).rejects.toBeInstanceOf(ServerUnreachable);
    expect((await late.arrive()).status).toBe(200);
    till.lookAgain();
    await until(() => till.connection.read().isReachable).toBe(true);
    await expect(payment.complete(payment.transaction)).rejects.toBeInstanceOf(CompletedBefore);
    const [sale] = await at.salesOf(unit().id);
    expect(await at.paymentsOf(sale?.id ?? 0)).toMatchObject([{ method: 'cash' }]);
  });
});
