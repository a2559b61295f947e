import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { foreignAnswers, startOnTheWay, type Instead } from '#tests/support/on-the-way.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import type { Reach } from '#tests/support/till/network.ts';
import { keptOnTill, saved, tillShop, until } from '#tests/support/till/till-shop.ts';

// Something on the way answers in the server's place: a proxy, a filter, a captive portal.

const reaches: Reach[] = ['browser', 'program'];
const cases = foreignAnswers.flatMap(([name, answer]) =>
  reaches.map((reach): [name: string, reach: Reach, answer: Instead] => [name, reach, answer]),
);

onEveryEngine('a till whose server’s answers come from something on the way', (start) => {
  const at = tillShop(start);
  let way: Awaited<ReturnType<typeof startOnTheWay>>;
  beforeAll(async () => {
    way = await startOnTheWay(at.server.url);
  });
  afterAll(() => way.close());
  afterEach(() => way.answerItself(null));

  it.each(cases)('sells on without the server, and comes back: %s (%s)', async (_, reach, answer) => {
    const till = await at.openTill({ url: way.url, reach });
    const [first, second, third] = [at.unit(0), at.unit(1), at.unit(2)];
    await till.copyStore();
    await till.scan(first.imei);
    await saved(till);

    way.answerItself(answer);
    await till.scan(second.imei);
    expect(till.codes()).toEqual([first.imei, second.imei]);
    expect(till.connection.read()).toMatchObject({ isReachable: false, reason: null });
    await keptOnTill(till);
    till.sellsOffline();
    expect(await till.sellOffline()).toHaveProperty('number');
    // It looks for the server, and is answered so again.
    const looks = () => till.network.sentTo(/^GET \/health\/ready$/).length;
    const before = looks();
    till.lookAgain();
    await until(looks).toBeGreaterThan(before);
    await till.scan(third.imei);
    expect(till.codes()).toEqual([third.imei]);
    expect([till.connection.read().isReachable, till.isSignedIn()]).toEqual([false, true]);

    way.answerItself(null);
    till.lookAgain();
    await until(() => till.connection.read().isReachable).toBe(true);
    await saved(till);
    expect([till.codes(), till.isSignedIn()]).toEqual([[third.imei], true]);
  });

  it('says that the server is another shop’s, and sells on with all it has', async () => {
    const till = await at.openTill({ url: way.url });
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.copyStore();
    await till.scan(first.imei);
    await saved(till);
    way.answerItself((response) => {
      response.writeHead(401, { [SHOP_ID_HEADER]: 'theirs', 'content-type': 'application/json' });
      response.end('{"code":"unauthenticated","message":"Please login to continue"}');
    });
    await till.scan(second.imei);
    expect(till.connection.read()).toMatchObject({
      isReachable: false,
      reason: expect.stringContaining('nother shop’s server') as string,
    });
    expect([till.codes(), till.isSignedIn()]).toEqual([[first.imei, second.imei], true]);
    till.sellsOffline();
    expect(await till.sellOffline()).toHaveProperty('number');
    way.answerItself(null);
    till.lookAgain();
    await until(() => till.connection.read()).toMatchObject({ isReachable: true, reason: null });
  });

  it.each(cases)('does not take a change for done or not done: %s (%s)', async (_, reach, answer) => {
    const till = await at.openTill({ url: way.url, reach });
    const unit = at.unit(0);
    await till.scan(unit.imei);
    await saved(till);
    const { pay, complete } = await till.goToPayment();
    await pay();
    way.answerAfter(/complete/, answer);
    await expect(complete()).rejects.toBeInstanceOf(ServerUnreachable);
    expect(await at.salesOf(unit.id)).toHaveLength(1);
    expect(till.isSignedIn()).toBe(true);
    const [asked] = till.network.sentTo(/complete/);
    till.lookAgain();
    await until(() => till.connection.read().isReachable).toBe(true);
    expect(await complete()).toMatchObject({ transaction: { status: 'completed' } });
    expect(till.network.sentTo(/complete/).at(-1)?.key).toBe(asked?.key);
    expect(await at.salesOf(unit.id)).toHaveLength(1);
  });
});
