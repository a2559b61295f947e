import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { OfflineCompletion } from '#bridge/offline-sales.ts';
import { offlineCart } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Caller } from '#tests/support/http.ts';
import { rules } from '#tests/support/offline-sales.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { expectDone, openDraft, pay } from '#tests/support/selling.ts';
import { OPENING } from '#tests/support/server.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { atDevice, deviceKey, makeTill, openShift } from '#tests/support/shifts.ts';
import { inCash, reckonCart } from '#tests/support/sold-offline.ts';
import { saveSettings, type WireSettings } from '#tests/support/store-settings.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { leanSend, signInByRow } from './lean-calls.ts';
import type { Answered, Asked } from './offline-sender.ts';
import { assertCorrect } from './sale-flow.ts';
import { instruments, UNITS_A_SALE, type TakeThree } from './sale-instruments.ts';

const WAITING = 500;
/** Sales of the other till before anything is measured: engines compile hot code. */
const TO_WARM_UP = 200;
const ALONE = 400;
/** More than the other till can sell in all. */
const ONLINE_SALES = 9000;
const NAMES: Record<EngineName, string> = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };
const GOAL_SECONDS = 30;
const GOAL_MS = 100;

type Store = { id: number; code: string; settings: WireSettings };

/** Lets the store's tills keep shifts, and sell without the server. */
async function openStore(admin: Caller): Promise<Store> {
  const stores = expectDone(await admin.get<Store[]>('/stores'));
  const store = stores.find(({ code }) => code === 'MNL-01');
  if (!store) throw new Error('The shop has no MNL-01');
  const settings: WireSettings = {
    ...store.settings,
    shifts: { enabled: true, difference_limit: 0 },
    offline_sales: { ...rules, methods: ['cash'] },
  };
  await saveSettings(admin, store.id, settings);
  return { ...store, settings };
}

/** Starts a till's own sales in a process of their own. */
async function startSender(folder: string, url: string, token: string) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'offline-sender.ts'), [folder, url, token]);
  const answered = async (): Promise<number[]> => {
    const [answer] = (await once(child, 'message')) as [Answered];
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.took;
  };
  await answered();
  return {
    ask: (asked: Asked) => {
      const answer = answered();
      child.send(asked);
      return answer;
    },
    end: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

type SoldBy = { store: Store; staffId: number; shiftId: number };

/** Makes carts of three phones each, paid in two parts, as the page gives them. */
async function cartsOf(
  { reader }: Database,
  unitIds: readonly number[],
  { store, staffId, shiftId }: SoldBy,
): Promise<OfflineCompletion[]> {
  const units = await reader
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .select(['unit.id', 'unit.product_variation_id', 'unit.imei', 'variation.retail_price as price'])
    .where('unit.id', '>=', Math.min(...unitIds))
    .where('unit.id', '<=', Math.max(...unitIds))
    .execute();
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const receipt = JSON.stringify(aReceipt());
  return Array.from({ length: unitIds.length / UNITS_A_SALE }, (_, no) => {
    const ids = unitIds.slice(no * UNITS_A_SALE, (no + 1) * UNITS_A_SALE);
    const told = {
      store_id: store.id,
      staff_id: staffId,
      shift_id: shiftId,
      tax_rate: Math.round((store.settings.tax_rate ?? 0) * 100),
      prices_include_tax: store.settings.prices_include_tax,
      units: ids.flatMap((id) => known.get(id) ?? []),
    };
    const { total_amount } = reckonCart(told);
    const cart = reckonCart({ ...told, payments: [inCash(100), inCash(total_amount - 100)] });
    return {
      cart_key: `cart-${unitIds[no * UNITS_A_SALE]}`,
      cart: z.encode(offlineCart, cart),
      receipt,
      rules: { ...rules, methods: ['cash'] },
    };
  });
}

/** Sells three scanned phones; returns how long the completion took, in milliseconds. */
async function sellOnline(till: Caller, takeThree: TakeThree): Promise<number> {
  const draft = await openDraft(till, await takeThree(till));
  await pay(till, draft.id, { method: 'cash', amount: 1 });
  await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
  const started = performance.now();
  expectDone(await till.post(`/transactions/${draft.id}/complete`, {}, { key: `complete-${draft.id}` }));
  return performance.now() - started;
}

/** Sells as fast as one client can for as long as `goesOn`. */
async function sellWhile(goesOn: (sold: number) => boolean, sellOne: () => Promise<number>) {
  const [started, times] = [performance.now(), [] as number[]];
  while (goesOn(times.length)) times.push(await sellOne());
  return { times, perSecond: (times.length * 1000) / (performance.now() - started) };
}

/** Checks that each sale was recorded, and that none waits for a manager. */
async function assertRecorded(database: Database, count: number): Promise<void> {
  const sent = await database.reader
    .selectFrom('offline_sales')
    .select(['state', 'is_open', 'reasons_json'])
    .execute();
  const odd = sent.find(({ state, is_open }) => state !== 'recorded' || is_open === 1);
  if (odd) throw new Error(`A sale was not recorded as a good one: ${JSON.stringify(odd)}`);
  if (sent.length !== count) throw new Error(`${sent.length} of ${count} sales were recorded`);
  await assertCorrect(database);
}

const spread = (times: readonly number[]) => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  worst: Math.max(...times),
});

