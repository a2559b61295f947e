import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FREED } from '#server/modules/units/units.public.ts';
import { approvedBy, PIN, setPin } from '#tests/support/approvals.ts';
import { callerWith, type Answer, type Caller, type CallOptions } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { layGround, signInDirectly, type Ground } from '#tests/support/proving.ts';
import {
  complete,
  completeInCash,
  createDraft,
  expectDone,
  openDraft,
  pay,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeStaff } from '#tests/support/shop.ts';
import { engines } from '#tests/support/test-databases.ts';
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts';

const ROUNDS = 10;

describe.each(engines)('a unit that was paid for, which several tills sell at once (%s)', (engine) => {
  let ground: Ground;
  let servers: TwoServers;
  let manager: Caller;
  let managerId: number;
  beforeAll(async () => {
    ground = await layGround(engine);
    servers = await startTwoServers(ground);
    const { database, shop, urls } = servers;
    const person = await makeStaff(database, { store_id: shop.store.id, role: 'store_manager' });
    managerId = person.id;
    const { token } = await signInDirectly(database, person.id);
    manager = callerWith(urls[0], token, unlessBusy);
    expectDone(await setPin(manager));
  });
  afterAll(async () => {
    await servers.database.close();
    await ground.close();
  });

  /** Returns a draft that is paid in full, whose hold on its unit has ended. */
  const paidDraft = async (unitId: number): Promise<WireTransaction> => {
    const draft = await openDraft(servers.here, [unitId]);
    await pay(servers.here, draft.id, { method: 'cash', amount: draft.total_amount });
    await servers.database.write((writer) =>
      writer
        .updateTable('inventory_items')
        .set({ ...FREED, status: 'available' })
        .where('id', '=', unitId)
        .execute(),
    );
    return draft;
  };
  /** Takes a unit that was paid for into a cart of its own and sells it; returns the last answer. */
  const sellAnyway = async (
    by: Caller,
    unitId: number,
    approved: CallOptions = {},
  ): Promise<Answer<unknown>> => {
    const locked = await by.post(`/pos/inventory/${unitId}/lock-paid-for`, {}, approved);
    if (locked.status >= 300) return locked;
    const draft = await createDraft<WireTransaction>(by, [unitId]);
    return draft.status >= 300 ? draft : completeInCash<WireSale>(by, draft.body);
  };
  const approveAndSell = async (by: Caller, unitId: number) =>
    sellAnyway(
      by,
      unitId,
      await approvedBy(by, { act: 'paid_unit', subject_id: unitId, staff_id: managerId, pin: PIN }),
    );
  const salesOf = (unitId: number) =>
    servers.database.reader
      .selectFrom('transaction_items as line')
      .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
      .select(['sale.id', 'line.live'])
      .where('line.inventory_item_id', '=', unitId)
      .where('sale.status', '=', 'completed')
      .execute();
  const statusOf = async (unitId: number) =>
    (
      await servers.database.reader
        .selectFrom('inventory_items')
        .select('status')
        .where('id', '=', unitId)
        .executeTakeFirstOrThrow()
    ).status;

  it('is in exactly one sale: of its draft, of a manager, or of a cashier whom one approves', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [unitId = 0] = await servers.takeUnits(1);
      const draft = await paidDraft(unitId);
      const answers = await Promise.all([
        complete<WireSale>(servers.here, draft.id),
        sellAnyway(manager, unitId),
        approveAndSell(servers.otherThere, unitId),
      ]);
      const sold = answers.flatMap(({ status }, place) => (status < 300 ? [place] : []));
      expect(sold, JSON.stringify(answers.map(({ status, body }) => [status, body]))).toHaveLength(1);
      for (const { status } of answers) expect([200, 201, 409]).toContain(status);
      expect(await salesOf(unitId)).toMatchObject([{ live: 1 }]);
      expect(await statusOf(unitId)).toBe('sold');
    }
  });

  it('goes to its own draft where nobody approves the others', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [unitId = 0] = await servers.takeUnits(1);
      const draft = await paidDraft(unitId);
      const [own, ...others] = await Promise.all([
        complete<WireSale>(servers.here, draft.id),
        servers.otherThere.post(`/pos/inventory/${unitId}/lock`),
        createDraft(servers.otherHere, [unitId]),
        sellAnyway(servers.otherThere, unitId),
      ]);
      expect(expectDone(own).transaction.id).toBe(draft.id);
      expect(others.map(({ status }) => status)).toEqual([409, 409, 403]);
      expect(await salesOf(unitId)).toEqual([{ id: draft.id, live: 1 }]);
    }
  });
});
