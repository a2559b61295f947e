import type { Page } from 'playwright-core';
import { FREED } from '#server/modules/units/units.public.ts';
import { setPin } from '#tests/support/approvals.ts';
import { started } from '#tests/support/counts.ts';
import { addCustomer } from '#tests/support/customers.ts';
import { complete, expectDone, openDraft, pay, refundSale } from '#tests/support/selling.ts';
import { cart, goToPayment, wedgeScan } from '#tests/support/till-page.ts';
import { fillCart } from './carts.ts';
import { codeOf, unitsOf } from './shop.ts';
import { closeDialog, dismissToasts, letGo, SELLER, type PictureSet, type Studio } from './studio.ts';

/** A draft with a deposit: its reserved unit, the list of drafts, its cart. */
async function pictureDeposit({ server, manager, take, openTill }: Studio): Promise<void> {
  const [unit, other] = await unitsOf(server, ['phone', 'tablet']);
  if (!unit || !other) throw new Error('The demo shop has no phone and tablet');
  const buyer = await addCustomer(manager, 'Maria Concepcion Villanueva-Buenaventura');
  const draft = await openDraft(manager, [unit.id], { customer_id: buyer.id });
  await pay(manager, draft.id, { method: 'cash', amount: 5000 });
  await pay(manager, draft.id, { method: 'gcash', amount: 2500, reference_number: '9021 4477 1203' });
  expectDone(await manager.post(`/transactions/${draft.id}/refresh-locks`, { leave: true }));
  const held = await openDraft(manager, [other.id]);
  await pay(manager, held.id, { method: 'cash', amount: 1234.5 });
  const page = await openTill(SELLER);
  await wedgeScan(page, codeOf(unit));
  await page
    .getByText(/Reserved for/)
    .first()
    .waitFor();
  await take(page, 'deposit-reserved');
  await dismissToasts(page);
  await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill(unit.product);
  await page.getByRole('group', { name: 'Products' }).getByRole('button', { name: unit.product }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'deposit-picker');
  await closeDialog(page);
  await page.getByRole('button', { name: 'View Transactions' }).click();
  await page.getByRole('list', { name: 'Drafts' }).waitFor();
  await take(page, 'deposit-drafts');
  const row = page
    .getByRole('list', { name: 'Drafts' })
    .getByRole('listitem')
    .filter({ hasText: draft.draft_number });
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'deposit-draft-delete');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: /^Resume/ }).click();
  await cart(page).getByText('To pay').waitFor();
  await dismissToasts(page);
  await letGo(page);
  await take(page, 'deposit-cart');
  await page.getByRole('button', { name: 'Clear Items' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'deposit-clear');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Cancel Transaction' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'deposit-cancel');
  await closeDialog(page);
  await goToPayment(page);
  await take(page, 'deposit-payment');
  await page.goto('/transactions?status=draft');
  await page.getByRole('link', { name: draft.draft_number }).waitFor();
  await take(page, 'deposit-list');
}

/** A paid unit whose hold has ended: at another cart, where it would leave the stock, in a count, on the dashboard. */
async function pictureNotHeld({ server, size, manager, take, open, openTill }: Studio): Promise<void> {
  const [unit] = await unitsOf(server, ['phone']);
  if (!unit) throw new Error('The demo shop has no phone');
  const buyer = await addCustomer(manager, 'Ana Cruz');
  const draft = await openDraft(manager, [unit.id], { customer_id: buyer.id });
  await pay(manager, draft.id, { method: 'cash', amount: 2000 });
  await server.database.write((writer) =>
    writer
      .updateTable('inventory_items')
      .set({ ...FREED, status: 'available' })
      .where('id', '=', unit.id)
      .execute(),
  );
  // A phone shows the cart elsewhere.
  if (size.width >= 900) {
    expectDone(await setPin(manager));
    const page = await openTill(SELLER);
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill(codeOf(unit));
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'not-held-question');
    await page.getByRole('button', { name: 'Sell it anyway' }).click();
    await page.getByRole('dialog', { name: 'Ask a manager' }).waitFor();
    await take(page, 'not-held-approval');
  }
  const office = await open('/inventory/transfers/new');
  await office.getByRole('heading', { level: 1 }).waitFor();
  await wedgeScan(office, codeOf(unit));
  await office
    .getByText(/was paid for this/)
    .first()
    .waitFor();
  await take(office, 'not-held-transfer');
  await office.goto(`/inventory/${unit.id}`);
  await office.getByRole('button', { name: /^More actions/ }).click();
  await office.getByRole('menuitem', { name: 'Mark as lost' }).click();
  await office.getByLabel('Reason').fill('Not on its shelf');
  await office.keyboard.press('Control+Enter');
  await office
    .getByText(/was paid for this/)
    .first()
    .waitFor();
  await take(office, 'not-held-lost');
  const { product_id } = await server.database.reader
    .selectFrom('inventory_items as item')
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .select('variation.product_id')
    .where('item.id', '=', unit.id)
    .executeTakeFirstOrThrow();
  const count = await started(manager, { product_id });
  const counting = await open(`/inventory/counts/${count.id}`);
  await counting
    .getByText(/was paid for this/)
    .first()
    .waitFor();
  await take(counting, 'not-held-count');
  await counting.getByRole('button', { name: 'Close count' }).click();
  await counting.getByRole('alertdialog').waitFor();
  await take(counting, 'not-held-count-close');
  await counting.goto('/dashboard');
  await counting.getByText(/paid, item no longer held/).waitFor();
  await letGo(counting);
  await take(counting, 'not-held-dashboard');
}