async function measureOn(engine: EngineName): Promise<void> {
  const instrument = instruments.scanned;
  const shop = await instrument.open(engine);
  if (!shop) return console.error(`No ${engine} here: sending was not measured on it`);
  const { dataDir, databaseUrl } = shop.location;
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const startedAt = Date.now();
  const server = await startProcess({ dataDir, ...shop.server, env });
  const database = await openDatabase(shop.location);
  const serverNow = () => OPENING + Date.now() - startedAt;
  const signIn = (email: string) => signInByRow(server.url, { database, email, send: leanSend() });
  let sender: Awaited<ReturnType<typeof startSender>> | null = null;
  try {
    const store = await openStore(await signIn('admin@demo.test'));
    const seller = await signIn('salesperson@demo.test');
    const send = leanSend();
    const [ourKey, otherKey] = [deviceKey(), deviceKey()];
    const ours = atDevice(server.url, seller, ourKey, send);
    const ourTill = await makeTill(ours, 'Counter 1');
    const ourShift = await openShift(ours);
    const other = atDevice(server.url, await signIn('salesperson@demo.test'), otherKey, send);
    await makeTill(other, 'Counter 2');
    await openShift(other);

    sender = await startSender(folder, server.url, seller.token);
    const enrolment = {
      store_id: store.id,
      store_code: store.code,
      till_id: ourTill.id,
      till_code: ourTill.code ?? '',
      till_name: ourTill.name,
      till_key: ourKey,
    };
    await sender.ask({ kind: 'enrol', enrolment, now: serverNow() });

    const [takeThree] = await instrument.stock(database, 1, ONLINE_SALES);
    const [unitIds] = await instrument.stockUntaken(database, 1, 2 * WAITING);
    if (!takeThree || !unitIds) throw new Error('Nothing was stocked');
    const sellOne = () => sellOnline(other, takeThree);
    const soldBy = { store, staffId: ourShift.opened_by.id, shiftId: ourShift.id };
    const waitingSales = (no: number) => {
      const count = WAITING * UNITS_A_SALE;
      return cartsOf(database, unitIds.slice(no * count, (no + 1) * count), soldBy);
    };

    await sellWhile((sold) => sold < TO_WARM_UP, sellOne);
    const before = await sellWhile((sold) => sold < ALONE / 2, sellOne);
    const made = await sender.ask({ kind: 'make', completions: await waitingSales(0) });
    let isSending = true;
    const sending = sender.ask({ kind: 'send', now: serverNow() }).finally(() => (isSending = false));
    const meanwhile = await sellWhile(() => isSending, sellOne);
    const [together = Number.NaN] = await sending;
    const after = await sellWhile((sold) => sold < ALONE / 2, sellOne);
    await sender.ask({ kind: 'make', completions: await waitingSales(1) });
    const [byItself = Number.NaN] = await sender.ask({ kind: 'send', now: serverNow() });
    await assertRecorded(database, 2 * WAITING);

    const alone = [...before.times, ...after.times];
    const noisy = isNoisy([median(before.times), median(after.times)]);
    print({
      fig: `28 ${WAITING} waiting sales sent (${NAMES[engine]})`,
      value: together / 1000,
      unit: `s while another till sells; goal ${GOAL_SECONDS}, baseline: nobody sells`,
      baseline: byItself / 1000,
      ratio: together / byItself,
      runs: 1,
      p50: together / 1000,
      p95: together / 1000,
      ms_to_make_one: spread(made),
      noisy,
    });
    print({
      fig: `28 another till’s completions meanwhile (${NAMES[engine]})`,
      value: percentile(meanwhile.times, 0.99),
      unit: `ms p99; goal ${GOAL_MS}, baseline: nothing is sent`,
      baseline: percentile(alone, 0.99),
      ratio: percentile(meanwhile.times, 0.99) / percentile(alone, 0.99),
      runs: meanwhile.times.length,
      p50: median(meanwhile.times),
      p95: percentile(meanwhile.times, 0.95),
      meanwhile: { ...spread(meanwhile.times), sales_per_second: meanwhile.perSecond },
      alone: { ...spread(alone), sales_per_second: (before.perSecond + after.perSecond) / 2 },
      noisy,
    });
  } finally {
    await sender?.end();
    await database.close();
    await server.end('SIGTERM');
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Figure 28, its last part: waiting sales of a till's file, made and sent by the till's own code, while another till of the
 * same store sells as fast as one client can.
 */
export async function measureOfflineSending(): Promise<void> {
  await measureOn('sqlite');
  await measureOn('postgresql');
}
