import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { startDroppingProxy, type DroppingProxy } from '#tests/support/dropping-proxy.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { signIn } from '#tests/support/http.ts';
import { dismissToasts, openTillOf, toast } from '#tests/support/open-till.ts';
import { sell } from '#tests/support/selling.ts';
import {
  cart,
  cartLine,
  chooseCustomer,
  completeSale,
  draftNumberShown,
  draftSaved,
  goToPayment,
  openTill,
  pressTillKey,
  scanToLine,
  signInAs,
  typeDiscount,
  wedgeScan,
} from '#tests/support/till-page.ts';

const SEARCH = 'Search or scan a barcode, serial or IMEI';
const SELLER = 'salesperson@demo.test';
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
const offers = (page: Page) => page.getByRole('region', { name: 'Carts that were cut off' });

let server: DemoServer;
let proxy: DroppingProxy;
beforeAll(async () => {
  server = await startDemoServer();
  proxy = await startDroppingProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

type Phone = Awaited<ReturnType<typeof phonesAt>>[number];

async function phones<const N extends 2 | 3>(count: N) {
  return (await phonesAt(server.database, 'MNL-01', count)) as unknown as N extends 2
    ? [Phone, Phone]
    : [Phone, Phone, Phone];
}

/** Looks at a product's card, so that the till knows its units. */
async function lookAt(page: Page, { product }: Phone): Promise<void> {
  await page.getByPlaceholder(SEARCH).fill(product);
  const cards = page.getByRole('group', { name: 'Products' });
  await cards.getByText(product, { exact: true }).first().waitFor();
  await page.getByPlaceholder(SEARCH).fill('');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

const saleOf = (itemId: number) =>
  server.database.reader
    .selectFrom('transaction_items as item')
    .innerJoin('transactions as sale', 'sale.id', 'item.transaction_id')
    .selectAll('sale')
    .where('item.inventory_item_id', '=', itemId)
    .where('sale.status', '=', 'completed')
    .execute();

const draftsOf = (itemId: number) =>
  server.database.reader
    .selectFrom('transaction_items as item')
    .innerJoin('transactions as draft', 'draft.id', 'item.transaction_id')
    .select(['draft.id', 'draft.draft_number'])
    .where('item.inventory_item_id', '=', itemId)
    .where('draft.deleted_at', 'is', null)
    .execute();

const someCustomer = () =>
  server.database.reader
    .selectFrom('customers')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('transactions')
        .select('customer_id')
        .where('status', '=', 'draft')
        .where('customer_id', 'is not', null)
        .$castTo<{ customer_id: number }>(),
    )
    .orderBy('name')
    .executeTakeFirstOrThrow();

type Sent = { key: string | undefined; body: string | null };

/** The saves that a page sends from now on. */
function watchSaves(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PUT' || !/\/transactions\/\d+$/.test(request.url())) return;
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() });
  });
  return sent;
}

