import { expect, it } from 'vitest';
import { apiOver } from '#renderer/lib/api.ts';
import { createApi } from '#renderer/lib/api-client.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { tillShop } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

/** Makes a client as on a till's page; records the server's answers. */
function clientOf({ network, connection, clock }: WorkingTill) {
  const statuses: number[] = [];
  const client = createApi({
    fetch: async (path, init) => {
      const answer = await network.fetch(path, init);
      statuses.push(answer.status);
      return answer;
    },
    connection,
    clock,
  });
  return { ...client, api: apiOver(client.callRoute), statuses };
}

const CARDS = { query: { items: 'none' } } as const;

onEveryEngine('an answer that the till has already', (start) => {
  const at = tillShop(start);

  it('is taken from what the till keeps, until something of it has changed', async () => {
    const till = await at.openTill();
    const { api, statuses, workInStore } = clientOf(till);
    workInStore(at.shop.store.id);
    const cards = await api.pos.products(CARDS);
    expect(await api.pos.products(CARDS)).toBe(cards);
    expect(statuses).toEqual([200, 304]);
    await till.scan(at.unit(0).imei);
    const { data } = await api.pos.products(CARDS);
    const now = data.find(({ id }) => id === at.shop.variation.product.id);
    expect(now?.variations[0]?.availableQuantity).toBe(11);
    expect(statuses).toEqual([200, 304, 200]);
  });

  it('tells that the server is back', async () => {
    const till = await at.openTill();
    const { api } = clientOf(till);
    await api.pos.products(CARDS);
    await till.loseServer();
    expect(till.connection.read().isReachable).toBe(false);
    till.network.proxy.flow();
    await api.pos.products(CARDS);
    expect(till.connection.read().isReachable).toBe(true);
  });

  it('is forgotten with the store, and with whoever signs out', async () => {
    const { api, statuses, workInStore } = clientOf(await at.openTill());
    const storeId = at.shop.store.id;
    workInStore(storeId);
    await api.pos.products(CARDS);
    workInStore(storeId);
    await api.pos.products(CARDS);
    workInStore(null);
    workInStore(storeId);
    await api.pos.products(CARDS);
    expect(statuses).toEqual([200, 304, 200]);
  });
});
