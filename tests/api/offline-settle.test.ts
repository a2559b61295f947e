import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOLD_OPEN_MAX } from '#contract/offline-sales.ts';
import { approvedBy, PIN, setPin } from '#tests/support/approvals.ts';
import { call, signIn, type Caller } from '#tests/support/http.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone, openDraft, openPaidDraft, sell, type WireRefunded } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeStaff, makeUnits, makeVariation } from '#tests/support/shop.ts';
import { deviceKey, makeTill, openShift, readX, signInAt } from '#tests/support/shifts.ts';
import { makeReturn, type WireReturn } from '#tests/support/supplier-returns.ts';
import {
  offlineTill,
  sendByHand,
  sha256,
  type FiledSale,
  type WireRecorded,
} from '#tests/support/sold-offline.ts';

type Told = { to_settle: string[] | null };

const refused = (code: string, status = 409) => ({ status, body: { code } });

onEveryEngine('a sale to settle', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  /** Sells a phone that another till sold online before: its line is disputed. */
  const disputed = async (units: readonly number[] = [0]): Promise<WireRecorded> => {
    server.clock.advance(MINUTE);
    await sell(at.till, [at.unit().id]);
    return at.sold(units);
  };
  const rowOf = async (recorded: WireRecorded) => {
    const row = await at.toSettle(recorded);
    if (!row) throw new Error('It waits for nobody');
    return row;
  };
  const settle = <T = { message: string }>(id: number, body: object = {}, by: Caller = at.manager) =>
    by.post<T>(`/offline-sales/${id}/settle`, { note: 'Looked at the shelf', ...body });
  const lines = async (recorded: WireRecorded) => (await at.shown(recorded.transaction_id)).transaction_items;
  const here = () => ({ headers: { 'X-Till': at.key } });
  const undo = <T>(recorded: WireRecorded, way: 'void' | 'refund', body: object = {}) =>
    at.manager.post<T>(
      `/transactions/${recorded.transaction_id}/${way}`,
      { reason: 'Brought back', ...body },
      here(),
    );

  it('gets the right unit by its code, in whatever state that is recorded', async () => {
    const recorded = await disputed();
    const row = await rowOf(recorded);
    await at.setUnit(1, { status: 'lost' });
    const id = row.disputed[0]?.transaction_item_id;
    const units = [{ transaction_item_id: id, code: at.unit(1).imei }];
    expect(expectDone(await settle(row.id, { units }))).toEqual({
      message: `Sale ${row.number} is settled`,
    });
    const [line] = await lines(recorded);
    expect(line).toMatchObject({ inventory_item_id: at.unit(1).id, inventory_item: { status: 'sold' } });
    expect(await at.stock()).toEqual({ units: 6, known: 8 });
    expect(await at.toSettle(recorded)).toBeUndefined();
    const [settled] = await at.listed(at.manager, 'settled');
    expect(settled).toMatchObject({
      id: row.id,
      note: 'Looked at the shelf',
      settled_by: { id: at.boss.id },
      reasons: [{ code: 'unit' }],
    });
    expect((await at.shown(recorded.transaction_id)).offline?.to_settle).toBe(false);
    const back = expectDone(await undo<WireRefunded>(recorded, 'refund'));
    expect(back.transaction.status).toBe('refunded');
    expect((await at.unitRow(at.unit(1).id)).status).toBe('available');
  });

  it('gives its points once it is settled, less those of what came back, and none once it is void', async () => {
    const customer = await makeCustomer(server.database);
    const points = async () => {
      const { loyalty_points } = await server.database.reader
        .selectFrom('customers')
        .select('loyalty_points')
        .where('id', '=', customer.id)
        .executeTakeFirstOrThrow();
      return loyalty_points;
    };
    const waiting = async (units: readonly number[]) => {
      server.clock.advance(MINUTE);
      return at.sold(units, { customer_id: customer.id, shift_id: 2_147_483_647 });
    };
    const [kept, partly, voided] = [await waiting([0]), await waiting([1, 2]), await waiting([3])];
    expect(await points()).toBe(0);
    const [, second] = await lines(partly);
    expectDone(await undo(partly, 'refund', { items: [{ id: second?.id }] }));
    expectDone(await settle((await rowOf(kept)).id));
    expect(await points()).toBe(1000);
    expectDone(await settle((await rowOf(partly)).id));
    expect(await points()).toBe(2000);
    expectDone(await undo(voided, 'void'));
    expect(await points()).toBe(2000);
    // From then on they are as any sale's.
    expectDone(await undo(kept, 'refund'));
    expect(await points()).toBe(1000);
    const ledger = await server.database.reader
      .selectFrom('loyalty_entries')
      .select(['points', 'transaction_id', 'staff_id'])
      .where('customer_id', '=', customer.id)
      .orderBy('id')
      .execute();
    const by = { staff_id: at.boss.id };
    expect(ledger).toEqual([
      { points: 1000, transaction_id: kept.transaction_id, ...by },
      { points: 1000, transaction_id: partly.transaction_id, ...by },
      { points: -1000, transaction_id: kept.transaction_id, ...by },
    ]);
  });

  it('is told to the till that made it, with each report, until it is settled', async () => {
    const tell = async ({ offline }: OfflineShop, last_no = 9) => {
      const headers = { Authorization: `Till ${offline.secret}` };
      const body = { last_no, waiting: 0 };
      return expectDone(await call<Told>(server.url, 'POST', '/pos/offline-sales/report', body, headers))
        .to_settle;
    };
    expect(await tell(at)).toEqual([]);
    const row = await rowOf(await disputed());
    const kept = await server.database.reader
      .selectFrom('offline_sales')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    expect(await tell(at)).toEqual([kept.sale_key]);
    expect(await tell(await openOfflineShop(server))).toEqual([]);
    // An entry that sales may be missing stands to settle, too, but is no sale: the till is not told of it.
    expect(await tell(at, 1)).toEqual([kept.sale_key]);
    expect(await at.listed()).toHaveLength(2);
    expectDone(await settle(row.id));
    expect(await tell(at)).toEqual([]);
    await server.database.write(async (writer) => {
      const copies = Array.from({ length: TOLD_OPEN_MAX }, () => {
        return { ...kept, id: writer.nextId(), sale_key: randomUUID() };
      });
      await writer.insertInto('offline_sales').values(copies).execute();
    });
    expect(await tell(at)).toHaveLength(TOLD_OPEN_MAX);
    await server.database.write((writer) =>
      writer
        .insertInto('offline_sales')
        .values({ ...kept, id: writer.nextId(), sale_key: randomUUID() })
        .execute(),
    );
    expect(await tell(at)).toBeNull();
  });

  it('goes on waiting where the named unit was reserved for a paid draft', async () => {
    const recorded = await disputed([0, 1]);
    const { draft_number } = await openPaidDraft(at.till, [at.unit(3).id]);
    const row = await rowOf(recorded);
    const id = row.disputed[0]?.transaction_item_id;
    const text = `Phone 1 was reserved for ${draft_number}, whose payments stand`;
    const units = [{ transaction_item_id: id, code: at.unit(3).imei }];
    expect(expectDone(await settle(row.id, { units })).message).toBe(
      `${text}. Give the money back, then settle Sale ${row.number}`,
    );
    const reasons = [{ code: 'unit' }, { code: 'reserved', text }];
    expect(await rowOf(recorded)).toMatchObject({ reasons, disputed: [] });
    expectDone(await settle(row.id));
    const [settled] = await at.listed(at.manager, 'settled');
    expect(settled).toMatchObject({ id: row.id, reasons });
    const [line] = await lines(recorded);
    expect(line).toMatchObject({ inventory_item_id: at.unit(3).id, without_unit: null });
  });

  it('goes on waiting where the named unit stood in a return to its supplier, which has it no more', async () => {
    const recorded = await disputed([0, 1]);
    const { email } = await makeStaff(server.database, { store_id: at.shop.store.id, role: 'admin' });
    const boss = await signIn(server.url, email);
    const sent = await makeReturn(server.database, boss, [at.unit(3).id]);
    const row = await rowOf(recorded);
    const id = row.disputed[0]?.transaction_item_id;
    const text = `Phone 1 was in return ${sent.number} to ${sent.supplier.name}, and is out of it now. Check the supplier’s credit`;
    const units = [{ transaction_item_id: id, code: at.unit(3).imei }];
    expect(expectDone(await settle(row.id, { units })).message).toBe(
      `${text}. Then settle Sale ${row.number}`,
    );
    expect(await rowOf(recorded)).toMatchObject({
      reasons: [{ code: 'unit' }, { code: 'supplier_return', text }],
      disputed: [],
    });
    const returned = expectDone(await boss.get<WireReturn>(`/supplier-returns/${sent.id}`));
    expect(returned.items).toMatchObject([{ never_left: `Sold as ${row.number}` }]);
    expectDone(await settle(row.id));
  });

  it('refuses what cannot be the unit, on its code', async () => {
    const recorded = await disputed([0, 1]);
    const row = await rowOf(recorded);
    const id = row.disputed[0]?.transaction_item_id;
    const other = await makeVariation(server.database);
    const [stranger] = await makeUnits(server.database, {
      count: 1,
      store_id: at.shop.store.id,
      product_variation_id: other.id,
    });
    for (const [code, text] of [
      ['NOTHING', 'Item not found'],
      [stranger?.imei, 'This item is of another product or variation'],
      [at.unit().imei, /^This item is in sale /],
      [at.unit(1).imei, /^This item is in sale /],
    ]) {
      const answer = await settle<{ errors: Record<string, string[]> }>(row.id, {
        units: [{ transaction_item_id: id, code }],
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors['units.0.code']?.[0]).toMatch(text ?? '');
    }
    const good = (await lines(recorded)).find((line) => line.id !== id)?.id;
    for (const units of [
      [{ transaction_item_id: good, code: null }],
      [
        { transaction_item_id: id, code: null },
        { transaction_item_id: id, code: null },
      ],
    ])
      expect((await settle(row.id, { units })).status).toBe(422);
    expect((await settle(row.id, { note: '' })).status).toBe(422);
    expect(await at.toSettle(recorded)).toBeDefined();
  });

  it('cannot be refunded, exchanged or traded in before, and gives no unit back when it is voided', async () => {
    const recorded = await disputed([0, 1]);
    const message = 'This item is to be settled first';
    expect(await undo(recorded, 'refund')).toMatchObject({ status: 409, body: { message } });
    const [bad, good] = await lines(recorded);
    expect(await undo(recorded, 'refund', { items: [{ id: bad?.id }] })).toMatchObject({
      status: 409,
      body: { message },
    });
    const draft = expectDone(
      await at.till.post<{ id: number }>('/transactions', {
        items: [{ inventory_item_id: at.unit(2).id }],
      }),
    );
    const exchange = {
      transaction_id: recorded.transaction_id,
      items: [{ id: bad?.id }],
      draft_id: draft.id,
    };
    expect(
      await at.manager.post('/exchanges', { ...exchange, reason: 'Other colour' }, here()),
    ).toMatchObject({ status: 409, body: { message } });
    expect((await undo(recorded, 'refund', { items: [{ id: good?.id }] })).status).toBe(200);
  });

  it('is settled by being voided', async () => {
    const recorded = await disputed([0, 1]);
    const row = await rowOf(recorded);
    const before = await at.stock();
    expectDone(await undo(recorded, 'void'));
    expect(await at.stock()).toEqual({ ...before, units: before.units + 1 });
    expect(await at.toSettle(recorded)).toBeUndefined();
    const [settled] = await at.listed(at.manager, 'settled');
    expect(settled).toMatchObject({ id: row.id, note: 'Voided: Brought back' });
    expect(await settle(row.id)).toMatchObject(refused('illegal_state'));
  });

  it('is settled once, though two managers do it at once', async () => {
    const row = await rowOf(await disputed());
    const second = await makeStaff(server.database, { store_id: at.shop.store.id, role: 'store_manager' });
    const both = await Promise.all([
      settle(row.id),
      settle(row.id, {}, await signIn(server.url, second.email)),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is another person’s to settle, but for an admin', async () => {
    const sales = await Promise.all(
      (['store_manager', 'admin'] as const).map((role) =>
        makeStaff(server.database, { store_id: at.shop.store.id, role }),
      ),
    );
    for (const [no, person] of sales.entries()) {
      const by = await signIn(server.url, person.email);
      const recorded = await at.sold([no], { staff_id: person.id, shift_id: 2_147_483_647 });
      const [row] = (await at.listed(by)).filter(
        ({ transaction }) => transaction?.id === recorded.transaction_id,
      );
      expect(row?.is_own).toBe(no === 0);
      const answer = await settle(row?.id ?? 0, {}, by);
      if (no === 1) expect(answer.status).toBe(200);
      else
        expect(answer).toMatchObject({
          status: 403,
          body: { message: 'You sold this yourself. Another person settles it' },
        });
    }
  });

  describe('that somebody forged at a till which they set up', () => {
    /** A till of a manager where nobody else has signed in, and a sale that it tells in a colleague's name. */
    const forged = async (staffId = at.shop.seller.id) => {
      const key = deviceKey();
      const till = await signInAt(server.url, at.boss.email, key);
      await makeTill(till, 'Counter 2');
      const device = await offlineTill(server.url, till, at.shop.store.code);
      const shift_id = (await openShift(till)).id;
      const cart = at.cart([3], { staff_id: staffId, shift_id });
      const filed = device.make(cart, { at: server.clock.now() });
      return { device, key, shift_id, filed };
    };

    it('in a colleague’s name stands to settle, and not by them, until the colleague has signed in there', async () => {
      const { device, key, shift_id, filed } = await forged();
      const recorded = expectDone(await device.send<WireRecorded>(filed));
      const row = await rowOf(recorded);
      expect(row).toMatchObject({
        is_own: true,
        staff: { id: at.shop.seller.id },
        reasons: [
          {
            code: 'staff',
            text: `${at.shop.seller.name}, who sold it, has not signed in at this till since it got its access`,
          },
        ],
      });
      expect(await settle(row.id)).toMatchObject({
        status: 403,
        body: { message: 'You set up this till yourself. Another person settles it' },
      });
      const other = await makeStaff(server.database, { store_id: at.shop.store.id, role: 'store_manager' });
      expectDone(await settle(row.id, {}, await signIn(server.url, other.email)));
      await signInAt(server.url, at.shop.seller.email, key, device.secret);
      const next = device.make(at.cart([4], { shift_id }), { at: server.clock.now() });
      expect(expectDone(await device.send<WireRecorded>(next)).to_settle).toBe(false);
    });

    it.each(['a salesperson', 'the manager who settles'])(
      'at a shared till, by %s with another credential that a script made, stands to settle, and not by them',
      async (who) => {
        const thief =
          who === 'a salesperson'
            ? await makeStaff(server.database, { store_id: at.shop.store.id })
            : at.boss;
        // All of them work there, the seller also later.
        const till = await signInAt(server.url, thief.email, at.key, at.offline.secret);
        const device = await offlineTill(server.url, till, at.shop.store.code);
        await signInAt(server.url, at.shop.seller.email, at.key, at.offline.secret);
        const filed = device.make(at.cart([3]), { at: server.clock.now() });
        const row = await rowOf(expectDone(await device.send<WireRecorded>(filed)));
        expect(row.reasons.map(({ code }) => code)).toEqual(['staff']);
        expect(row.is_own).toBe(who !== 'a salesperson');
        // What they sell in their own name is theirs.
        const own = device.make(at.cart([4], { staff_id: thief.id }), { at: server.clock.now() });
        expect(expectDone(await device.send<WireRecorded>(own)).to_settle).toBe(false);
      },
    );

    it('is believed of who is signed in while the till asks again for an access whose answer was lost', async () => {
      const manager = await signInAt(server.url, at.boss.email, at.key);
      const device = await offlineTill(server.url, manager, at.shop.store.code);
      const seller = await signInAt(server.url, at.shop.seller.email, at.key);
      expectDone(await seller.post('/tills/credential', { secret: device.secret }));
      const filed = device.make(at.cart([3]), { at: server.clock.now() });
      expect(expectDone(await device.send<WireRecorded>(filed)).to_settle).toBe(false);
    });

    it('goes on waiting after they voided it', async () => {
      const { device, filed } = await forged();
      const recorded = expectDone(await device.send<WireRecorded>(filed));
      expectDone(await undo(recorded, 'void'));
      expect((await rowOf(recorded)).is_own).toBe(true);
    });

    it('is their own, too, where it tells no seller', async () => {
      const { device, filed } = await forged(2_147_483_647);
      expect(expectDone(await device.send<WireRecorded>(filed)).state).toBe('kept');
      expect(await at.listed()).toMatchObject([{ is_own: true, staff: null }]);
    });

    it('is no matter of who set the till up where the seller has signed in there, also by changing the cashier', async () => {
      const key = deviceKey();
      const till = await signInAt(server.url, at.boss.email, key);
      await makeTill(till, 'Counter 2');
      const device = await offlineTill(server.url, till, at.shop.store.code);
      const shift_id = (await openShift(till)).id;
      expectDone(await setPin(at.till));
      const proof = { staff_id: at.shop.seller.id, pin: PIN };
      const shown = { headers: { 'X-Till-Credential': device.secret } };
      expectDone(await till.post('/staff/switch', proof, shown));
      const filed = device.make(at.cart([3], { shift_id }), { at: server.clock.now() });
      const recorded = expectDone(await device.send<WireRecorded>(filed));
      expect(recorded.to_settle).toBe(false);
      const late = device.make(at.cart([3], { shift_id }), { at: server.clock.now() });
      const disputed = expectDone(await device.send<WireRecorded>(late));
      expect((await rowOf(disputed)).is_own).toBe(false);
    });

    it('is believed in a dead till’s file, which a manager sends: that stands to settle as it is', async () => {
      const { filed } = await forged();
      const recorded = expectDone(await sendByHand<WireRecorded>(at.manager, filed));
      const row = await rowOf(recorded);
      expect(row.reasons.map(({ code }) => code)).toEqual(['by_hand']);
      expect(row.is_own).toBe(true);
    });
  });

  it('is not settled by who approved that its own seller voided it', async () => {
    const [seller, approver] = [
      await makeStaff(server.database, { store_id: at.shop.store.id, role: 'store_manager' }),
      await makeStaff(server.database, { store_id: at.shop.store.id, role: 'store_manager' }),
    ];
    await server.database.write((writer) =>
      writer.updateTable('staff').set({ role: 'salesperson' }).where('id', '=', seller.id).execute(),
    );
    const recorded = await at.sold([0], { staff_id: seller.id, shift_id: 2_147_483_647 });
    const giving = await signIn(server.url, approver.email);
    expectDone(await setPin(giving));
    const selling = await signInAt(server.url, seller.email, at.key, at.offline.secret);
    const approval = await approvedBy(selling, {
      act: 'void',
      staff_id: approver.id,
      pin: PIN,
      subject_id: recorded.transaction_id,
    });
    const { transaction_id } = recorded;
    expectDone(await selling.post(`/transactions/${transaction_id}/void`, { reason: 'Wrong' }, approval));
    const row = await rowOf(recorded);
    expect(await settle(row.id, {}, giving)).toMatchObject({
      status: 403,
      body: { message: 'You approved this void yourself. Another person settles it' },
    });
    expectDone(await settle(row.id));
  });

  describe('that is a manager’s own', () => {
    const own = async (units: readonly number[] = [0]) => {
      const colleague = await makeStaff(server.database, {
        store_id: at.shop.store.id,
        role: 'store_manager',
      });
      const recorded = await at.sold(units, { staff_id: at.boss.id, shift_id: 2_147_483_647 });
      return { recorded, other: await signIn(server.url, colleague.email) };
    };

    it('goes on waiting for another person after they voided it, who is told', async () => {
      await sell(at.till, [at.unit().id]);
      const { recorded, other } = await own([0, 1]);
      expectDone(await undo(recorded, 'void'));
      const row = await rowOf(recorded);
      expect(row).toMatchObject({ is_own: true, disputed: [], settled_by: null });
      expect(row.reasons.at(-1)).toEqual({ code: 'staff', text: `${at.boss.name} voided it: Brought back` });
      expect((await settle(row.id)).status).toBe(403);
      expectDone(await settle(row.id, {}, other));
      expect(await at.listed()).toEqual([]);
    });

    it('goes on waiting where they approved that another person voids it', async () => {
      const { recorded } = await own();
      expectDone(await setPin(at.manager));
      const transaction_id = recorded.transaction_id;
      const approval = await approvedBy(at.till, {
        act: 'void',
        staff_id: at.boss.id,
        pin: PIN,
        subject_id: transaction_id,
      });
      expectDone(await at.till.post(`/transactions/${transaction_id}/void`, { reason: 'Wrong' }, approval));
      expect((await rowOf(recorded)).reasons.at(-1)).toEqual({
        code: 'staff',
        text: `${at.shop.seller.name} voided it, approved by ${at.boss.name}: Wrong`,
      });
    });

    it('is settled by another person who voids it', async () => {
      const { recorded, other } = await own();
      expectDone(
        await other.post(`/transactions/${recorded.transaction_id}/void`, { reason: 'Wrong' }, here()),
      );
      expect(await at.listed()).toEqual([]);
    });

    it('is one that they sent by hand', async () => {
      const recorded = expectDone(await sendByHand<WireRecorded>(at.manager, at.make()));
      const row = await rowOf(recorded);
      expect(row.is_own).toBe(true);
      expect(await settle(row.id)).toMatchObject({
        status: 403,
        body: { message: 'You sent this yourself. Another person settles it' },
      });
      expectDone(await undo(recorded, 'void'));
      expect(await at.toSettle(recorded)).toBeDefined();
    });

    it.each([
      ['another shape', (body: string) => body.replace('"lines"', '"items"')],
      ['half of it', (body: string) => body.slice(0, body.indexOf('"lines"'))],
    ])('is one that cannot be read: %s', async (_what, change) => {
      const filed = at.offline.make(at.cart([0], { staff_id: at.boss.id }), { at: at.cut });
      const body = change(filed.body);
      expect((await at.send({ ...filed, body, hash: sha256(body) })).state).toBe('kept');
      const [row] = await at.listed();
      expect(row).toMatchObject({ is_own: true, staff: { id: at.boss.id }, transaction: null });
      expect((await settle(row?.id ?? 0)).status).toBe(403);
    });
  });

  it('is of its own store alone', async () => {
    const row = await rowOf(await disputed());
    const elsewhere = await openOfflineShop(server);
    expect(await settle(row.id, {}, elsewhere.manager)).toMatchObject(refused('transaction_not_found', 404));
    expect(await elsewhere.listed()).toEqual([]);
  });

  describe('that cannot be read', () => {
    it.each([
      ['no JSON', () => '{', 'it is no JSON'],
      ['NUL', () => '{"number":"\0"}', 'it is no JSON'],
      ['half of a surrogate pair', () => '"\ud800', 'it is no JSON'],
      ['another shape', (body: string) => body.replace('"lines"', '"items"'), 'lines is not as expected'],
      [
        'a wrong total',
        (body: string) => body.replace('"total_amount":1100', '"total_amount":1101'),
        'its total',
      ],
      ['a wrong change', (body: string) => body.replace('"change_due":0', '"change_due":1'), 'its payments'],
      ['nobody', (body: string) => body.replace(/"staff_id":\d+/, '"staff_id":2147483647'), 'a person'],
      [
        'no customer',
        (body: string) => body.replace('"customer_id":null', '"customer_id":2147483647'),
        'a customer',
      ],
      [
        'no product',
        (body: string) => body.replace(/"product_variation_id":\d+/, '"product_variation_id":2147483647'),
        'a product',
      ],
      ['another store', (body: string) => body.replace(/"store_id":\d+/, '"store_id":1'), 'another store'],
      [
        'an impossible id',
        (body: string) => body.replace(/"staff_id":\d+/, '"staff_id":99999999999'),
        'staff_id',
      ],
    ])('for %s is kept as it came, and settled with a note', async (_what, change, why) => {
      const filed = at.make();
      const body = change(filed.body);
      const sent = { ...filed, body, hash: sha256(body) };
      const recorded = expectDone(await at.offline.send(sent));
      expect(recorded).toMatchObject({
        state: 'kept',
        to_settle: true,
        transaction_id: null,
        invoice_number: null,
        receipt: null,
      });
      expect(expectDone(await at.offline.send(sent))).toEqual(recorded);
      const [row] = await at.listed();
      expect(row).toMatchObject({ number: filed.number, transaction: null, total_amount: null });
      expect(row?.reasons[0]).toMatchObject({ code: 'unreadable' });
      expect(row?.reasons[0]?.text).toContain(why);
      const kept = await server.database.reader
        .selectFrom('offline_sales')
        .select('body_json')
        .where('id', '=', row?.id ?? 0)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(kept.body_json)).toBe(body.toWellFormed());
      expectDone(await settle(row?.id ?? 0));
      expect(await at.listed()).toEqual([]);
    });
  });

  it('is read though its texts hold what nobody can store or print', async () => {
    const filed = at.make();
    const body = filed.body.replace(
      '"buyer_name":null',
      String.raw`"buyer_name":"A\u0000n\u0007a \ud800Cruz"`,
    );
    const recorded = expectDone(await at.offline.send({ ...filed, body, hash: sha256(body) }));
    expect(recorded).toMatchObject({ state: 'recorded', to_settle: false });
    expect(recorded.receipt?.buyer?.name).toBe('Ana \ufffdCruz');
  });

  describe('is never refused', () => {
    const sendText = async (filed: FiledSale, body: string) =>
      expectDone(await at.offline.send<WireRecorded>({ ...filed, body, hash: sha256(body) }, { waiting: 9 }));
    const changed = (body: string, path: readonly (string | number)[], value: unknown) => {
      const sale = JSON.parse(body) as object;
      const last = path.at(-1) ?? '';
      const within = path.slice(0, -1).reduce<unknown>((at, name) => Reflect.get(at as object, name), sale);
      Reflect.set(within as object, last, value);
      return JSON.stringify(sale);
    };

    it.each([
      [['store_id']],
      [['staff_id']],
      [['shift_id']],
      [['customer_id']],
      [['draft', 'id']],
      [['draft', 'version']],
      [['lines', 0, 'inventory_item_id']],
      [['lines', 0, 'product_variation_id']],
      [['lines', 0, 'condition_rating']],
      [['lines', 0, 'price']],
      [['tax_rate']],
      [['payments', 0, 'amount']],
      [['change_due']],
    ])('with a number at its edges: %o', async (path) => {
      // Its unit is sold: another one stands in for it, as the text tells it.
      const draft = await openDraft(at.till, [at.unit(1).id]);
      await sell(at.till, [at.unit().id]);
      for (const value of [2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e308, -1, -(2 ** 31) - 1, 0, 0.5, null]) {
        const filed = at.make([0], { draft: { id: draft.id, version: draft.version } });
        const { state } = await sendText(filed, changed(filed.body, path, value));
        expect(['recorded', 'kept']).toContain(state);
      }
      expect((await at.listed()).length).toBeGreaterThan(0);
    });

    it.each([
      ['no lines', ['lines'], []],
      ['ten thousand lines', ['lines'], Array<object>(10_000).fill({})],
      ['no payments', ['payments'], []],
      ['an impossible moment', ['made_at'], '9999-12-31T23:59:59-23:59'],
      ['a text that is too long', ['buyer_name'], 'x'.repeat(201)],
    ])('with %s', async (_what, path, value) => {
      const filed = at.make();
      const { state } = await sendText(filed, changed(filed.body, path, value));
      expect(state).toBe(path[0] === 'made_at' ? 'recorded' : 'kept');
      expect(await at.listed()).toHaveLength(1);
    });

    it('under numbers that nobody can store or print', async () => {
      const filed = at.make();
      const number = `${filed.number}\0\ud800é`;
      const recorded = expectDone(await at.offline.send({ ...filed, number }, { invoice_number: 'X\0' }));
      expect(recorded.state).toBe('recorded');
      expect((await at.toSettle(recorded))?.number).toBe(`${filed.number}???`);
    });
  });

  it('may have five hundred lines', async () => {
    const units = await makeUnits(server.database, {
      count: 500,
      store_id: at.shop.store.id,
      product_variation_id: at.shop.variation.id,
    });
    const sold = units.map(({ id, imei }) => ({ id, imei, product_variation_id: at.shop.variation.id }));
    const recorded = await at.sold([], { units: sold });
    expect(recorded).toMatchObject({ state: 'recorded', to_settle: false });
    expect((await readX(at.manager, at.shift.id)).figures.sales.total).toBe(550_000);
  });

  it('is sent by a manager from the till’s file, which stands to settle', async () => {
    const filed = at.make();
    expect(await sendByHand(at.manager, { ...filed, number: 'XXX-T9A-X000001' })).toMatchObject({
      status: 404,
      body: {
        code: 'till_not_found',
        message: 'XXX-T9A-X000001 is of the store XXX. Choose that store, and send the file again',
      },
    });
    const own = filed.number.replace('-T1A-', '-T9A-');
    expect(await sendByHand(at.manager, { ...filed, number: own })).toMatchObject({
      status: 404,
      body: { message: 'This till does not exist' },
    });
    const recorded = expectDone(await sendByHand<WireRecorded>(at.manager, filed));
    expect(Object.keys(await at.reasonsOf(recorded))).toEqual(['by_hand']);
    expect(expectDone(await at.offline.send(filed))).toEqual(recorded);
  });
});
