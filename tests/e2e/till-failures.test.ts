import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import {
  dismissToasts,
  dropFirstAnswer,
  holdBackFirst,
  openTillOf,
  toast,
  toasts,
} from '#tests/support/open-till.ts';
import { sell, type WireTransaction } from '#tests/support/selling.ts';
import {
  bareScan,
  cart,
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  scanToLine,
  strikeKeys,
  wedgeScan,
} from '#tests/support/till-page.ts';

const MINUTE = 60_000;
const createDraft = { method: 'POST', path: /\/transactions$/ };
const updateDraft = { method: 'PUT', path: /\/transactions\/\d+$/ };
const lines = (page: Page) => page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');
const draftShown = (page: Page) => page.getByText(/^MNL-01-D\d+$/);

describe('the till under failure', () => {
  const shop = demoShop(() => Date.now() + ahead);
  let ahead = 0;
  const phones = (count: number) => phonesAt(shop.server.database, 'MNL-01', count);
  const phone = async () => {
    const [found] = await phones(1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const unitRow = (itemId: number) =>
    shop.server.database.reader
      .selectFrom('inventory_items')
      .selectAll()
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow();
  const statusOf = async (itemId: number) => (await unitRow(itemId)).status;
  const drafts = () =>
    shop.server.database.reader
      .selectFrom('transactions')
      .select(['id', 'draft_number'])
      .where('status', '=', 'draft')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
  const itemsOf = async (draftId: number) => {
    const rows = await shop.server.database.reader
      .selectFrom('transaction_items')
      .select('inventory_item_id')
      .where('transaction_id', '=', draftId)
      .orderBy('position')
      .execute();
    return rows.map((row) => row.inventory_item_id);
  };
  const draftOf = async (page: Page) => {
    const number = (await draftShown(page).textContent()) ?? '';
    return shop.server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('draft_number', '=', number)
      .executeTakeFirstOrThrow();
  };
  const lapse = (itemId: number) =>
    shop.server.database.write((writer) =>
      writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', itemId).execute(),
    );
  const pastMinutes = async (page: Page, minutes: number) => {
    ahead += minutes * MINUTE;
    await page.clock.fastForward(minutes * MINUTE + 1000);
  };

  it('makes one draft when the answer to the first save is lost, by asking again word for word', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    const before = await drafts();
    const sent = await dropFirstAnswer(page, createDraft);
    await scanToLine(page, first.imei);
    await scanToLine(page, second.imei);
    await draftSaved(page);
    await expect.poll(async () => itemsOf((await draftOf(page)).id)).toEqual([first.id, second.id]);
    await expect.poll(() => drafts()).toHaveLength(before.length + 1);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.key).toBeTruthy();
  });

  it('treats an answer that is cut off in the middle as none', async () => {
    const page = await shop.openTill();
    const { id, imei } = await phone();
    let cuts = 0;
    await page.route(/\/transactions$/, async (route) => {
      const answer = await route.fetch();
      cuts += 1;
      if (cuts > 1) return route.fulfill({ response: answer });
      await route.fulfill({ status: 201, contentType: 'application/json', body: '{"id":12,"tran' });
    });
    await scanToLine(page, imei);
    await draftSaved(page);
    expect(await itemsOf((await draftOf(page)).id)).toEqual([id]);
  });

  it('saves what changed while a save was on its way, in one more save', async () => {
    const page = await shop.openTill();
    const [first, second, third] = await phones(3);
    if (!first || !second || !third) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const { sent, release } = await holdBackFirst(page, updateDraft);
    await scanToLine(page, second.imei);
    await expect.poll(() => sent.length).toBe(1);
    await scanToLine(page, third.imei);
    await cartLine(page, first.imei).getByRole('button').click();
    release();
    await expect.poll(async () => itemsOf((await draftOf(page)).id)).toEqual([second.id, third.id]);
    await draftSaved(page);
    expect(sent).toHaveLength(2);
    await expect.poll(() => statusOf(first.id)).toBe('available');
  });

  it('empties the draft on Clear Items while a save is on its way, and leaves nothing locked', async () => {
    const page = await shop.openTill();
    const { id, imei } = await phone();
    const { sent, release } = await holdBackFirst(page, createDraft);
    await scanToLine(page, imei);
    await expect.poll(() => sent.length).toBe(1);
    await page.getByRole('button', { name: 'Clear Items' }).click();
    await page.getByRole('button', { name: 'Clear 1 item' }).click();
    release();
    await draftShown(page).waitFor();
    await expect.poll(async () => itemsOf((await draftOf(page)).id)).toEqual([]);
    await expect.poll(() => statusOf(id)).toBe('available');
    await cart(page).getByText('Scan an item to start').waitFor();
  });

  it('marks the one unit that another till took, names its holder, and saves the rest', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    await lapse(first.id);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.post(`/pos/inventory/${first.id}/lock`);
    await scanToLine(page, second.imei);
    await cartLine(page, first.imei)
      .getByText(/Locked by Ana Reyes until \d\d:\d\d\. Remove it to go on\./)
      .waitFor();
    await expect.poll(async () => itemsOf((await draftOf(page)).id)).toEqual([second.id]);
    await page.keyboard.press('F8');
    expect(page.url()).toMatch(/\/pos$/);

    await manager.post(`/pos/inventory/${first.id}/unlock`);
    await wedgeScan(page, first.imei);
    await cart(page).getByText('Held for this sale').waitFor();
    await expect.poll(async () => itemsOf((await draftOf(page)).id)).toEqual([second.id, first.id]);
  });

  it('takes the new price over when it changed in mid-cart, and says the new total', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    await shop.server.database.write((writer) =>
      writer
        .updateTable('product_variations')
        .set({ retail_price: first.retail_price + 10_000 })
        .where('id', '=', (eb) =>
          eb.selectFrom('inventory_items').select('product_variation_id').where('id', '=', first.id),
        )
        .execute(),
    );
    await scanToLine(page, second.imei);
    await toast(page, /^The total is now ₱/).waitFor();
    await expect
      .poll(async () => (await draftOf(page)).subtotal)
      .toBe(first.retail_price + 10_000 + second.retail_price);
    await draftSaved(page);
    await goToPayment(page);
    await completeSale(page);
  });

  it('starts a new draft when its own was deleted elsewhere', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const old = await draftOf(page);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    expect((await manager.delete(`/transactions/${old.id}`)).status).toBe(200);
    await scanToLine(page, second.imei);
    await expect.poll(async () => (await draftOf(page)).id).not.toBe(old.id);
    expect(await itemsOf((await draftOf(page)).id)).toEqual([first.id, second.id]);
  });

  it('cancels a draft that is gone already', async () => {
    const page = await shop.openTill();
    await scanToLine(page, (await phone()).imei);
    await draftSaved(page);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.delete(`/transactions/${(await draftOf(page)).id}`);
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByRole('button', { name: /^Cancel MNL-01-D/ }).click();
    await toast(page, 'Transaction cancelled').waitFor();
    await page.getByText('No draft yet. The first item starts one.').waitFor();
  });

  it('goes to payment from a draft that was deleted elsewhere only after saying so', async () => {
    const page = await shop.openTill();
    await scanToLine(page, (await phone()).imei);
    await draftSaved(page);
    const old = await draftOf(page);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.delete(`/transactions/${old.id}`);
    await page.keyboard.press('F8');
    await toast(page, 'Transaction not found').waitFor();
    await expect.poll(async () => (await draftOf(page)).id).not.toBe(old.id);
    await goToPayment(page);
    await completeSale(page);
  });

  it('leaves a draft that another till took over to it, and keeps the unit that only this till has', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const draft = await draftOf(page);
    const colleague = await shop.open({
      email: 'store_manager@demo.test',
      path: `/pos/${draft.id}`,
    });
    await cartLine(colleague, first.imei).waitFor();
    await cart(colleague).getByText('Held for this sale').waitFor();

    await scanToLine(page, second.imei);
    await toast(page, 'This draft was changed at another till').waitFor();
    await expect.poll(() => lines(page).count()).toBe(1);
    await expect.poll(async () => (await draftOf(page)).id).not.toBe(draft.id);
    expect(await itemsOf((await draftOf(page)).id)).toEqual([second.id]);
    await expect.poll(() => itemsOf(draft.id)).toEqual([first.id]);
    await goToPayment(colleague);
    await completeSale(colleague);
    await expect.poll(() => statusOf(first.id)).toBe('sold');
  });

  it('tells the first till at its next refresh that another one holds the units, and gives nothing back by removing them', async () => {
    const page = await shop.openTill();
    const { id, imei } = await phone();
    await page.clock.install();
    await scanToLine(page, imei);
    await draftSaved(page);
    const draft = await draftOf(page);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.post(`/transactions/${draft.id}/refresh-locks`, { resume: true });
    const [row] = [await unitRow(id)];
    await pastMinutes(page, 4);
    await toast(page, 'An item was lost').waitFor();
    await cartLine(page, imei)
      .getByText(/Locked by Ana Reyes until/)
      .waitFor();
    await cartLine(page, imei).getByRole('button').click();
    await toast(page, 'This draft was changed at another till').waitFor();
    await expect.poll(() => itemsOf(draft.id)).toEqual([id]);
    expect((await unitRow(id)).locked_by_session).toBe(row.locked_by_session);
    await manager.delete(`/transactions/${draft.id}`);
  });

  it('says that the sale is over when another till completed the draft', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const draft = await draftOf(page);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.post(`/transactions/${draft.id}/refresh-locks`, { resume: true });
    const { body } = await manager.get<WireTransaction>(`/transactions/${draft.id}`);
    await manager.post(`/transactions/${draft.id}/payments`, { method: 'cash', amount: body.total_amount });
    expect((await manager.post(`/transactions/${draft.id}/complete`, {})).status).toBe(200);
    await page.keyboard.press('F8');
    await toast(page, 'This transaction has already been completed').waitFor();
    await page.waitForURL(`**/transactions/${draft.id}`);
    await page.getByText('Sale completed').waitFor();
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await cart(page).getByText('Scan an item to start').waitFor();
    await scanToLine(page, second.imei);
    await draftSaved(page);
  });

  it('adds a unit once when its code is scanned twice in a row', async () => {
    const page = await shop.openTill();
    const { imei } = await phone();
    await wedgeScan(page, imei);
    await wedgeScan(page, imei);
    await toast(page, 'Already in the cart').waitFor();
    await expect.poll(() => lines(page).count()).toBe(1);
  });

  it('takes ten scans in a burst in their order, while saves run', async () => {
    const page = await shop.openTill();
    const ten = await phones(10);
    for (const { imei } of ten) await wedgeScan(page, imei);
    await expect.poll(() => lines(page).count()).toBe(10);
    const shown = await lines(page).allTextContents();
    expect(shown.map((text, index) => text.includes(ten[index]?.imei ?? '-'))).toEqual(ten.map(() => true));
    await expect.poll(async () => itemsOf((await draftOf(page)).id)).toEqual(ten.map((unit) => unit.id));
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByRole('button', { name: /^Cancel MNL-01-D/ }).click();
    await expect.poll(() => statusOf(ten[9]?.id ?? 0)).toBe('available');
  });

  it('removes a line without the shop.server, refuses to cancel, and catches up when it is back', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await scanToLine(page, second.imei);
    await draftSaved(page);
    const { id } = await draftOf(page);
    await expect.poll(() => itemsOf(id)).toHaveLength(2);
    await shop.server.stop();
    await cartLine(page, first.imei).getByRole('button').click();
    await page.getByText('· On this till').waitFor();
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByRole('button', { name: /^Cancel MNL-01-D/ }).click();
    await toast(page, 'The server cannot be reached').waitFor();
    await cartLine(page, second.imei).waitFor();
    await shop.server.start();
    await draftSaved(page);
    await expect.poll(() => itemsOf(id)).toEqual([second.id]);
    await expect.poll(() => statusOf(first.id)).toBe('available');
  });

  it('does not ask a server that is known to be gone before it takes a unit it knows', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await page.getByPlaceholder('Search or scan').fill(first.product);
    await page
      .getByRole('group', { name: 'Products' })
      .getByText(first.product, { exact: true })
      .first()
      .waitFor();
    await shop.server.stop();
    const scans: string[] = [];
    page.on('request', (request) => request.url().endsWith('/pos/scan') && scans.push(request.url()));
    await wedgeScan(page, second.imei);
    await page.getByText('The server cannot be reached.').first().waitFor();
    const asked = scans.length;
    await scanToLine(page, first.imei);
    expect(scans).toHaveLength(asked);
  });

  it('recovers also the unit that was scanned without the server before the till was cut off', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const { id } = await draftOf(page);
    await page.getByPlaceholder('Search or scan').fill(second.product);
    await page
      .getByRole('group', { name: 'Products' })
      .getByText(second.product, { exact: true })
      .first()
      .waitFor();
    await shop.server.stop();
    await scanToLine(page, second.imei);
    const snapshot = await page.evaluate(() => JSON.stringify(localStorage));
    expect(snapshot).toContain(second.imei);
    await page.goto('about:blank');
    await shop.server.start();
    await page.goto('/pos');
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(page, second.imei).waitFor();
    await cart(page).getByText('Held for this sale').waitFor();
    await expect.poll(() => itemsOf(id)).toEqual([first.id, second.id]);
  });

  it('keeps the cart over a look at the dashboard', async () => {
    const page = await shop.openTill();
    const { imei } = await phone();
    await scanToLine(page, imei);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await cartLine(page, imei).waitFor();
  });

  it('refreshes its holds before they lapse, again and again', async () => {
    const page = await shop.openTill();
    await page.clock.install();
    const { id, imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    for (let round = 0; round < 3; round += 1) {
      const { lock_expires_at: before } = await unitRow(id);
      await pastMinutes(page, 4);
      await expect.poll(async () => (await unitRow(id)).lock_expires_at).toBeGreaterThan(before ?? 0);
      expect(before ?? 0).toBeGreaterThan(Date.now() + ahead);
    }
    expect(await toasts(page).count()).toBe(0);
  });

  it('tells a lost hold once, not at every refresh', async () => {
    const page = await shop.openTill();
    await page.clock.install();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await scanToLine(page, second.imei);
    await draftSaved(page);
    const { id } = await draftOf(page);
    await expect.poll(() => itemsOf(id)).toHaveLength(2);
    await lapse(first.id);
    await sell(await signIn(shop.server.url, 'store_manager@demo.test'), [first.id]);
    await pastMinutes(page, 4);
    await toast(page, 'An item was lost').waitFor();
    await cartLine(page, first.imei).getByText('Sold meanwhile. Remove it to go on.').waitFor();
    await dismissToasts(page);
    const { lock_expires_at: before } = await unitRow(second.id);
    await pastMinutes(page, 4);
    await expect.poll(async () => (await unitRow(second.id)).lock_expires_at).toBeGreaterThan(before ?? 0);
    expect(await toasts(page).count()).toBe(0);
  });
});