/** The payment screen after an amount that does not cover the total was saved. */
async function pictureShort({ server, take, openTill }: Studio): Promise<void> {
  const page = await openTill(SELLER);
  await fillCart(page, await unitsOf(server, ['laptop']));
  await goToPayment(page);
  await take(page, 'short-proposed');
  await page.keyboard.press('Enter');
  await page.getByText(/^Type an amount, or take/).waitFor();
  await take(page, 'short-enter');
  await page.keyboard.type('10000');
  await take(page, 'short-typed');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Insufficient payment').first().waitFor();
  await take(page, 'short-insufficient');
  await dismissToasts(page);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Existing payments' }).getByRole('listitem').first().waitFor();
  await take(page, 'short-saved');
  await page.getByRole('radio', { name: 'GCash' }).click();
  await take(page, 'short-gcash');
}

async function openRefund(page: Page, id: number): Promise<void> {
  await page.goto(`/transactions/${id}?dialog=refund`);
  await page.getByRole('dialog', { name: /^Refund/ }).waitFor();
}

/** Refunds of sales with pending payments, and the sales that owe and are owed. */
async function picturePending({ server, manager, open, take }: Studio): Promise<void> {
  const units = await unitsOf(server, ['audio', 'tablet', 'laptop', 'phone']);
  const [first, second, third, fourth] = units.map(({ id }) => id);
  const sale = async (ids: (number | undefined)[], cash: number) => {
    const draft = await openDraft(
      manager,
      ids.map((id) => id ?? 0),
    );
    if (cash > 0) await pay(manager, draft.id, { method: 'cash', amount: cash });
    const payment = await pay(manager, draft.id, {
      method: 'gcash',
      amount: Math.round((draft.total_amount - cash) * 100) / 100,
      reference_number: `9021 ${draft.id}`,
      status: 'pending',
    });
    return {
      payment,
      sale: expectDone(
        await complete<{ transaction: { id: number; transaction_items: { id: number }[] } }>(
          manager,
          draft.id,
        ),
      ).transaction,
    };
  };
  const one = await sale([first, second], 3000);
  const page = await open('/dashboard');
  await openRefund(page, one.sale.id);
  const dialog = page.getByRole('dialog', { name: /^Refund/ });
  await take(page, 'refund-pending-none');
  await dialog.getByRole('checkbox').first().check();
  await take(page, 'refund-pending');
  await dialog.getByRole('checkbox').nth(1).check();
  await take(page, 'refund-pending-all');
  await dialog.getByLabel('Money goes back by').selectOption('gcash');
  await take(page, 'refund-pending-gcash');
  expectDone(
    await refundSale(manager, one.sale.id, {
      items: [{ id: one.sale.transaction_items[1]?.id, disposition: 'available' }],
    }),
  );
  expectDone(await manager.post(`/payments/${one.payment.id}/verify`, {}));
  await openRefund(page, one.sale.id);
  await take(page, 'refund-owed');
  await closeDialog(page);
  await take(page, 'detail-owed');
  const two = await sale([third, fourth], 0);
  await openRefund(page, two.sale.id);
  await dialog.getByRole('checkbox').first().check();
  await take(page, 'refund-nothing-received');
  await closeDialog(page);
  expectDone(await manager.post(`/payments/${two.payment.id}/mark-failed`, { reason: 'Never came' }));
  await page.goto('/dashboard');
  await page.getByText('Give money back').waitFor();
  await letGo(page);
  await take(page, 'balances-dashboard');
  await page.getByRole('link', { name: /^Collect what/ }).click();
  await page.locator('tbody tr').first().waitFor();
  await letGo(page);
  await take(page, 'balances-owes');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Give money back/ }).click();
  await page.locator('tbody tr').first().waitFor();
  await letGo(page);
  await take(page, 'balances-owed');
  await page.goto('/transactions?balance=owed&start_date=&end_date=&search=nothing');
  await page.getByText('No transactions for these filters').waitFor();
  await take(page, 'balances-none');
}

export const deposits: PictureSet = {
  name: 'deposits',
  takePictures: async (studio) => {
    for (const picture of [pictureDeposit, pictureShort, picturePending]) {
      await picture(studio);
    }
  },
};

export const depositsNotHeld: PictureSet = { name: 'deposits-not-held', takePictures: pictureNotHeld };
