import { expect, it } from 'vitest';
import { onEveryEngine } from '#tests/support/server.ts';
import { saved, tillShop, until } from '#tests/support/till/till-shop.ts';

const SCAN = /^POST \/pos\/scan$/;
const LOCK = /^POST \/pos\/inventory\/\d+\/lock$/;

onEveryEngine('what is still being added', (start) => {
  const at = tillShop(start);

  it.each([
    ['scanned', SCAN],
    ['chosen', LOCK],
  ])('is not in the next cart when its own was sold before the answer came: %s', async (how, call) => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const late = at.unit(1);
    const { release } = till.network.holdAnswer(call);
    const adding = how === 'scanned' ? till.scan(late.imei) : till.addItem(late.id);
    await until(async () => (await at.unitRow(late.id)).status).toBe('locked');
    const payment = await till.goToPayment();
    await payment.pay();
    await payment.complete();
    release();
    expect(await adding).toBe(false);
    expect(till.codes()).toEqual([]);
    expect(till.told.at(-1)?.intent).toBe('error');
    expect(till.told.at(-1)?.body).toMatch(
      / was for a cart that is no longer here\. Scan it again to add it to this one\.$/,
    );
    await until(async () => (await at.unitRow(late.id)).status).toBe('available');
  });

  it('is waited for before the cart goes on, and tells if it is not in it', async () => {
    const till = await at.openTill();
    const { release } = till.network.holdAnswer(SCAN);
    const scanned = till.scan(at.unit(0).imei);
    let isWhole: boolean | null = null;
    const waiting = till.sale.allAdded().then((outcome) => (isWhole = outcome));
    await until(() => at.unitRow(at.unit(0).id).then(({ status }) => status)).toBe('locked');
    expect(isWhole).toBeNull();
    release();
    await waiting;
    expect([isWhole, till.codes()]).toEqual([true, [at.unit(0).imei]]);
    await scanned;
    void till.scan('no-such-code');
    expect(await till.sale.allAdded()).toBe(false);
    expect(await till.sale.allAdded()).toBe(true);
  });
});
