import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { startDroppingProxy, type DroppingProxy } from '#tests/support/dropping-proxy.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
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

/** Waits until the till has a copy of its store. */
async function hasCopy(page: Page): Promise<void> {
  const { id } = await server.database.reader
    .selectFrom('stores')
    .select('id')
    .where('code', '=', 'MNL-01')
    .executeTakeFirstOrThrow();
  const asOf = () =>
    page.evaluate(async (store_id) => (await window.till?.units.version({ store_id }))?.as_of ?? null, id);
  await expect.poll(asOf).not.toBeNull();
}

const saleOf = (unitId: number) =>
  server.database.reader
    .selectFrom('transaction_items as item')
    .innerJoin('transactions as sale', 'sale.id', 'item.transaction_id')
    .selectAll('sale')
    .where('item.inventory_item_id', '=', unitId)
    .where('sale.status', '=', 'completed')
    .execute();

const draftsOf = (unitId: number) =>
  server.database.reader
    .selectFrom('transaction_items as item')
    .innerJoin('transactions as draft', 'draft.id', 'item.transaction_id')
    .select(['draft.id', 'draft.draft_number'])
    .where('item.inventory_item_id', '=', unitId)
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

// The additions of the shell and the screen; the sale itself is in tests/till.
describe('a till without its server', () => {
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

  it('goes on with a sale, loses a unit meanwhile, and completes it with the rest', async () => {
    const { page } = till;
    const [first, second, third] = await phones(3);
    const customer = await someCustomer();
    await hasCopy(page);
    await chooseCustomer(page, customer.name);
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const number = await draftNumberShown(page).textContent();

    proxy.refuse();
    await scanToLine(page, second.imei);
    await banner(page)
      .getByText(/^Offline since \d+:\d\d [AP]M$/)
      .waitFor();
    await banner(page)
      .getByText(/ Prices and stock as of \d+:\d\d [AP]M\.$/)
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
    await toast(page, 'This till does not know 4900000000001. Scan it when the server is back.').waitFor();
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
    proxy.flow();
    await cartLine(page, second.imei)
      .getByText(/Remove it to go on\./)
      .waitFor();
    await banner(page).waitFor({ state: 'detached' });
    await cart(page).getByText('Held for this sale').waitFor();
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
  });

  it('has locked itself, and is unlocked by its cashier’s password alone', async () => {
    const seller = await server.database.reader
      .selectFrom('staff')
      .select('id')
      .where('email', '=', SELLER)
      .executeTakeFirstOrThrow();
    await till.page.evaluate((id) => localStorage.setItem('tindahan.locked', String(id)), seller.id);
    proxy.refuse();
    await till.page.reload();
    const lock = till.page.getByRole('dialog', { name: 'Locked' });
    const unlock = async (secret: string) => {
      await lock.getByLabel('PIN or password', { exact: true }).fill(secret);
      await till.page.keyboard.press('Enter');
    };
    await unlock('not my password');
    await lock.getByText('This password is wrong. 4 tries are left without the server').waitFor();
    await unlock('271828');
    await lock.getByText('The server cannot be reached. Use your password').waitFor();
    await unlock(DEMO_PASSWORD);
    await lock.waitFor({ state: 'detached' });
    await toTheTill();
    await banner(till.page).waitFor();
    proxy.flow();
    await banner(till.page).waitFor({ state: 'detached' });
  });

  it('is started again after it was killed, goes on with its cart and the payment that was typed, and completes it', async () => {
    const [first, second, third] = await phones(3);
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
    // A unit that the till knew before it was killed.
    await scanToLine(till.page, third.imei);
    await cartLine(till.page, first.imei).getByRole('button').click();
    await till.page.getByText(/^· On this till \d/).waitFor();

    proxy.flow();
    await cart(till.page).getByText('Held for this sale').waitFor();
    await draftSaved(till.page);
    await cartLine(till.page, first.imei).getByRole('button', { name: /^Undo/ }).waitFor();

    await goToPayment(till.page);
    await till.page.getByText('GCash', { exact: true }).click();
    await till.page.getByLabel('Reference number').fill('GC-2210-7751');
    const [draft] = await draftsOf(second.id);
    const keptRow = () =>
      till.page.evaluate((name) => window.till?.notes.read(name), `payment-row:${draft?.id}`);
    await expect.poll(keptRow).toContain('GC-2210-7751');
    await killAndStart();
    await toTheTill();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(till.page, third.imei).waitFor();
    await draftSaved(till.page);
    await goToPayment(till.page);
    await expect.poll(() => till.page.getByLabel('Reference number').inputValue()).toBe('GC-2210-7751');
    await completeSale(till.page);
    for (const unit of [second, third]) {
      await expect.poll(() => saleOf(unit.id)).toMatchObject([{ draft_number: number }]);
    }
    expect(await saleOf(first.id)).toEqual([]);
  });
});
