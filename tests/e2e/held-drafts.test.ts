import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addCustomer } from '#tests/support/customers.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { expectDone, findUnitRow, openDraft, sell, type WireTransaction } from '#tests/support/selling.ts';
import {
  cart,
  cartLine,
  chooseCustomer,
  draftNumberShown,
  draftSaved,
  scanToLine,
} from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

describe('drafts that are held', () => {
  const shop = demoShop();
  const openAt = (path: string) => shop.open({ path });
  const phones = (count: number) => phonesAt(shop.server.database, 'MNL-01', count);
  const phone = async () => {
    const [found] = await phones(1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const viewDrafts = async (page: Page) => {
    await page.getByRole('button', { name: 'View Transactions' }).click();
    await page.getByRole('dialog', { name: 'Draft Transactions' }).waitFor();
  };
  const draftRow = (page: Page, number: string) =>
    page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').filter({ hasText: number });
  const waiting = (page: Page) =>
    page
      .getByRole('button', { name: 'View Transactions' })
      .textContent()
      .then((text) => Number(text?.replace(/\D/g, '')));
  const save = async (page: Page) => {
    const number = (await draftNumberShown(page).textContent()) ?? '';
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Save Transaction' }).click();
    await toast(page, 'Transaction saved').waitFor();
    await dismissToasts(page);
    return number;
  };

  it('are saved, counted, listed in whole pesos and resumed with the keyboard', async () => {
    const page = await shop.openTill();
    const { imei, product } = await phone();
    await page.getByRole('button', { name: /View Transactions\s*\d/ }).waitFor();
    const before = await waiting(page);
    await scanToLine(page, imei);
    await draftSaved(page);
    await expect.poll(() => waiting(page)).toBe(before + 1);
    const number = await save(page);
    await cart(page).getByText('Scan an item to start').waitFor();
    expect(new URL(page.url()).pathname).toBe('/pos');

    await viewDrafts(page);
    const row = draftRow(page, number);
    await row.getByText('Walk-in Customer').waitFor();
    const total = await shop.server.database.reader
      .selectFrom('transactions')
      .select('total_amount')
      .where('draft_number', '=', number)
      .executeTakeFirstOrThrow();
    const pesos = Math.round(total.total_amount / 100).toLocaleString('en-US');
    await row.getByText(`₱${pesos}`, { exact: true }).waitFor();
    await row.getByText(/^1 item · Saved [A-Z][a-z]{2} \d+, \d{4} \d+:\d\d [AP]M · Joel Cruz$/).waitFor();
    // The draft that was saved last stands first, and has the focus.
    await page.keyboard.press('Enter');
    await toast(page, 'Transaction loaded').waitFor();
    await cartLine(page, imei).getByText(product).waitFor();
    await cart(page).getByText('Held for this sale').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/pos\/\d+$/);
  });

  it('may be resumed from a till with items: what stood there is saved as a draft first', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const held = await save(page);
    await scanToLine(page, second.imei);
    await viewDrafts(page);
    await draftRow(page, held).getByRole('button', { name: 'Resume' }).click();
    await cartLine(page, first.imei).waitFor();
    expect(await cartLine(page, second.imei).count()).toBe(0);
    const line = await shop.server.database.reader
      .selectFrom('transaction_items')
      .innerJoin('transactions', 'transactions.id', 'transaction_items.transaction_id')
      .select(['transactions.status', 'transactions.deleted_at'])
      .where('inventory_item_id', '=', second.id)
      .executeTakeFirst();
    expect(line).toEqual({ status: 'draft', deleted_at: null });
  });

  it('are deleted after a question that names the draft, and their units are free', async () => {
    const page = await shop.openTill();
    const { id, imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    const number = await save(page);
    await viewDrafts(page);
    await draftRow(page, number).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .getByText('1 item of Walk-in Customer is unlocked for other tills')
      .waitFor();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Delete ${number}` })
      .click();
    await page.getByText('Draft deleted').first().waitFor();
    await draftRow(page, number).waitFor({ state: 'detached' });
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
      .toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await findUnitRow(shop.server.database, id)).status).toBe('available');
  });

  it('tell why one could not be deleted, and stay', async () => {
    const page = await shop.openTill();
    const joel = await signIn(shop.server.url, SELLER);
    const draft = await openDraft(joel, [(await phone()).id]);
    await viewDrafts(page);
    await page.route(/\/transactions\/\d+$/, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, body: '{"message":"Not now"}' })
        : route.fallback(),
    );
    await draftRow(page, draft.draft_number).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Delete ${draft.draft_number}` })
      .click();
    await page.getByText('Failed to delete draft').first().waitFor();
    await draftRow(page, draft.draft_number).waitFor();
  });

  it('say at whose till one is open, and may be taken over', async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const { id, imei } = await phone();
    const draft = await openDraft(manager, [id]);
    const page = await shop.openTill();
    await viewDrafts(page);
    const row = draftRow(page, draft.draft_number);
    await row.getByText('Open at another till (Ana Reyes)').waitFor();
    await row.getByRole('button', { name: 'Resume' }).click();
    await cartLine(page, imei).waitFor();
    await viewDrafts(page);
    await draftRow(page, draft.draft_number).getByText('In this cart').waitFor();
  });

  it('show what loads, what failed with Retry, and what to do when there is none', async () => {
    const page = await shop.openTill();
    await page.route(/\/transactions\/drafts$/, (route) => route.fulfill({ status: 409, body: '{}' }));
    await page.reload();
    await cart(page).getByText('Scan an item to start').waitFor();
    await page.getByRole('button', { name: 'View Transactions' }).click();
    await page.getByText('Drafts could not be loaded').waitFor();
    await page.unroute(/\/transactions\/drafts$/);
    await shop.server.database.write((writer) =>
      writer.updateTable('transactions').set({ deleted_at: 1 }).where('status', '=', 'draft').execute(),
    );
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No drafts wait').waitFor();
    await page.getByText('Save Transaction holds a sale here').waitFor();
  });

  it('are not made of an empty cart', async () => {
    const page = await shop.openTill();
    await scanToLine(page, (await phone()).imei);
    await draftSaved(page);
    await page.getByRole('button', { name: 'Clear Items' }).click();
    await page.getByRole('button', { name: 'Clear 1 item' }).click();
    await toast(page, 'Transaction cleared').waitFor();
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Save Transaction' }).click();
    await toast(page, 'No items in cart').waitFor();
    await toast(page, 'Add items to the cart before saving as draft').waitFor();
  });

  it('keep the cart on the till when it cannot be saved', async () => {
    const page = await shop.openTill();
    const { imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    await page.getByRole('button', { name: 'Clear Items' }).waitFor();
    await page.route(/\/transactions(\/\d+)?$/, (route) =>
      ['PUT', 'POST'].includes(route.request().method())
        ? route.fulfill({ status: 409, body: '{"message":"Not now","code":"pos_disabled"}' })
        : route.fallback(),
    );
    const [, second] = await phones(2);
    await scanToLine(page, second?.imei ?? '');
    await toast(page, 'Failed to save draft').waitFor();
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Save Transaction' }).click();
    await cartLine(page, imei).waitFor();
  });

  it('open by the address that the transactions list gives', async () => {
    const joel = await signIn(shop.server.url, SELLER);
    const { id, imei } = await phone();
    const draft = await openDraft(joel, [id]);
    const page = await openAt(`/pos?resumeDraft=${draft.id}`);
    await cartLine(page, imei).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pos/${draft.id}`);
    expect(new URL(page.url()).search).toBe('');
  });

  it('that were completed meanwhile lead to their sale, and missing ones back to the till', async () => {
    const { transaction } = await sell(await signIn(shop.server.url, SELLER), [(await phone()).id]);
    const page = await openAt(`/pos?resumeDraft=${transaction.id}`);
    await toast(page, 'Transaction already completed').waitFor();
    await toast(page, 'This transaction has already been completed').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/transactions/${transaction.id}`);
    await page.goto('/pos/999999999');
    await toast(page, 'The transaction you are looking for does not exist').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/pos');
  });

  it('of a customer who has one with this person already are refused, with the way to that one', async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const joel = await signIn(shop.server.url, SELLER);
    const maria = await addCustomer(manager, 'Maria Twice', 'member');
    const [own, other] = await phones(2);
    if (!own || !other) throw new Error('no phones left');
    const draftOf = async (caller: typeof joel, itemId: number) =>
      expectDone(
        await caller.post<WireTransaction>('/transactions', {
          items: [{ inventory_item_id: itemId }],
          customer_id: maria.id,
        }),
      );
    const mine = await draftOf(joel, own.id);
    const theirs = await draftOf(manager, other.id);
    const page = await shop.openTill();
    await viewDrafts(page);
    await draftRow(page, theirs.draft_number).getByRole('button', { name: 'Resume' }).click();
    await toast(page, 'Draft already exists').waitFor();
    await cart(page).getByText('Scan an item to start').waitFor();
    await page.getByRole('button', { name: `Open ${mine.draft_number}` }).click();
    await cartLine(page, own.imei).waitFor();
    await cart(page).getByText('Maria Twice').waitFor();
  });

  it('of a customer are loaded when an empty till chooses that customer', async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const name = 'Nena Waiting';
    await addCustomer(manager, name, 'member');
    const page = await shop.openTill();
    const { imei } = await phone();
    await scanToLine(page, imei);
    await chooseCustomer(page, name);
    await draftSaved(page);
    const number = await save(page);
    await chooseCustomer(page, name);
    await toast(page, 'Transaction loaded').waitFor();
    await cartLine(page, imei).waitFor();
    await expect.poll(() => draftNumberShown(page).textContent()).toBe(number);
  });
});
