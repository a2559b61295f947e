import { beforeEach, expect, it } from 'vitest';
import { unitKey } from '#domain/sale-line.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { keptOnTill, saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

const CREATE = /^POST \/transactions$/;
const UPDATE = /^PUT \/transactions\/\d+$/;

onEveryEngine('a cart whose save was not answered, and that is sold without the server', (start) => {
  const at = tillShop(start);
  let send: Awaited<ReturnType<typeof at.sender>>;
  beforeEach(async () => {
    send = await at.sender();
  });

  const openTill = async (folder = at.newFolder()) => {
    const till = await at.openTill({ folder });
    till.sellsOffline();
    await till.copyStore();
    return till;
  };
  const sold = async (till: WorkingTill) => {
    const sale = await till.sellOffline();
    if (typeof sale === 'string') throw new Error(sale);
    return sale;
  };
  /** The server has the save, and the till reads no answer. */
  const loseAnswer = async (till: WorkingTill, wanted: RegExp, code: string) => {
    till.network.cutAnswer(wanted);
    await till.scan(code);
    await keptOnTill(till);
    await till.loseServer();
  };
  const back = async (till: WorkingTill) => {
    till.network.proxy.flow();
    till.lookAgain();
    await until(() => till.connection.read().isReachable).toBe(true);
  };

  it('leaves no draft behind, and its customer has no saved cart', async () => {
    const till = await openTill();
    const { id, name, phone } = await at.makeCustomer('Maria Lopez');
    till.sale.giveTo({ id, name, phone, email: null, group: null, loyalty_points: 0 });
    await loseAnswer(till, CREATE, at.unit(0).imei);
    expect(till.sale.read().cart.draft).toBeNull();
    const [ghost] = await at.drafts();
    expect(ghost?.customer_id).toBe(id);
    await sold(till);
    await back(till);
    expect(await send(till)).toMatchObject({ transaction_id: ghost?.id });
    expect(await at.drafts()).toEqual([]);
    expect(await at.salesOf(at.unit(0).id)).toHaveLength(1);
    expect((await till.api.transactions.drafts()).data).toEqual([]);
  });

  it('sells one piece without numbers, and the others stand for sale', async () => {
    const { ids, barcode } = await at.makePieces(2);
    const till = await openTill();
    await loseAnswer(till, CREATE, barcode ?? '');
    await sold(till);
    await back(till);
    await send(till);
    expect(await at.drafts()).toEqual([]);
    const states = await Promise.all(ids.map(async (id) => (await at.unitRow(id)).status));
    expect(states.toSorted()).toEqual(['available', 'sold']);
  });

  it('leaves no draft either where a change of it was not answered', async () => {
    const till = await openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const [draft] = await at.drafts();
    await loseAnswer(till, UPDATE, at.unit(1).imei);
    await sold(till);
    await back(till);
    expect(await send(till)).toMatchObject({ transaction_id: draft?.id });
    expect(await at.drafts()).toEqual([]);
  });

  /** Cuts a till off whose save was not answered, and starts it again. */
  const cutOff = async () => {
    const folder = at.newFolder();
    const killed = await openTill(folder);
    await loseAnswer(killed, CREATE, at.unit(0).imei);
    await killed.close();
    const till = await at.openTill({ folder });
    await until(() => till.sale.read().offers.length).toBe(1);
    const [offer] = till.sale.read().offers;
    if (!offer) throw new Error('No cart is offered');
    return { till, offer };
  };

  it('leaves none where it was cut off and taken up again before it was sold', async () => {
    const { till, offer } = await cutOff();
    await till.loseServer();
    await till.sale.recover(offer);
    await sold(till);
    await back(till);
    await send(till);
    expect(await at.drafts()).toEqual([]);
  });

  it('leaves none where it was sold while it was taken up', async () => {
    const { till, offer } = await cutOff();
    const answer = till.network.holdAnswer(CREATE);
    const recovered = till.sale.recover(offer);
    await until(() => till.network.sentTo(CREATE)).toHaveLength(1);
    await till.loseServer();
    await sold(till);
    till.network.proxy.flow();
    answer.release();
    await recovered;
    expect(till.sale.read().cart).toMatchObject({ draft: null, lines: [] });
    await send(till);
    expect(await at.drafts()).toEqual([]);
  });

  it('leaves none where its lines were taken out, and other items sold', async () => {
    const till = await openTill();
    await loseAnswer(till, CREATE, at.unit(0).imei);
    till.sale.remove(unitKey(at.unit(0).id));
    await till.scan(at.unit(1).imei);
    await sold(till);
    await back(till);
    await send(till);
    expect(await at.drafts()).toEqual([]);
    expect((await at.unitRow(at.unit(0).id)).status).toBe('available');
  });
});
