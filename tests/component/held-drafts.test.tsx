import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { transactions } from '#contract/transactions.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import { pressUntil } from '#tests/support/component/press-until.ts';
import { dismissNotices, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import {
  cart,
  cartIsEmpty,
  cartLine,
  cartLines,
  chooseCustomer,
  draftNumber,
  draftSaved,
  enterCode,
  inCart,
  openCart,
  openTill,
} from '#tests/support/component/till.ts';
import { addCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  expectDone,
  openDraft,
  pay,
  sell,
  serialsOnSale,
  unitsOnSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const DRAFTS = /\/transactions\/drafts$/;

describe('drafts that are held', () => {
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    [manager, seller] = await Promise.all([callerAs(MANAGER), callerAs(SELLER)]);
  });
  const viewButton = () => page.getByRole('button', { name: 'View Transactions' });
  const dialog = () => page.getByRole('dialog', { name: 'Draft Transactions' });
  const viewDrafts = async () => {
    await viewButton().click();
    await isShown(dialog());
  };
  const draftRow = (number: string) =>
    page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').filter({ hasText: number });
  const waiting = () => Number(viewButton().element().textContent.replace(/\D/g, ''));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Saves the cart; returns its draft's number. */
  const save = async () => {
    await isShown(draftNumber());
    const number = draftNumber().element().textContent;
    await dismissNotices();
    await press('Save Transaction');
    await isTold('Transaction saved');
    await dismissNotices();
    return number;
  };
  const heldNow = async () =>
    expectDone(await seller.get<z.input<typeof transactions.drafts.response>>('/transactions/drafts')).data;

  it('show what was paid, and keep their units from a colleague who scans one, until midnight', async () => {
    const [unit] = await serialsOnSale(manager, 1);
    const draft = await openDraft(manager, [unit?.id ?? 0]);
    await pay(manager, draft.id, { method: 'cash', amount: 500 });
    expectDone(await manager.post(`/transactions/${draft.id}/refresh-locks`, { leave: true }));
    await openTill(SELLER);
    await viewDrafts();
    await isShown(draftRow(draft.draft_number).getByText('₱500.00 paid · Reserved until midnight'));
    await press(`Delete ${draft.draft_number}`);
    await isShown(page.getByText(/Completed payments have to be deleted first: Cash ₱500\.00\.$/));
    await press('Cancel');
    await isGone(page.getByRole('alertdialog'));
    await userEvent.keyboard('{Escape}');
    await isGone(dialog());
    await enterCode(unit?.code ?? '');
    await isTold(`Reserved for ${draft.draft_number} (${draft.staff.name}) until midnight`);
    await openScreen(`/pos/${draft.id}`, { email: SELLER });
    await isShown(cartLines());
    const shows = (text: string) => expect.poll(() => cart().element().textContent).toContain(text);
    await shows(`Paid${inCart(500)}To pay${inCart(draft.total_amount - 500)}`);
    await shows('Reserved until midnight');

    await pay(seller, draft.id, { method: 'gcash', amount: 300, reference_number: 'G-77' });
    expectDone(await seller.post(`/transactions/${draft.id}/refresh-locks`, { leave: true }));
    await openTill(SELLER);
    await viewDrafts();
    const told = '₱500.00 paid, ₱300.00 pending · Reserved until midnight';
    await isShown(draftRow(draft.draft_number).getByText(told));
    await openScreen(`/pos/${draft.id}`, { email: SELLER });
    await isShown(cartLines());
    await shows(`Paid${inCart(500)}Pending${inCart(300)}To pay${inCart(draft.total_amount - 800)}`);
  });

  it('are saved, counted, listed in whole pesos and resumed with the keyboard; an empty cart makes none', async () => {
    const [unit] = await serialsOnSale(seller, 1);
    const before = (await heldNow()).length;
    const screen = await openScreen('/pos', { email: SELLER });
    await cartIsEmpty();
    await expect.poll(waiting).toBe(before);
    await enterCode(unit?.code ?? '');
    await draftSaved();
    await expect.poll(waiting).toBe(before + 1);
    const number = await save();
    await cartIsEmpty();
    expect(screen.address().pathname).toBe('/pos');

    await viewDrafts();
    const row = draftRow(number);
    await isShown(row.getByText('Walk-in Customer'));
    const { total_amount: total = 0 } =
      (await heldNow()).find((one) => one.transaction_number === number) ?? {};
    await isShown(row.getByText(`₱${Math.round(total).toLocaleString('en-US')}`, { exact: true }));
    await isShown(row.getByText(/^1 item · Saved [A-Z][a-z]{2} \d+, \d{4} \d+:\d\d [AP]M · Joel Cruz$/));
    // The draft that was saved last is first, and has the focus.
    await userEvent.keyboard('{Enter}');
    await isTold('Transaction loaded');
    await isShown(cartLine(unit?.code ?? '-'));
    await isShown(cart().getByText('Held for this sale'));
    expect(screen.address().pathname).toMatch(/^\/pos\/\d+$/);

    await press('Clear Items');
    await press('Clear 1 item');
    await isTold('Transaction cleared');
    await dismissNotices();
    await press('Save Transaction');
    await isTold('No items in cart');
    await isTold('Add items to the cart before saving as draft');
  });

  it('are deleted after a question that names the draft, and their units are free; a refusal is told, and they stay', async () => {
    const { draft_number: number, transaction_items: lines } = await openDraft(
      seller,
      await unitsOnSale(seller, 1),
    );
    await openTill(SELLER);
    await viewDrafts();
    const question = page.getByRole('alertdialog');
    const confirm = () => question.getByRole('button', { name: `Delete ${number}` }).click();
    const ask = () => draftRow(number).getByRole('button', { name: 'Delete' }).click();
    await ask();
    await isShown(question.getByText('1 item of Walk-in Customer is unlocked for other tills'));
    const { mend } = failCalls({
      path: /\/transactions\/\d+$/,
      method: 'DELETE',
      status: 409,
      body: { message: 'Not now', code: 'illegal_state' },
    });
    await confirm();
    await isTold('Failed to delete draft');
    await isShown(draftRow(number));
    mend();
    await dismissNotices();
    await ask();
    await confirm();
    await isTold('Draft deleted');
    await isGone(draftRow(number));
    await isGone(question);
    await expect.poll(() => document.activeElement?.closest('[role=dialog]') !== null).toBe(true);
    await userEvent.keyboard('{Escape}');
    await isGone(dialog());
    const again = await openDraft(
      manager,
      lines.map(({ inventory_item }) => inventory_item.id),
    );
    expect(again.status).toBe('draft');
  });

  it('say at whose till one is open, and may be taken over, or why not, with the way to the other one', async () => {
    const { id: customer_id } = await addCustomer(manager, 'Maria Twice', 'member');
    const [free = 0, own = 0, other = 0] = await unitsOnSale(seller, 3);
    const draft = await openDraft(manager, [free]);
    const mine = await openDraft(seller, [own], { customer_id });
    const theirs = await openDraft(manager, [other], { customer_id });
    await openTill(SELLER);
    await viewDrafts();
    const row = draftRow(draft.draft_number);
    await isShown(row.getByText('Open at another till (Ana Reyes)'));
    await draftRow(theirs.draft_number).getByRole('button', { name: 'Resume' }).click();
    await isTold('Draft already exists');
    await cartIsEmpty();
    await press(`Open ${mine.draft_number}`);
    await isShown(cartLines());
    await expect.element(draftNumber()).toHaveTextContent(mine.draft_number);
    await isShown(cart().getByText('Maria Twice'));

    // The last notice of the opening: one that came later would stay.
    await isTold('Transaction loaded');
    await dismissNotices();
    await viewDrafts();
    await row.getByRole('button', { name: 'Resume' }).click();
    const question = page.getByRole('alertdialog', { name: `${draft.draft_number} is open at another till` });
    await isShown(question.getByText('Ana Reyes has it open.', { exact: false }));
    await isShown(question.getByText('a changed customer or discount is lost', { exact: false }));
    expect(await axeViolations()).toEqual([]);
    await press('Leave it there');
    await isGone(question);
    await expect.element(draftNumber()).toHaveTextContent(mine.draft_number);
    await viewDrafts();
    await row.getByRole('button', { name: 'Resume' }).click();
    await press('Open it here');
    await expect.element(draftNumber()).toHaveTextContent(draft.draft_number);
    await isShown(cartLines());
    await viewDrafts();
    await isShown(row.getByText('In this cart'));
  });

  it('show what failed with Retry, and what to do when there is none', async () => {
    failCalls({ path: DRAFTS, status: 409, body: { message: 'Not now', code: 'illegal_state' } });
    await openTill(SELLER);
    await viewDrafts();
    await isShown(page.getByText('Drafts could not be loaded'));
    failCalls({ path: DRAFTS, status: 200, body: { data: [] } });
    const none = page.getByText('No drafts');
    const retry = page.getByRole('button', { name: 'Retry', exact: true });
    // The answer that the dialog itself asked for may still be on its way.
    await pressUntil(
      () => none.elements().length > 0,
      () => (retry.query() as HTMLElement | null)?.click(),
    );
    await isShown(none);
    await isShown(page.getByText('Save Transaction holds a sale here'));
  });

  it('open by the address that the transactions list gives; completed ones lead to their sale, missing ones back', async () => {
    const [held = 0, sold = 0] = await unitsOnSale(seller, 2);
    const draft = await openDraft(seller, [held]);
    const screen = await openScreen(`/pos?resumeDraft=${draft.id}`, { email: SELLER });
    await isShown(cartLines());
    await expect.element(draftNumber()).toHaveTextContent(draft.draft_number);
    expect([screen.address().pathname, screen.address().search]).toEqual([`/pos/${draft.id}`, '']);

    const { transaction } = await sell(seller, [sold]);
    await screen.goTo(`/pos?resumeDraft=${transaction.id}`);
    await isTold('Transaction already completed');
    await isTold('This transaction has already been completed');
    await expect.poll(() => screen.address().pathname).toBe(`/transactions/${transaction.id}`);
    await screen.goTo('/pos/999999999');
    await isTold('The transaction you are looking for does not exist');
    await expect.poll(() => screen.address().pathname).toBe('/pos');
  });

  it('of a customer who was deleted say so when they are opened, and stay theirs', async () => {
    const { id: customer_id } = await addCustomer(manager, 'Gone Meanwhile', 'member');
    const [first, second] = await serialsOnSale(seller, 2);
    const draft = await openDraft(seller, [first?.id ?? 0], { customer_id });
    const admin = await callerAs('admin@demo.test');
    expectDone(await admin.delete(`/customers/${customer_id}`));
    await openScreen(`/pos/${draft.id}`, { email: SELLER });
    await isTold('Gone Meanwhile was deleted');
    await isTold('The sale keeps this customer until you choose another, or none.');
    await enterCode(second?.code ?? '');
    await expect.poll(() => cartLines().elements().length).toBe(2);
    await draftSaved();
    await isShown(cart().getByText('Gone Meanwhile'));
  });

  it('of a customer are offered when an empty till chooses that customer, and loaded only then', async () => {
    const name = 'Nena Waiting';
    const { id: customer_id } = await addCustomer(manager, name, 'member');
    const draft: WireTransaction = await openCart(SELLER, seller, { customer_id });
    await isShown(cart().getByText(name));
    expect(await save()).toBe(draft.draft_number);
    await cartIsEmpty();
    await chooseCustomer(name);
    const question = page.getByRole('alertdialog', { name: `Open the saved cart of ${name}?` });
    await isShown(question.getByText(`${draft.draft_number} with 1 item`));
    await question.getByRole('button', { name: 'Not now' }).click();
    await isGone(question);
    await cartIsEmpty();
    await chooseCustomer(name);
    await question.getByRole('button', { name: `Open ${draft.draft_number}` }).click();
    await isTold('Transaction loaded');
    await isShown(cartLines());
    await expect.element(draftNumber()).toHaveTextContent(draft.draft_number);
  });
});
