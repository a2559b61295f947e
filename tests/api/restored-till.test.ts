import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Enrolment, OfflineCompletion } from '#bridge/offline-sales.ts';
import { openOffline } from '#main/offline/offline.ts';
import { openSalesFile } from '#main/offline/sales-file.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { setNextInvoice } from '#server/modules/stores/stores.public.ts';
import { createServer } from '#server/server.ts';
import { signIn } from '#tests/support/http.ts';
import { aCompletion, aShift, memorySecrets, newFolder } from '#tests/support/offline-sales.ts';
import type { WireToSettle } from '#tests/support/offline-shop.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { HOUR, MINUTE, makeClock } from '#tests/support/server.ts';
import {
  atDevice,
  deviceKey,
  givenCredential,
  makeTill,
  signInAt,
  type WireTill,
} from '#tests/support/shifts.ts';
import { makeSettings, makeShop, makeStaff } from '#tests/support/shop.ts';
import { copyTestDatabase, engines, makeTestDatabase } from '#tests/support/test-databases.ts';

// A till that was named, and sold without the server, since the copy of the data was made that is put back: its main process
// before real servers.

const PAUSES = { first: 5, longest: 50, report: 100 };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe.each(engines)('a till that data which were put back do not know (%s)', (engine) => {
  const clock = makeClock(Date.now());

  /** Starts a server on a database, until it is stopped. */
  async function serve(location: DatabaseLocation) {
    const database = await openDatabase(location);
    const app = await createServer({ database, clock: clock.now });
    await app.listen({ port: 0, host: '127.0.0.1' });
    let isStopped = false;
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      await app.close();
      await database.close();
    };
    closers.push(stop);
    return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, database, stop };
  }

  /** A till’s main process at the end of a line, which leads to a server or to none. */
  function aTill(line: { url: string | null }) {
    const at = { token: null as string | null };
    const reach = async (input: URL, init?: RequestInit) => {
      if (line.url === null) throw new TypeError('fetch failed');
      return fetch(new URL(input.pathname, line.url), init);
    };
    const backend = {
      url: 'http://server.test',
      tag: 'shop',
      fetch: reach as typeof fetch,
      isCurrent: () => true,
    };
    const offline = openOffline({
      folder: newFolder(),
      openSecret: memorySecrets(),
      openFile: openSalesFile,
      backend: () => backend,
      tillVersion: '1.1.0',
      readToken: () => at.token,
      onChange: () => undefined,
      pauses: PAUSES,
    });
    closers.push(() => Promise.resolve(offline.stop()));
    return { offline, at };
  }

  /** A shop of which a copy is made; a till is named after that, and two sales that it makes are recorded. */
  async function open() {
    const made = await makeTestDatabase(engine, 'tables');
    closers.push(made.remove);
    const begun = await serve(made.location);
    const settings_json = makeSettings({
      offline_sales: { enabled: true, hours: 24, max_total: null, methods: ['cash'] },
      tax_rate: 1200,
      prices_include_tax: true,
    });
    const shop = await makeShop(begun.database, { units: 10, store: { settings_json } });
    const admin = await makeStaff(begun.database, { store_id: shop.store.id, role: 'admin' });
    await sell(await signIn(begun.url, admin.email), [shop.units[9]?.id ?? 0]);
    await begun.stop();
    const copy = await copyTestDatabase(made.location);
    closers.push(copy.remove);
    const first = await serve(made.location);
    clock.advance(HOUR);

    const line = { url: first.url as string | null };
    const key = deviceKey();
    const name = async (url: string, { offline, at }: ReturnType<typeof aTill>): Promise<WireTill> => {
      const seller = await signInAt(url, shop.seller.email, key);
      at.token = seller.token;
      const till = await makeTill(seller, 'Counter 1');
      const enrolment: Enrolment = {
        ...{ store_id: shop.store.id, store_code: shop.store.code },
        ...{ till_id: till.id, till_code: till.code ?? '', till_name: till.name, till_key: key },
      };
      await offline.enrol(enrolment);
      offline.heard(clock.now());
      return till;
    };
    const completionOf = (no: number): OfflineCompletion => {
      const unit = shop.units[no];
      const wanted = { store_id: shop.store.id, staff_id: shop.seller.id, shift_id: null };
      const { cart, ...rest } = aCompletion(wanted);
      const lines = cart.lines.map((each) => ({
        ...each,
        inventory_item_id: unit?.id ?? 0,
        product_variation_id: unit?.product_variation_id ?? 0,
        scanned_code: unit?.imei ?? '',
        imei: unit?.imei ?? '',
      }));
      return { ...rest, cart: { ...cart, lines } };
    };
    const make = async ({ offline }: ReturnType<typeof aTill>, no: number): Promise<string> => {
      const result = await offline.complete(completionOf(no));
      return 'refused' in result ? result.refused : result.sale.number;
    };
    const sent = ({ offline }: ReturnType<typeof aTill>) =>
      expect.poll(async () => (await offline.state()).waiting, { timeout: 15_000 }).toBe(0);

    const till = aTill(line);
    const named = await name(first.url, till);
    const numbers = [await make(till, 1), await make(till, 2)];
    await sent(till);
    const before = await till.offline.sales();
    const soldAt = clock.now();
    /** The copy is put back; what is done to it first is done before any till is connected. */
    const restore = async (
      prepare: (location: DatabaseLocation) => Promise<unknown> = () => Promise.resolve(),
    ) => {
      line.url = null;
      await first.stop();
      await prepare(copy.location);
      const server = await serve(copy.location);
      clock.advance(10 * MINUTE);
      const manager = await signIn(server.url, admin.email);
      const listed = async () =>
        expectDone(await manager.get<{ data: WireToSettle[] }>('/offline-sales?state=open&per_page=100'))
          .data;
      return { ...server, manager, listed };
    };
    const nextInvoice = async (location: DatabaseLocation) => {
      const database = await openDatabase(location);
      await setNextInvoice(database, `${shop.store.code}=000010`, clock.now());
      await database.close();
    };
    return {
      shop,
      line,
      till,
      named,
      numbers,
      before,
      soldAt,
      restore,
      nextInvoice,
      name,
      make,
      sent,
      aTill: () => aTill(line),
    };
  }
  type Shop = Awaited<ReturnType<typeof open>>;

  /** The line is back: the till hears that its access has ended. */
  const refused = async ({ till, line }: Shop, url: string) => {
    line.url = url;
    till.offline.heard(clock.now());
    await expect.poll(async () => (await till.offline.state()).is_ended, { timeout: 15_000 }).toBe(true);
  };
  const soldAgain = async ({ till, before }: Shop) => {
    const invoices = async () =>
      (await till.offline.sales()).slice(-2).map(({ number, invoice_number }) => [number, invoice_number]);
    await till.offline.state();
    return expect
      .poll(invoices, { timeout: 15_000 })
      .toEqual(before.map(({ number, invoice_number }) => [number, invoice_number]));
  };
  const reasonsOf = (entries: readonly WireToSettle[]) =>
    entries.map(({ number, reasons }) => [number, reasons.map(({ code }) => code)]);

  it('sells on without the server, once it was named again, under numbers that it never gave', async () => {
    const at = await open();
    const { till, line, shop, numbers } = at;
    const server = await at.restore(at.nextInvoice);
    await refused(at, server.url);
    const again = await at.name(server.url, till);
    expect(again.code).toBe(at.named.code);
    expect(again.id).not.toBe(at.named.id);
    await expect.poll(async () => (await server.listed()).length, { timeout: 15_000 }).toBe(2);
    await soldAgain(at);
    // They were made before the till was named, as these data know it.
    expect(reasonsOf(await server.listed())).toEqual(numbers.map((number) => [number, ['restored']]));
    const marks = async () => (await till.offline.sales()).map(({ problem }) => problem);
    expect(await marks()).toEqual(['A manager settles it', 'A manager settles it']);
    for (const { id } of await server.listed())
      expectDone(await server.manager.post(`/offline-sales/${id}/settle`, { note: 'Put back' }));
    await expect.poll(marks, { timeout: 15_000 }).toEqual([null, null]);

    line.url = null;
    const staff = { id: shop.seller.id, name: 'Joel' };
    const opened = await till.offline.openShift(aShift({ store_id: shop.store.id, staff }));
    const given = [
      'opening' in opened ? opened.opening.number : opened.refused,
      await at.make(till, 3),
      await at.make(till, 4),
    ];
    expect((await till.offline.state()).opening?.number).toBe(given[0]);
    expect(given[1]).toMatch(new RegExp(`^${shop.store.code}-${again.code}[A-Z]+-X000002$`));
    expect(new Set([...numbers, ...given]).size).toBe(5);
    line.url = server.url;
    till.offline.heard(clock.now());
    await at.sent(till);
    const { data } = expectDone(await server.manager.get<{ data: WireTill[] }>('/tills'));
    expect(data).toMatchObject([{ credential: { last_no: 3, waiting: 0 } }]);
    expect((await server.listed()).flatMap(({ reasons }) => reasons.map(({ code }) => code))).not.toContain(
      'order',
    );
  });

  it('gives no number again where its file was lost meanwhile', async () => {
    const at = await open();
    const server = await at.restore(at.nextInvoice);
    at.line.url = server.url;
    at.till.offline.stop();
    const other = at.aTill();
    const again = await at.name(server.url, other);
    expect(again.code).toBe(at.named.code);
    const number = await at.make(other, 3);
    expect(number).toMatch(/-X000001$/);
    expect(at.numbers).not.toContain(number);
    await at.sent(other);
  });

  it.each([
    ['is the same one again', false],
    ['is another one by now, and the shop has sold more since', true],
  ])(
    'sends again what it sent, once, where nobody said that they were put back: it %s',
    async (_, isOther) => {
      const at = await open();
      const { till, numbers, shop } = at;
      const server = await at.restore();
      if (isOther) {
        const other = atDevice(server.url, server.manager, deviceKey());
        await makeTill(other, 'Counter 9');
        await givenCredential(other);
        for (const no of [6, 7, 8]) await sell(server.manager, [shop.units[no]?.id ?? 0]);
      }
      await refused(at, server.url);
      const again = await at.name(server.url, till);
      expect(again.code).toBe(isOther ? 'T2' : 'T1');
      await expect.poll(async () => (await server.listed()).length, { timeout: 15_000 }).toBe(3);
      const listed = await server.listed();
      const about = listed.filter(({ number }) => number === null);
      expect(about.map(({ reasons }) => reasons[0]?.text)).toEqual([
        `${again.code}: sales may be missing. It says that the server had them: an older copy of the server’s data may have been put back`,
      ]);
      const sold = listed.filter(({ number }) => number !== null);
      expect(sold.map(({ number }) => number)).toEqual(numbers);
      for (const { reasons, made_at } of sold) {
        expect(reasons.map(({ code }) => code)).toContain('restored');
        expect(reasons.map(({ code }) => code)).not.toContain('moment');
        expect(Math.abs(Date.parse(made_at) - at.soldAt)).toBeLessThan(MINUTE);
      }
      const units = await server.database.reader
        .selectFrom('inventory_items')
        .select('status')
        .where(
          'id',
          'in',
          [1, 2].map((no) => shop.units[no]?.id ?? 0),
        )
        .execute();
      expect(units.map(({ status }) => status)).toEqual(['sold', 'sold']);
      // They count for no till that has their series by now.
      const { data } = expectDone(await server.manager.get<{ data: WireTill[] }>('/tills'));
      for (const { credential } of data) expect(credential).toMatchObject({ last_no: 0, waiting: 0 });
      // Nothing more comes of it.
      const { epoch } = await server.database.reader
        .selectFrom('data_version')
        .select('epoch')
        .executeTakeFirstOrThrow();
      expect(await at.make(till, 3)).toMatch(/-X000001$/);
      await at.sent(till);
      expect(
        await server.database.reader.selectFrom('data_version').select('epoch').executeTakeFirstOrThrow(),
      ).toEqual({ epoch });
      expect(await server.listed()).toHaveLength(3);
    },
  );
});
