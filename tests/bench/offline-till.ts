import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startDemoServer } from '#tests/support/demo-server.ts';
import { startDroppingProxy, type DroppingProxy } from '#tests/support/dropping-proxy.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { signIn } from '#tests/support/http.ts';
import { rules } from '#tests/support/offline-sales.ts';
import { openCable, type Cable } from '#tests/support/pseudo-terminals.ts';
import { expectDone } from '#tests/support/selling.ts';
import { saveSettings, type WireSettings } from '#tests/support/store-settings.ts';
import { goToPayment, openTill, signInAs } from '#tests/support/till-page.ts';
import { writeTillSettings } from '#tests/support/till-settings.ts';
import { startVirtualPrinter } from '#tests/support/virtual-printer.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { stockPhones, type Phone } from './sale-instruments.ts';
import { scanToPaint } from './scan-to-line.ts';

const UNITS = 20_000;
/** No phone of the demo shop has a number from here on. */
const FIRST_PHONE = 200_000;
const ROUNDS = 3;
const SCANS_A_ROUND = 15;
const SALES_A_ROUND = 10;
const GOAL_SCAN_MS = 50;
const GOAL_PRINTED_MS = 150;

type Store = { id: number; code: string; settings: WireSettings };

const DLE = 0x10;
/** The length of a question for the printer's status. */
const QUESTION = 3;

/** A receipt printer on a socket, which notes when the first byte of a job arrives. */
async function startTimedPrinter() {
  const printer = await startVirtualPrinter();
  let hear: (at: number) => void = () => undefined;
  const door = net.createServer({ allowHalfOpen: true }, (till) => {
    const inside = net.connect({ port: printer.port, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [till, inside]) socket.setNoDelay(true).on('error', () => undefined);
    till.on('data', (bytes) => {
      const isQuestion = bytes.length === QUESTION && bytes[0] === DLE;
      if (!isQuestion) hear(performance.now());
    });
    till.pipe(inside).pipe(till);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    port: (door.address() as AddressInfo).port,
    /** Resolves with the time at which the next job begins. */
    nextByte: () =>
      new Promise<number>((resolve) => {
        hear = resolve;
      }),
    nextJob: () => printer.nextJob(),
    close: async () => {
      door.close();
      await printer.close();
    },
  };
}
type TimedPrinter = Awaited<ReturnType<typeof startTimedPrinter>>;

/** Lets the store sell without the server; returns it. */
async function openStore(url: string): Promise<Store> {
  const admin = await signIn(url, 'admin@demo.test');
  const stores = expectDone(await admin.get<Store[]>('/stores'));
  const store = stores.find(({ code }) => code === 'MNL-01');
  if (!store) throw new Error('The shop has no MNL-01');
  const offline_sales = { ...rules, methods: ['cash' as const] };
  await saveSettings(admin, store.id, { ...store.settings, offline_sales });
  return store;
}

/** Waits until the page answers with something true. */
async function until(read: () => Promise<unknown>): Promise<void> {
  while (!(await read())) await pause(50);
}

/** Makes the device a till of the store, and waits for its credential and its copy of the store. */
async function becomeTill(page: Page, store: Store): Promise<void> {
  const status = await page.evaluate(async (storeId) => {
    const headers = {
      'content-type': 'application/json',
      'x-store-id': String(storeId),
      'x-till': localStorage.getItem('tindahan.till-key') ?? '',
    };
    const body = JSON.stringify({ name: 'Front' });
    return (await fetch('/api/v1/tills', { method: 'POST', headers, body })).status;
  }, store.id);
  if (status !== 201) throw new Error(`The till was refused with ${status}`);
  await page.reload();
  await openTill(page);
  await until(() => page.evaluate(async () => (await window.till?.offline.state())?.till));
  const asOf = (store_id: number) =>
    page.evaluate(async (id) => (await window.till?.units.version({ store_id: id }))?.as_of, store_id);
  await until(() => asOf(store.id));
}

type Desk = {
  page: Page;
  cable: Cable;
  printer: TimedPrinter;
  proxy: DroppingProxy;
  takePhone: () => Phone;
};

const saved = (page: Page) => page.getByText(/^· (?:Saved|On this till) \d/).waitFor();
const banner = (page: Page) =>
  page.getByText('Sales are kept on this till and sent when it is back.', { exact: false });

async function clearCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear Items' }).click();
  await page.getByRole('button', { name: /^Clear \d+ items?/ }).click();
  await page.getByText('Scan an item to start').waitFor();
  // The till's keys do nothing until the question has left the page.
  await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' });
}

async function scanMany({ page, cable, takePhone }: Desk, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    times.push(await scanToPaint(page, cable, takePhone().imei));
    await saved(page);
  }
  await clearCart(page);
  return times;
}

