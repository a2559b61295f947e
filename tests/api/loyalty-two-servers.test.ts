import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { layGround, signInDirectly, type Ground } from '#tests/support/proving.ts';
import { engines } from '#tests/support/test-databases.ts';
import { makeCustomer, makeStaff } from '#tests/support/shop.ts';
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts';

describe.each(engines)('points that two servers change at once (%s)', (engine) => {
  let ground: Ground;
  let servers: TwoServers;
  let managers: readonly [Caller, Caller];
  beforeAll(async () => {
    ground = await layGround(engine);
    servers = await startTwoServers(ground);
    const { database, shop, urls } = servers;
    const person = await makeStaff(database, { store_id: shop.store.id, role: 'store_manager' });
    const { token } = await signInDirectly(database, person.id);
    // A server that has just started on a busy machine refuses for a moment.
    managers = [callerWith(urls[0], token, unlessBusy), callerWith(urls[1], token, unlessBusy)];
  });
  afterAll(async () => {
    await servers.database.close();
    await ground.close();
  });

  const entriesOf = (customerId: number) =>
    servers.database.reader
      .selectFrom('loyalty_entries')
      .select(['points', 'balance'])
      .where('customer_id', '=', customerId)
      .orderBy('balance', 'desc')
      .execute();
  const balanceOf = async (customerId: number) =>
    (
      await servers.database.reader
        .selectFrom('customers')
        .select('loyalty_points')
        .where('id', '=', customerId)
        .executeTakeFirstOrThrow()
    ).loyalty_points;
  const deductAtBoth = (customerId: number, points: number) =>
    Promise.all(
      managers.map((manager) =>
        manager.post(`/customers/${customerId}/deduct-points`, { points, reason: 'At once' }),
      ),
    );

  it('are never deducted twice where they suffice for one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await makeCustomer(servers.database, { loyalty_points: 100 });
      const answers = await deductAtBoth(id, 60);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const refused = answers.find(({ status }) => status === 422);
      expect(refused?.body.errors).toEqual({ points: ['Only 40 points are there to deduct'] });
      expect(await balanceOf(id)).toBe(40);
      expect(await entriesOf(id)).toEqual([{ points: -60, balance: 40 }]);
    }
  });

  it('are deducted both times where they suffice for both, and neither is lost', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await makeCustomer(servers.database, { loyalty_points: 100 });
      const answers = await deductAtBoth(id, 50);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await balanceOf(id)).toBe(0);
      expect(await entriesOf(id)).toEqual([
        { points: -50, balance: 50 },
        { points: -50, balance: 0 },
      ]);
    }
  });
});
