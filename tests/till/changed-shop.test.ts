import { beforeEach, expect, it } from 'vitest';
import { SHOP_VERSION_HEADER } from '#contract/headers.ts';
import { apiOver } from '#renderer/lib/api.ts';
import { createApi } from '#renderer/lib/api-client.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { tillShop, until } from '#tests/support/till/till-shop.ts';

onEveryEngine('changes of stores, people, roles and settings', (start) => {
  const at = tillShop(start);
  /** Answers wait until this promise has resolved. */
  let line: Promise<undefined>;
  let arrived: number;
  let heard: number[];
  beforeEach(() => {
    line = Promise.resolve(undefined);
    arrived = 0;
    heard = [];
  });

  const setVersion = (version: number) =>
    at.server.database.write((writer) => writer.updateTable('shop_version').set({ version }).execute());

  /** Makes a client as on a till's page; records each change that it hears of, by its version. */
  async function openPage() {
    const { network, connection, clock } = await at.openTill();
    let said = 0;
    const { callRoute, workInStore, whenShopChanged } = createApi({
      fetch: async (path, init) => {
        const answer = await network.fetch(path, init);
        arrived += 1;
        await line;
        said = Number(answer.headers.get(SHOP_VERSION_HEADER));
        return answer;
      },
      connection,
      clock,
    });
    workInStore(at.shop.store.id);
    whenShopChanged(() => heard.push(said));
    return apiOver(callRoute);
  }

  it('are heard once with the next answer, but for those before the first', async () => {
    const api = await openPage();
    await setVersion(40);
    await api.stores.list();
    await setVersion(41);
    await api.stores.list();
    await api.stores.list();
    expect(heard).toEqual([41]);
  });

  it('are not heard from an answer that was overtaken', async () => {
    const api = await openPage();
    await setVersion(40);
    await api.stores.list();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    line = promise;
    const overtaken = api.stores.list();
    await until(() => arrived).toBe(2);
    line = Promise.resolve(undefined);
    await setVersion(41);
    await api.stores.list();
    resolve(undefined);
    await overtaken;
    expect(heard).toEqual([41]);
  });

  it('are heard when the shop is an older one again, as after a restore', async () => {
    const api = await openPage();
    await setVersion(41);
    await api.stores.list();
    await setVersion(40);
    await api.stores.list();
    await api.stores.list();
    expect(heard).toEqual([40]);
  });
});