/** A sale that goes on without a server, loses a unit meanwhile, and is completed with the rest. */
async function sellOverAnOutage(page: Page, cut: () => void): Promise<void> {
  const [first, second, third] = await phones(3);
  const customer = await someCustomer();
  await lookAt(page, second);
  await lookAt(page, third);
  await chooseCustomer(page, customer.name);
  await scanToLine(page, first.imei);
  await draftSaved(page);
  const number = await draftNumberShown(page).textContent();

  cut();
  const sent = watchSaves(page);
  await scanToLine(page, second.imei);
  await banner(page)
    .getByText(/^Offline since \d+:\d\d [AP]M$/)
    .waitFor();
  await scanToLine(page, third.imei);
  await page.getByText(/^· On this till \d+:\d\d [AP]M$/).waitFor();
  await cart(page).getByText('Not confirmed by the server').waitFor();
  await cartLine(page, first.imei).getByRole('button').click();
  await pressTillKey(page, 'F4');
  await typeDiscount(page, '1', 'Regular customer');
  const discounts = page.getByRole('dialog', { name: 'Discounts' });
  await discounts.getByText('Regular customer −1%').waitFor();
  await discounts.getByRole('button', { name: 'Done' }).click();
  await discounts.waitFor({ state: 'detached' });
  await cart(page).getByText('Regular customer').waitFor();
  await cart(page).getByText(customer.name).waitFor();
  await wedgeScan(page, '4900000000001');
  await toast(
    page,
    'This till has not seen 4900000000001 before. Scan it when the server is back.',
  ).waitFor();
  await dismissToasts(page);
  await cart(page).getByText('Checkout returns when the server is back').waitFor();
  expect(
    await cart(page)
      .getByRole('button', { name: /^Checkout/ })
      .getAttribute('aria-disabled'),
  ).toBe('true');
  await pressTillKey(page, 'F8');
  expect(page.url()).not.toContain('payment');

  await sell(await signIn(server.url, 'store_manager@demo.test'), [second.id]);
  const waiting = sent.length;
  proxy.flow();
  await cartLine(page, second.imei)
    .getByText(/Remove it to go on\./)
    .waitFor();
  await banner(page).waitFor({ state: 'detached' });
  await cart(page).getByText('Held for this sale').waitFor();
  // What was on its way comes first, word for word and under its key; then what the cart is now.
  const next = sent.findIndex(({ key }) => key !== sent[0]?.key);
  expect(next).toBeGreaterThanOrEqual(waiting);
  for (const again of sent.slice(0, next)) expect(again).toEqual(sent[0]);
  expect(sent.slice(next).map(({ key }) => key)).not.toContain(sent[0]?.key);
  const last = JSON.parse(sent.at(-1)?.body ?? '{}') as { items: { inventory_item_id: number }[] };
  expect(last.items.map((item) => item.inventory_item_id)).toEqual([third.id]);

  await dismissToasts(page);
  await cartLine(page, second.imei).getByRole('button').click();
  await cart(page).getByText('Held for this sale').waitFor();
  await draftSaved(page);
  await goToPayment(page);
  await completeSale(page);
  const [sale, ...others] = await saleOf(third.id);
  expect(others).toEqual([]);
  expect(sale).toMatchObject({ draft_number: number, customer_id: customer.id });
  expect(sale?.discounts_json).toContain('Regular customer');
  expect(await saleOf(first.id)).toEqual([]);
  expect((await draftsOf(first.id)).map((draft) => draft.draft_number)).toEqual([]);
}

