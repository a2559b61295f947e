import { expect, it } from 'vitest';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

const DELETE = /^DELETE \/transactions\/\d+$/;

onEveryEngine('a cart that was cancelled without an answer', (start) => {
  const at = tillShop(start);

  /** The server has cancelled the draft, and the till reads no answer. */
  const cancelled = async (folder = at.newFolder()) => {
    const till = await at.openTill({ folder });
    await till.copyStore();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const number = till.sale.read().cart.draft?.number;
    till.network.cutAnswer(DELETE);
    await expect(till.sale.cancel()).rejects.toBeInstanceOf(ServerUnreachable);
    await till.loseServer();
    expect(await at.drafts()).toEqual([]);
    expect(till.codes()).toEqual([at.unit(0).imei]);
    return { till, number };
  };
  const back = (till: WorkingTill) => {
    till.network.proxy.flow();
    till.lookAgain();
  };
  const told = (till: WorkingTill) => till.told.filter(({ title }) => title.startsWith('Transaction'));

  it('is empty once the server is back, and says that it is cancelled', async () => {
    const { till, number } = await cancelled();
    back(till);
    await until(() => till.codes()).toEqual([]);
    expect(told(till)).toEqual([
      { intent: 'warning', title: 'Transaction cancelled', body: `${number} was cancelled, as you asked.` },
    ]);
    expect(till.sale.read()).toMatchObject({ cart: { draft: null }, saving: 'none' });
    expect(await at.drafts()).toEqual([]);
    expect((await at.unitRow(at.unit(0).id)).status).toBe('available');
  });

  it('loses no item that was scanned since: all are in a new draft', async () => {
    const { till, number } = await cancelled();
    await till.scan(at.unit(1).imei);
    back(till);
    await saved(till);
    expect(told(till)).toMatchObject([
      {
        title: 'Transaction cancelled',
        body: `${number} was cancelled, as you asked. Its items are in a new draft here.`,
      },
    ]);
    const [draft, ...others] = await at.drafts();
    expect(others).toEqual([]);
    expect(await at.itemsOf(draft?.id ?? 0)).toEqual([at.unit(0).id, at.unit(1).id]);
  });

  it('says so too where the till was cut off before the server was back', async () => {
    const folder = at.newFolder();
    const { till: killed } = await cancelled(folder);
    await killed.close();
    const till = await at.openTill({ folder });
    await until(() => till.sale.read().offers.length).toBe(1);
    const [offer] = till.sale.read().offers;
    if (!offer) throw new Error('No cart is offered');
    await till.sale.recover(offer);
    await until(() => till.codes()).toEqual([]);
    expect(told(till)).toMatchObject([{ title: 'Transaction cancelled' }]);
    expect(await at.drafts()).toEqual([]);
    expect(await till.sale.hasKept()).toBe(false);
  });

  it('goes on in a new draft where the cashier goes to payment after all', async () => {
    const { till } = await cancelled();
    // The till finds the server, before it looks at the cart.
    const look = till.network.holdBack(/^POST \/transactions\/\d+\/refresh-locks$/);
    back(till);
    await until(() => till.connection.read().isReachable).toBe(true);
    const draftId = await till.sale.readyToPay();
    look.release();
    expect(await at.itemsOf(draftId ?? 0)).toEqual([at.unit(0).id]);
  });

  it('stays, and is cancelled by asking again, where the server never heard of it', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    till.network.proxy.refuse();
    await expect(till.sale.cancel()).rejects.toBeInstanceOf(ServerUnreachable);
    back(till);
    await until(() => till.connection.read().isReachable).toBe(true);
    await until(() => till.isHeld()).toBe(true);
    expect(till.codes()).toEqual([at.unit(0).imei]);
    await till.sale.cancel();
    expect(await at.drafts()).toEqual([]);
    expect(told(till)).toEqual([]);
  });
});