describe('scanning', () => {
  let server: DemoServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await launchBrowser();
    ({ page } = await openTillOf(browser, server));
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const phone = async () => {
    const [found] = await phonesAt(server.database, 'MNL-01', 1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const search = () => page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
  const clearAll = async () => {
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Clear Items' }).click();
    await page.getByRole('button', { name: /^Clear \d+ item/ }).click();
    await cart(page).getByText('Scan an item to start').waitFor();
  };

  it('takes a code without prefix out of the field that had the focus', async () => {
    const { imei } = await phone();
    await search().fill('cable');
    await bareScan(page, imei);
    await cartLine(page, imei).waitFor();
    await expect.poll(() => search().inputValue()).toBe('cable');
    await search().fill('');
    await clearAll();
  });

  it('triggers no shortcut by an Enter or an F8 inside a scan', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    await page.getByRole('button', { name: 'Clear Items' }).focus();
    await strikeKeys(page, [...']C04', 'F8', ...'8000000', 'Enter']);
    await toast(page, /Item not found: 4800?0*/).waitFor();
    await bareScan(page, '48099999');
    await toast(page, 'Item not found: 48099999').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(page.url()).toMatch(/\/pos$/);
    await clearAll();
  });

  it('does not take typing for a scan', async () => {
    await search().fill('');
    await search().pressSequentially('galaxy', { delay: 60 });
    await page.keyboard.press('Enter');
    await expect.poll(() => search().inputValue()).toBe('galaxy');
    await search().fill('');
  });

  it('chooses the scanned unit and closes the picker that stands open', async () => {
    const { imei, product } = await phone();
    await search().fill(product);
    await page.getByRole('group', { name: 'Products' }).getByText(product, { exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await wedgeScan(page, imei);
    await cartLine(page, imei).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await search().fill('');
  });

  it('ignores scans and function keys while a question is asked', async () => {
    const { imei } = await phone();
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Clear Items' }).click();
    await page.getByRole('alertdialog').waitFor();
    await wedgeScan(page, imei);
    await toast(page, 'Answer the question first').waitFor();
    await page.keyboard.press('F8');
    await page.getByRole('button', { name: 'Clear 1 item' }).click();
    await cart(page).getByText('Scan an item to start').waitFor();
  });

  it('chooses no other store by a scan while the store selector has the focus', async () => {
    const selector = page.getByLabel('Store', { exact: true });
    const chosen = await selector.inputValue();
    await selector.focus();
    await bareScan(page, 'DAV-000123');
    await page.keyboard.type('Dav');
    await expect.poll(() => selector.inputValue()).toBe(chosen);
    await page
      .getByRole('heading', { name: 'Point of Sale' })
      .focus()
      .catch(() => undefined);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  });

  it('lets no scan into the payment screen, and says where items are added', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    await goToPayment(page);
    const amount = page.getByLabel('Amount');
    const proposed = await amount.inputValue();
    await amount.focus();
    await wedgeScan(page, '4806512345678');
    await toast(page, 'Go back to the till to add items').waitFor();
    await bareScan(page, '4806512345678');
    await expect.poll(() => amount.inputValue()).toBe(proposed);
    await expect.poll(() => page.getByText('No payments yet').count()).toBe(1);
    await completeSale(page);
  });

  it('starts a new sale by the scan after a completed one', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    expect(await page.getByRole('heading', { name: 'Sale complete' }).count()).toBe(0);
    await expect.poll(() => lines(page).count()).toBe(1);
    await draftSaved(page);
  });
});