/** Sells one phone for cash; returns the milliseconds from Ctrl+Enter to the first byte at the printer. */
async function sellOne({ page, cable, printer, takePhone }: Desk): Promise<number> {
  await scanToPaint(page, cable, takePhone().imei);
  await saved(page);
  await goToPayment(page);
  await page.getByRole('button', { name: /Complete sale|and complete/, disabled: false }).waitFor();
  const [byte, job] = [printer.nextByte(), printer.nextJob()];
  await page.keyboard.down('Control');
  const pressedAt = performance.now();
  await page.keyboard.press('Enter');
  const took = (await byte) - pressedAt;
  await page.keyboard.up('Control');
  await page.getByRole('heading', { name: 'Sale complete' }).waitFor();
  await job;
  await page.getByText('Receipt printed').waitFor();
  return took;
}

async function sellMany(desk: Desk, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push(await sellOne(desk));
  return times;
}

/** Cuts the line, and lets the till notice by a scan. */
async function cutLine({ page, cable, proxy, takePhone }: Desk): Promise<void> {
  proxy.refuse();
  await scanToPaint(page, cable, takePhone().imei);
  await banner(page).waitFor();
  await saved(page);
  await clearCart(page);
}

/** Mends the line, and waits until the till has sent its sales. */
async function mendLine({ page, proxy }: Desk): Promise<void> {
  proxy.flow();
  await banner(page).waitFor({ state: 'detached' });
  await until(() => page.evaluate(async () => (await window.till?.offline.state())?.waiting === 0));
}

type Round = { scans: number[]; printed: number[] };
type BothWays = { online: Round; offline: Round };

async function measureRound(desk: Desk): Promise<BothWays> {
  const measure = async () => ({
    scans: await scanMany(desk, SCANS_A_ROUND),
    printed: await sellMany(desk, SALES_A_ROUND),
  });
  const online = await measure();
  await cutLine(desk);
  const offline = await measure();
  await mendLine(desk);
  return { online, offline };
}

function printFigure(fig: string, goal: number, rounds: { online: number[]; offline: number[] }[]): void {
  const [offline, online] = [
    rounds.flatMap((round) => round.offline),
    rounds.flatMap((round) => round.online),
  ];
  const baselines = rounds.map((round) => median(round.online));
  print({
    fig: `28 ${fig}`,
    value: percentile(offline, 0.95),
    unit: `ms p95 without the server; goal ${goal}, baseline: with it`,
    baseline: percentile(online, 0.95),
    ratio: percentile(offline, 0.95) / percentile(online, 0.95),
    runs: offline.length,
    p50: median(offline),
    p95: percentile(offline, 0.95),
    worst: Math.max(...offline),
    online: { p50: median(online), p95: percentile(online, 0.95), worst: Math.max(...online) },
    noisy: isNoisy(baselines),
  });
}

/**
 * Figure 28, its first parts, through the built main, preload and screens at a till with a copy of 20,000 units: from the
 * bytes on the serial port to the painted line, and from Ctrl+Enter to the first byte at a printer's socket.
 */
export async function measureOfflineTill(): Promise<void> {
  const server = await startDemoServer();
  const store = await openStore(server.url);
  const phones = await stockPhones(server.database, UNITS, FIRST_PHONE);
  const proxy = await startDroppingProxy(server.url);
  const printer = await startTimedPrinter();
  const cable = await openCable();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  writeTillSettings(folder, { scanners: [{ kind: 'serial', path: cable.path, baud_rate: 9600 }] });
  const till = await launchTill({
    env: {
      TINDAHAN_SERVER: proxy.url,
      TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
      TINDAHAN_TILL_DATA: folder,
      STAND_IN_MEASURED: 'yes',
    },
  });
  const takePhone = () => {
    const phone = phones.pop();
    if (!phone) throw new Error('All phones were scanned');
    return phone;
  };
  try {
    const { page } = till;
    await signInAs(page, 'store_manager@demo.test');
    await becomeTill(page, store);
    const desk: Desk = { page, cable, printer, proxy, takePhone };
    await measureRound(desk);
    const rounds: BothWays[] = [];
    while (rounds.length < ROUNDS) rounds.push(await measureRound(desk));
    const of = (part: keyof Round) =>
      rounds.map(({ online, offline }) => ({ online: online[part], offline: offline[part] }));
    printFigure('scan to line', GOAL_SCAN_MS, of('scans'));
    printFigure('complete to the printer’s first byte', GOAL_PRINTED_MS, of('printed'));
  } finally {
    await till.close();
    await cable.close();
    await printer.close();
    await proxy.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
