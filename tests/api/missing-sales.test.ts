import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { letterIndex } from '#domain/offline-sales.ts';
import { renewEpoch } from '#server/db/data-epoch.ts';
import { look, started } from '#tests/support/counts.ts';
import { call, signIn, type SignedIn } from '#tests/support/http.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff } from '#tests/support/shop.ts';
import { atDevice, close, count, deviceKey, piecesOf, type WireTill } from '#tests/support/shifts.ts';
import { sendByHand, type FiledSale, type WireRecorded } from '#tests/support/sold-offline.ts';

// The server reckons by the numbers of a till’s series which of its sales are not here, whatever the till tells.

const OLDER =
  'It tells of fewer sales than before: an older copy of its file may have been put back, or is on another computer';

onEveryEngine('sales of a till that are missing', (start) => {
  let server: TestServer;
  let at: OfflineShop;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  const epochNow = async () => {
    const row = server.database.reader.selectFrom('data_version').select('epoch');
    return (await row.executeTakeFirstOrThrow()).epoch;
  };
  /** Tells what a till’s file holds, as the till does; the clock goes on by a minute. */
  const tell = async (last_no: number, waiting: number, { secret = at.offline.secret, epoch = -1 } = {}) => {
    server.clock.advance(MINUTE);
    const headers = { Authorization: `Till ${secret}` };
    const body = { last_no, waiting, epoch };
    return expectDone(
      await call<{ epoch: number }>(server.url, 'POST', '/pos/offline-sales/report', body, headers),
    );
  };
  const shown = async () => {
    const { data } = expectDone(await at.manager.get<{ data: WireTill[] }>('/tills'));
    return data.find(({ id }) => id === at.counter.id);
  };
  const missing = async () => (await shown())?.credential?.waiting;
  const noted = async () =>
    (await at.listed())
      .filter(({ number }) => number === null)
      .map(({ reasons }) => reasons.map(({ text }) => text).join());
  const timeOf = (when: number) =>
    new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'Asia/Manila' })
      .format(when)
      .replace('\u202f', ' ');
  const waits = (message: string) => ({ status: 409, body: { code: 'sales_waiting', message } });
  const never = (text: string) =>
    waits(`${text} of T1 never came. Connect it, or let a manager declare its computer lost`);
  const lose = (by: SignedIn = at.manager) =>
    by.post<WireTill>(`/tills/${at.counter.id}/lost`, { reason: 'Stolen' });
  const giveSecret = async (by = at.till, file?: { letter: string; last_no: number | null } | null) => {
    const series = file && [{ till_code: 'T1', ...file }];
    const secret = randomBytes(32).toString('base64url');
    const { credential } = expectDone(await by.post<WireTill>('/tills/credential', { secret, series }));
    return { secret, letter: credential?.letter };
  };
  const thirdOf = (made: readonly FiledSale[]) => made[2] as FiledSale;
  /** Makes three sales, of which the first is sent and the others are told of. */
  const oneOfThree = async () => {
    const made = [at.make([0]), at.make([1], {}, 1), at.make([2], {}, 2)];
    server.clock.advance(HOUR);
    await tell(3, 3);
    expectDone(await at.offline.send(made[0] as FiledSale, { waiting: 2 }));
    return made;
  };

  it('are those whose numbers did not come, until they come, from whomever', async () => {
    const [, second, third] = await oneOfThree();
    expect(await missing()).toBe(2);
    // An older copy of its file was put back: it knows of the first alone.
    await tell(1, 0);
    expect((await shown())?.credential).toMatchObject({ last_no: 3, waiting: 2 });
    await at.send(second as FiledSale);
    expect(await missing()).toBe(1);
    expectDone(await sendByHand<WireRecorded>(at.manager, third as FiledSale));
    expect(await missing()).toBe(0);
  });

  it('keep its drawer from being counted, until its computer is declared lost', async () => {
    await oneOfThree();
    await tell(1, 0);
    const { id } = at.shift;
    expect(await count(at.till, id, piecesOf(5000))).toMatchObject(never('2 sales or shifts'));
    expect(await at.manager.delete(`/tills/${at.counter.id}`)).toMatchObject({ status: 409 });
    const next = atDevice(server.url, at.manager);
    expect(await next.post(`/tills/${at.counter.id}/adopt`)).toMatchObject(never('2 sales or shifts'));
    const stock = await started(at.manager);
    expect(stock.tills_waiting).toEqual(['Counter 1']);
    expectDone(await lose());
    expectDone(await count(at.manager, id, piecesOf(6100)));
    expectDone(await close(at.manager, id));
    expect((await look(at.manager, stock.id)).tills_waiting).toEqual([]);
  });

  it('are told in the words of what the till says where it says as much', async () => {
    await oneOfThree();
    expect(await count(at.till, at.shift.id, piecesOf(5000))).toMatchObject(
      waits('T1 has 2 sales or shifts that are not sent yet. Connect it first'),
    );
    await tell(2, 0);
    await tell(3, 1);
    expect(await count(at.till, at.shift.id, piecesOf(5000))).toMatchObject(never('2 sales or shifts'));
  });

  it('stand to settle once where the till tells of fewer than before, until somebody settles it', async () => {
    await oneOfThree();
    const since = timeOf(at.cut);
    await tell(1, 0);
    await tell(1, 0);
    const [text] = await noted();
    expect(await noted()).toHaveLength(1);
    expect(text).toBe(`T1: sales since Nov 21, 2026 ${since} may be missing. It had told of 2. ${OLDER}`);
    const [row] = await at.listed();
    expect(row).toMatchObject({ till: { code: 'T1' }, is_own: false });
    expectDone(await at.manager.post(`/offline-sales/${row?.id}/settle`, { note: 'Found the receipts' }));
    await tell(1, 0);
    expect(await noted()).toEqual([]);
    // What it sells now has numbers that were given before; then an older copy is put back again.
    await tell(2, 1);
    await tell(1, 0);
    expect(await noted()).toHaveLength(1);
  });

  it('stand to settle since it told last where all had come', async () => {
    await at.send(at.make());
    await tell(1, 0);
    const since = timeOf(server.clock.now());
    server.clock.advance(HOUR);
    await tell(0, 0);
    expect(await noted()).toEqual([`T1: sales since Nov 21, 2026 ${since} may be missing. ${OLDER}`]);
    expect(await missing()).toBe(0);
  });

  it('are told of anew for each computer that has a copy of its file, but not while that waits', async () => {
    await tell(2, 2);
    for (let times = 0; times < 3; times += 1) {
      await tell(1, 1);
      await tell(2, 2);
    }
    expect(await noted()).toHaveLength(1);
  });

  it('are counted by number: two texts with one number are no two sales', async () => {
    const made = [at.make([0]), at.make([1], {}, 1), at.make([2], {}, 2)];
    server.clock.advance(HOUR);
    await tell(3, 3);
    await at.send(made[0] as FiledSale);
    // Another computer sold another item under the same number.
    const body = made[0]?.body.replaceAll(made[0].key, made[1]?.key ?? '') ?? '';
    const twice = { ...(made[0] as FiledSale), key: made[1]?.key ?? '', body };
    expect((await at.send(twice)).to_settle).toBe(true);
    expect(await missing()).toBe(2);
    // As often as they are sent.
    await at.send(made[0] as FiledSale);
    expect(await missing()).toBe(2);
  });

  it.each([
    ['in small letters', (number: string) => number.toLowerCase()],
    ['with another zero', (number: string) => number.replace('X000', 'X0000')],
    ['that nobody gives', (number: string) => number.replace('X000001', 'X000000')],
    ['of another till', (number: string) => number.replace('-T1A-', '-T7A-')],
    ['of another store', (number: string) => number.replace(/^.*-T1A/, 'NONE-T1A')],
  ])('do not come by a number %s', async (_, spell) => {
    await tell(1, 1);
    const filed = at.make();
    await at.send({ ...filed, number: spell(filed.number) });
    expect(await missing()).toBe(1);
  });

  it('come by a text that cannot be read', async () => {
    await tell(1, 1);
    const filed = at.make();
    expect((await at.send({ ...filed, body: 'no JSON' })).state).toBe('kept');
    expect(await missing()).toBe(0);
  });

  it('are told of where a number comes from a file that the till has not told of', async () => {
    const made = [at.make([0]), at.make([1], {}, 1), at.make([2], {}, 2)];
    server.clock.advance(HOUR);
    expectDone(await sendByHand<WireRecorded>(at.manager, thirdOf(made)));
    expect((await shown())?.credential).toMatchObject({ last_no: 3, waiting: 2 });
  });

  describe('where the till gets another credential', () => {
    it('stand to settle by their numbers, and come by those', async () => {
      const [, second, third] = await oneOfThree();
      await tell(3, 0);
      const b = await giveSecret(at.till, { letter: 'A', last_no: 3 });
      expect(b.letter).toBe('B');
      expect(await noted()).toEqual(['T1: 2 sales or shifts were not sent when its access ended']);
      // Nothing is known to be missing of the new series.
      expect(await missing()).toBe(0);
      expectDone(await count(at.till, at.shift.id, piecesOf(5000)));
      // Its own computer was found: what it has is sent by the new credential, and from its file.
      const headers = { Authorization: `Till ${b.secret}` };
      const sent = { ...second, waiting: 0, invoice_number: null };
      expectDone(await call(server.url, 'POST', '/pos/offline-sales', sent, headers));
      expectDone(await sendByHand<WireRecorded>(at.manager, third as FiledSale));
      const series = await server.database.reader
        .selectFrom('till_credentials')
        .select(['letter', 'last_no', 'came'])
        .where('till_id', '=', at.counter.id)
        .orderBy('letter')
        .execute();
      expect(series).toEqual([
        { letter: 'A', last_no: 3, came: 3 },
        { letter: 'B', last_no: 0, came: 0 },
      ]);
      // What was left to settle stays until somebody does.
      expect(await noted()).toHaveLength(1);
    });

    it('say what came since: all of a series that had ended, else what was made before', async () => {
      const since = async () => (await at.listed()).find(({ number }) => number === null)?.came_since;
      const [, second, third] = await oneOfThree();
      // A till that tells of fewer goes on: what it sells from now on is no more missing.
      await tell(1, 0);
      const none = { count: 0, last: null, missing: 2 };
      expect(await since()).toEqual(none);
      server.clock.advance(MINUTE);
      await at.send(at.make([3], {}, 63));
      expect(await since()).toEqual(none);
      await at.send(second as FiledSale);
      const recorded_at = new Date(server.clock.now()).toISOString();
      expect(await since()).toEqual({ count: 1, last: { number: second?.number, recorded_at }, missing: 1 });
      const [row] = (await at.listed()).filter(({ number }) => number === null);
      expectDone(await at.manager.post(`/offline-sales/${row?.id}/settle`, { note: 'Found the receipts' }));
      expectDone(await lose());
      expect(await since()).toEqual({ count: 0, last: null, missing: 1 });
      server.clock.advance(MINUTE);
      const after = at.make([4], {}, 1);
      for (const filed of [third, after])
        expectDone(await sendByHand<WireRecorded>(at.manager, filed as FiledSale));
      expect(await since()).toMatchObject({ count: 2, last: { number: after.number }, missing: 0 });
    });

    it.each([
      ['has none', null],
      ['has none, by a till that cannot tell', undefined],
      ['has fewer numbers than the server knows', { letter: 'A', last_no: 0 }],
      ['has lost its series', { letter: 'A', last_no: null }],
    ])('stand to settle once where its file %s', async (_what, file) => {
      await at.sold();
      const b = await giveSecret(at.till, file);
      expect(b.letter).toBe('B');
      const texts = await noted();
      expect(texts).toHaveLength(1);
      expect(texts[0]).toMatch(/^T1: sales since .* may be missing\. Its file is not the one that it had/);
      await giveSecret(at.till, { letter: 'B', last_no: 0 });
      expect(await noted()).toEqual(texts);
    });

    it('are none where its file has a newer series: these data were put back, and letters go on after all', async () => {
      await at.sold();
      const c = await giveSecret(at.till, { letter: 'C', last_no: 5 });
      expect(c.letter).toMatch(/^[A-Z]{4}$/);
      const d = await giveSecret(at.till, { letter: c.letter ?? '', last_no: 0 });
      expect(letterIndex(d.letter ?? '')).toBe(letterIndex(c.letter ?? '') + 1);
      expect(await noted()).toEqual([]);
    });

    it('are none where its file is whole, or its store does not sell without the server', async () => {
      await at.sold();
      await giveSecret(at.till, { letter: 'A', last_no: 1 });
      await giveSecret(at.till, { letter: 'B', last_no: 2 });
      expect(await noted()).toEqual([]);
      const { settings_json } = await server.database.reader
        .selectFrom('stores')
        .select('settings_json')
        .where('id', '=', at.shop.store.id)
        .executeTakeFirstOrThrow();
      const settings = JSON.parse(settings_json ?? '{}') as { offline_sales: object };
      const offline_sales = { ...settings.offline_sales, enabled: false };
      await server.database.write((writer) =>
        writer
          .updateTable('stores')
          .set({ settings_json: JSON.stringify({ ...settings, offline_sales }) })
          .where('id', '=', at.shop.store.id)
          .execute(),
      );
      await giveSecret();
      expect(await noted()).toEqual([]);
    });

    it('after its computer was declared lost, are those of the series that it had last', async () => {
      await oneOfThree();
      expectDone(await lose());
      const key = deviceKey();
      const next = atDevice(server.url, at.manager, key);
      expectDone(await next.post<WireTill>(`/tills/${at.counter.id}/adopt`));
      // Another server of the shop gave it, whose ids are lower.
      const { secret } = await giveSecret(next);
      const b = server.database.reader
        .selectFrom('till_credentials')
        .selectAll()
        .where('till_id', '=', at.counter.id)
        .where('letter', '=', 'B');
      const { id } = await b.executeTakeFirstOrThrow();
      await server.database.write(async (writer) => {
        await writer.updateTable('till_credentials').set({ id: -id }).where('id', '=', id).execute();
      });
      await tell(5, 0, { secret });
      expect(await missing()).toBe(5);
      expectDone(await lose());
      const texts = await noted();
      expect(texts).toHaveLength(2);
      expect(texts.some((text) => text.includes('It had told of 2'))).toBe(true);
      expect(texts.some((text) => text.includes('It had told of 5'))).toBe(true);
    });
  });

  describe('after an older copy of the server’s data was put back', () => {
    /** Puts back what was known of the till before its sales came. */
    const forget = async () => {
      await server.database.write(async (writer) => {
        await writer
          .updateTable('offline_sales')
          .set({ sale_key: 'forgotten', number: 'forgotten' })
          .where('till_id', '=', at.counter.id)
          .execute();
        await writer
          .updateTable('till_credentials')
          .set({ last_no: 0, told_no: 0, came: 0, waiting: 0 })
          .where('till_id', '=', at.counter.id)
          .execute();
      });
    };

    it('are sent again in a new epoch, which begins once', async () => {
      const made = [at.make([0]), at.make([1], {}, 1)];
      server.clock.advance(HOUR);
      for (const filed of made) await at.send(filed);
      const epoch = await epochNow();
      expect(await tell(2, 0, { epoch })).toMatchObject({ epoch });
      await forget();
      const renewed = (await tell(2, 0, { epoch })).epoch;
      expect(renewed).toBeGreaterThan(epoch);
      expect(await missing()).toBe(2);
      // It tells again before it has sent all.
      await at.send(made[0] as FiledSale);
      expect(await tell(2, 0, { epoch: renewed })).toMatchObject({ epoch: renewed });
      expect(await missing()).toBe(1);
      await at.send(made[1] as FiledSale);
      expect(await missing()).toBe(0);
      // One that is never to come begins none with each report.
      await tell(3, 1, { epoch: renewed });
      const last = (await tell(3, 0, { epoch: renewed })).epoch;
      expect(await tell(3, 0, { epoch: last })).toMatchObject({ epoch: last });
    });

    it('begin one new epoch until one of them came, whatever the till tells, and stand to settle', async () => {
      const epoch = await epochNow();
      const renewed = (await tell(1, 0, { epoch })).epoch;
      expect(renewed).toBeGreaterThan(epoch);
      for (const [no, waiting] of [
        [2, 0],
        [2, 5],
        [2, 0],
        [9, 0],
      ] as const)
        expect(await tell(no, waiting, { epoch: renewed })).toMatchObject({ epoch: renewed });
      const [entry, ...others] = await at.listed();
      expect(others).toEqual([]);
      expect(entry?.reasons).toMatchObject([
        {
          code: 'lost_till',
          text: expect.stringMatching(/older copy of the server’s data may have been put back$/) as string,
        },
      ]);
      // Settling it changes nothing.
      expectDone(await at.manager.post(`/offline-sales/${entry?.id}/settle`, { note: 'Looked at it' }));
      expect(await tell(10, 0, { epoch: renewed })).toMatchObject({ epoch: renewed });
      server.clock.advance(MINUTE);
      await at.send(at.make());
      expect((await tell(20, 0, { epoch: renewed })).epoch).toBeGreaterThan(renewed);
    });

    it('begin no new epoch where the till knows another one, or none, or is an older copy itself', async () => {
      const epoch = await epochNow();
      expect(await tell(2, 0, { epoch: epoch - 1 })).toMatchObject({ epoch });
      await tell(3, 1, { epoch });
      expect(await tell(1, 0, { epoch })).toMatchObject({ epoch });
    });

    it('are numbered by later letters after each time, also where the till knows none of them', async () => {
      const letters: number[] = [];
      for (const days of [1, 2]) {
        const restoredAt = Date.now() + days * 24 * HOUR;
        await server.database.write((writer) => renewEpoch(writer, restoredAt));
        letters.push(letterIndex((await giveSecret()).letter ?? ''));
      }
      const [first = -1, second = -1] = letters;
      expect(first).toBeGreaterThan(letterIndex('ZZ'));
      // However many were given between the two.
      expect(second).toBeGreaterThan(first + 100);
    });
  });

  it('are settled by another person than the one who declared the computer lost, or by an admin', async () => {
    const role = 'store_manager';
    const other = await makeStaff(server.database, { store_id: at.shop.store.id, role });
    expectDone(await lose());
    const [row] = await at.listed();
    expect(row?.is_own).toBe(true);
    const path = `/offline-sales/${row?.id}/settle`;
    expect(await at.manager.post(path, { note: 'Nothing is missing' })).toMatchObject({
      status: 403,
      body: { message: 'You reported this yourself. Another person settles it' },
    });
    const another = await signIn(server.url, other.email);
    expect((await at.listed(another))[0]?.is_own).toBe(false);
    expectDone(await another.post(path, { note: 'Nothing is missing' }));
  });
});
