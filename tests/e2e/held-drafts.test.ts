import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addCustomer } from '#tests/support/customers.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { findUnitRow, openDraft, sell } from '#tests/support/selling.ts';
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

  it('are saved, counted, listed in whole pesos and resumed with the keyboard; an empty cart makes none', async () => {
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

    await page.getByRole('button', { name: 'Clear Items' }).click();
    await page.getByRole('button', { name: 'Clear 1 item' }).click();
    await toast(page, 'Transaction cleared').waitFor();
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Save Transaction' }).click();
    await toast(page, 'No items in cart').waitFor();
    await toast(page, 'Add items to the cart before saving as draft').waitFor();
  });

  it('are deleted after a question that names the draft, and their units are free; a refusal is told, and they stay', async () => {
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
    const isDeletion = /\/transactions\/\d+$/;
    await page.route(isDeletion, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, body: '{"message":"Not now"}' })
        : route.fallback(),
    );
    const confirm = () =>
      page
        .getByRole('alertdialog')
        .getByRole('button', { name: `Delete ${number}` })
        .click();
    await confirm();
    await page.getByText('Failed to delete draft').first().waitFor();
    await draftRow(page, number).waitFor();
    await page.unroute(isDeletion);
    await dismissToasts(page);
    await draftRow(page, number).getByRole('button', { name: 'Delete' }).click();
    await confirm();
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

  it('say at whose till one is open, and may be taken over, or why not, with the way to the other one', async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const joel = await signIn(shop.server.url, SELLER);
    const maria = await addCustomer(manager, 'Maria Twice', 'member');
    const [free, own, other] = await phones(3);
    if (!free || !own || !other) throw new Error('no phones left');
    const draft = await openDraft(manager, [free.id]);
    const mine = await openDraft(joel, [own.id], { customer_id: maria.id });
    const theirs = await openDraft(manager, [other.id], { customer_id: maria.id });
    const page = await shop.openTill();
    await viewDrafts(page);
    const row = draftRow(page, draft.draft_number);
    await row.getByText('Open at another till (Ana Reyes)').waitFor();
    await draftRow(page, theirs.draft_number).getByRole('button', { name: 'Resume' }).click();
    await toast(page, 'Draft already exists').waitFor();
    await cart(page).getByText('Scan an item to start').waitFor();
    await page.getByRole('button', { name: `Open ${mine.draft_number}` }).click();
    await cartLine(page, own.imei).waitFor();
    await cart(page).getByText('Maria Twice').waitFor();

    await dismissToasts(page);
    await viewDrafts(page);
    await row.getByRole('button', { name: 'Resume' }).click();
    await cartLine(page, free.imei).waitFor();
    await viewDrafts(page);
    await row.getByText('In this cart').waitFor();
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

  it('open by the address that the transactions list gives; completed ones lead to their sale, missing ones back', async () => {
    const joel = await signIn(shop.server.url, SELLER);
    const [held, sold] = await phones(2);
    if (!held || !sold) throw new Error('no phones left');
    const draft = await openDraft(joel, [held.id]);
    const page = await shop.open({ path: `/pos?resumeDraft=${draft.id}` });
    await cartLine(page, held.imei).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pos/${draft.id}`);
    expect(new URL(page.url()).search).toBe('');

    const { transaction } = await sell(joel, [sold.id]);
    await page.goto(`/pos?resumeDraft=${transaction.id}`);
    await toast(page, 'Transaction already completed').waitFor();
    await toast(page, 'This transaction has already been completed').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/transactions/${transaction.id}`);
    await page.goto('/pos/999999999');
    await toast(page, 'The transaction you are looking for does not exist').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/pos');
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
