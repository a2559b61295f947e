import type { Page } from 'playwright-core';
import { openPaidDraft, sell } from '#tests/support/selling.ts';
import { customerOf, saleWhere, unitsOf } from './shop.ts';
import { closeDialog, letGo, whileFailing, type PictureSet, type Studio } from './studio.ts';

async function openSale(page: Page, id: number): Promise<void> {
  await page.goto(`/transactions/${id}`);
  await page.getByRole('region', { name: 'Items' }).waitFor();
  await letGo(page);
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.locator('[role=dialog], [role=alertdialog]').waitFor();
}

async function pictureDialogs(page: Page, { take }: Studio): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click();
  await take(page, 'detail-menu');
  await page.keyboard.press('Escape');
  await choose(page, 'Refund');
  const dialog = page.getByRole('dialog', { name: /^Refund/ });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('combobox').first().selectOption({ label: 'Defective' });
  await dialog.getByLabel('Reason').fill('Left speaker is silent');
  await take(page, 'refund');
  await dialog.getByLabel('Reason').fill('');
  await dialog.getByRole('button', { name: /^Refund ₱/ }).click();
  await dialog.getByText('Reason required').waitFor();
  await take(page, 'refund-errors');
  await closeDialog(page);
  await choose(page, 'Void Transaction');
  await page.getByRole('button', { name: /^Void/ }).last().click();
  await page.getByText('Reason required').waitFor();
  await take(page, 'void');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Email Receipt' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'email-receipt');
  await closeDialog(page);
}

async function pictureEnds(page: Page, { server, take }: Studio): Promise<void> {
  const ends = {
    'detail-refunded-part': await saleWhere(
      server,
      (sale) => sale.status === 'completed' && sale.refunded_amount > 0,
    ),
    'detail-refunded': await saleWhere(server, (sale) => sale.status === 'refunded'),
    'detail-void': await saleWhere(server, (sale) => sale.status === 'void'),
    'detail-due': await saleWhere(server, (sale) => sale.balance_due > 0),
  };
  for (const [name, { id }] of Object.entries(ends)) {
    await openSale(page, id);
    await take(page, name);
  }
  await page.getByRole('button', { name: 'Record payment' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'record-payment');
}

/** A void whose answer is lost, whose dialog is left, and which is told of later. */
async function pictureLostVoid(page: Page, id: number, { take }: Studio): Promise<void> {
  const isVoid = /\/api\/v1\/transactions\/\d+\/void$/;
  await openSale(page, id);
  await choose(page, 'Void Transaction');
  const dialog = page.getByRole('alertdialog', { name: /^Void/ });
  await dialog.getByLabel('Reason').fill('Wrong customer');
  await page.route(isVoid, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: /^Void ₱/ }).click();
  await page.getByText(/^Nobody knows yet/).waitFor();
  await take(page, 'void-unsure');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).waitFor();
  await take(page, 'void-unsure-leave');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('region', { name: 'Items' }).waitFor({ state: 'detached' });
  await page.unroute(isVoid);
  await page.getByText(/the server’s answer was lost/).waitFor();
  await take(page, 'void-was-done');
  // It takes no key while nobody can have read it.
  const told = page.getByRole('alertdialog');
  while ((await told.count()) > 0) {
    await page.keyboard.press('Escape');
    await told.waitFor({ state: 'detached', timeout: 300 }).catch(() => undefined);
  }
}

export const detail: PictureSet = {
  name: 'detail',
  takePictures: async (studio) => {
    const { server, manager, take } = studio;
    const units = await unitsOf(server, ['phone', 'audio', 'tablet']);
    const [first, second, third] = units;
    if (!first || !second || !third) throw new Error('The demo shop has too little');
    const customer = await customerOf(server, 'member');
    const { transaction: sale } = await sell(manager, [first.id, second.id], { customer_id: customer.id });
    const draft = await openPaidDraft(manager, [third.id]);
    const page = await studio.open('/dashboard');
    await openSale(page, sale.id);
    await take(page, 'detail');
    await pictureDialogs(page, studio);
    await openSale(page, draft.id);
    await take(page, 'detail-draft');
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'detail-draft-cancel');
    await closeDialog(page);
    await pictureEnds(page, studio);
    await pictureLostVoid(page, sale.id, studio);
    await page.goto('/transactions/999999999');
    await page.getByText('Transaction not found').waitFor();
    await take(page, 'detail-not-found');
    await whileFailing(page, /\/api\/v1\/transactions\/\d+$/, async () => {
      await page.goto(`/transactions/${sale.id}`);
      await page.getByText('The transaction could not be loaded').waitFor();
      await take(page, 'detail-error');
    });
  },
};