describe('a sale that goes on without the server', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('in a browser whose network stalls', async () => {
    const { page, troubles } = await openTillOf(browser, { ...server, url: proxy.url });
    try {
      await sellOverAnOutage(page, () => proxy.stall());
      expect(troubles).toEqual([]);
    } finally {
      proxy.flow();
      await page.context().close();
    }
  });

  it('in the till, when the server refuses', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    const till = await launchTill({ env: { TINDAHAN_SERVER: proxy.url, TINDAHAN_TILL_DATA: folder } });
    try {
      await signInAs(till.page, SELLER);
      await openTill(till.page);
      await sellOverAnOutage(till.page, () => proxy.refuse());
    } finally {
      proxy.flow();
      await till.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a till that is killed', () => {
  let till: LaunchedTill;
  let folder: string;
  const launch = () => launchTill({ env: { TINDAHAN_SERVER: proxy.url, TINDAHAN_TILL_DATA: folder } });
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launch();
    await signInAs(till.page, SELLER);
    await openTill(till.page);
  });
  afterAll(async () => {
    proxy.flow();
    await till.close();
    await rm(folder, { recursive: true, force: true });
  });
  const killAndStart = async () => {
    await till.kill();
    till = await launch();
  };
  const toTheTill = () => till.page.getByRole('link', { name: 'Point of Sale' }).click();

  it('is started again without the server, goes on with its cart, and completes it when the server is back', async () => {
    const [first, second, third] = await phones(3);
    await lookAt(till.page, second);
    await lookAt(till.page, third);
    await scanToLine(till.page, first.imei);
    await draftSaved(till.page);
    const number = await draftNumberShown(till.page).textContent();
    proxy.refuse();
    await scanToLine(till.page, second.imei);
    await till.page.getByText(/^· On this till \d/).waitFor();

    await killAndStart();
    await toTheTill();
    await banner(till.page).waitFor();
    await offers(till.page).getByText(`(${number})`).waitFor();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(till.page, first.imei).waitFor();
    await cartLine(till.page, second.imei).waitFor();
    await cart(till.page).getByText('Not confirmed by the server').waitFor();
    // A unit that the till knows from before it was killed.
    await scanToLine(till.page, third.imei);
    await cartLine(till.page, first.imei).getByRole('button').click();
    await till.page.getByText(/^· On this till \d/).waitFor();

    proxy.flow();
    await cart(till.page).getByText('Held for this sale').waitFor();
    await draftSaved(till.page);
    await cartLine(till.page, first.imei).waitFor({ state: 'detached' });
    await goToPayment(till.page);
    await completeSale(till.page);
    for (const unit of [second, third]) {
      await expect.poll(() => saleOf(unit.id)).toMatchObject([{ draft_number: number }]);
    }
    expect(await saleOf(first.id)).toEqual([]);
  });

  it('loses no cart when another one is begun before the first is recovered', async () => {
    const [first, second] = await phones(2);
    await scanToLine(till.page, first.imei);
    await draftSaved(till.page);
    await killAndStart();
    await toTheTill();
    await offers(till.page).getByText('A cart with 1 item was cut off').waitFor();
    await scanToLine(till.page, second.imei);
    await draftSaved(till.page);
    await killAndStart();
    await toTheTill();
    await expect.poll(() => offers(till.page).getByRole('button', { name: 'Recover cart' }).count()).toBe(2);

    for (const unit of [second, first]) {
      await offers(till.page).getByRole('button', { name: 'Recover cart' }).first().click();
      await cartLine(till.page, unit.imei).waitFor();
      await cart(till.page).getByText('Held for this sale').waitFor();
      await draftSaved(till.page);
      await goToPayment(till.page);
      await completeSale(till.page);
      await expect.poll(() => saleOf(unit.id)).toHaveLength(1);
    }
    expect(await offers(till.page).count()).toBe(0);
  });

  it('makes one draft when it is killed between a save and its answer', async () => {
    const [unit] = await phones(2);
    const dropped = proxy.dropNext('answer dropped', /^POST \/api\/v1\/transactions /);
    await scanToLine(till.page, unit.imei);
    expect((await dropped).status).toBe(201);
    proxy.refuse();
    const made = await draftsOf(unit.id);
    expect(made).toHaveLength(1);

    await killAndStart();
    await toTheTill();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(till.page, unit.imei).waitFor();
    proxy.flow();
    await draftSaved(till.page);
    await expect.poll(() => draftNumberShown(till.page).textContent()).toBe(made[0]?.draft_number);
    await expect.poll(() => draftsOf(unit.id)).toEqual(made);
    await goToPayment(till.page);
    await completeSale(till.page);
    await expect.poll(() => saleOf(unit.id)).toHaveLength(1);
  });

  const recoverToPayment = async (unit: Phone) => {
    await toTheTill();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(till.page, unit.imei).waitFor();
    await cart(till.page).getByText('Held for this sale').waitFor();
    await draftSaved(till.page);
    await goToPayment(till.page);
  };
  const reference = () => till.page.getByLabel('Reference number');

  it('has the payment that was typed, and takes the one whose answer was lost once', async () => {
    const [unit] = await phones(2);
    await scanToLine(till.page, unit.imei);
    await draftSaved(till.page);
    await goToPayment(till.page);
    await till.page.getByText('GCash', { exact: true }).click();
    await reference().fill('GC-2210-7751');
    const [draft] = await draftsOf(unit.id);
    const keptRow = () =>
      till.page.evaluate((name) => window.till?.notes.read(name), `payment-row:${draft?.id}`);
    await expect.poll(keptRow).toContain('GC-2210-7751');
    await killAndStart();
    await recoverToPayment(unit);
    await expect.poll(() => reference().inputValue()).toBe('GC-2210-7751');

    const dropped = proxy.dropNext('answer dropped', /^POST \S+\/payments /);
    await till.page.getByRole('button', { name: 'Save Payment' }).click();
    expect((await dropped).status).toBe(201);
    proxy.refuse();
    await killAndStart();
    proxy.flow();
    await recoverToPayment(unit);
    expect(await till.page.getByLabel('Amount').inputValue()).toBe('');
    await completeSale(till.page);
    const [sale] = await saleOf(unit.id);
    const payments = await server.database.reader
      .selectFrom('payments')
      .select(['method', 'reference_number'])
      .where('transaction_id', '=', sale?.id ?? 0)
      .execute();
    expect(payments).toEqual([{ method: 'gcash', reference_number: 'GC-2210-7751' }]);
  });

  it('shows the sale that was completed while its answer was lost', async () => {
    const [unit] = await phones(2);
    await scanToLine(till.page, unit.imei);
    await draftSaved(till.page);
    await goToPayment(till.page);
    const dropped = proxy.dropNext('answer dropped', /^POST \S+\/complete /);
    await till.page.keyboard.press('Control+Enter');
    expect((await dropped).status).toBe(200);
    proxy.refuse();
    await killAndStart();
    proxy.flow();
    await toTheTill();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await till.page.getByRole('heading', { name: 'Sale complete' }).waitFor();
    await expect.poll(() => saleOf(unit.id)).toHaveLength(1);
    expect(await offers(till.page).count()).toBe(0);
  });
});
