import type { Page } from 'playwright-core';
import { openDraft, pay } from '#tests/support/selling.ts';
import { goToPayment } from '#tests/support/till-page.ts';
import { storeDate } from '#domain/store-time.ts';
import { fillCart } from './carts.ts';
import { paymentScreenshot, unitsOf } from './shop.ts';
import { closeDialog, dismissToasts, letGo, type PictureSet, type Studio } from './studio.ts';

const USED_BEFORE = '9021 4471 830';

type Row = { method: string; amount: string; reference: string };

async function savePayment(page: Page, { method, amount, reference }: Row): Promise<void> {
  const choice = page.getByRole('radio', { name: method, exact: true });
  if (!(await choice.isChecked())) await choice.click();
  await page.getByLabel('Reference number').fill(reference);
  await page.getByRole('region', { name: 'New payment' }).getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Save Payment' }).click();
  await rowOf(page, method).first().waitFor();
  await dismissToasts(page);
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Existing payments' }).getByRole('listitem').filter({ hasText: text });

async function choose(page: Page, row: string, entry: string): Promise<void> {
  await rowOf(page, row)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.locator('[role=dialog], [role=alertdialog]').waitFor();
}

async function pictureEntering(page: Page, { take }: Studio): Promise<void> {
  await take(page, 'payment-cash');
  await page.getByRole('button', { name: /^Round up/ }).click();
  await take(page, 'payment-change');
  await page.getByRole('radio', { name: 'Pending' }).click();
  await take(page, 'payment-cash-pending');
  await page.getByRole('radio', { name: 'GCash' }).click();
  await page.getByRole('button', { name: 'Save Payment' }).click();
  await page.getByText('Reference required').waitFor();
  await take(page, 'payment-errors');
  await page.getByLabel('Reference number').fill(USED_BEFORE);
  await page
    .getByText(/^Already used in/)
    .first()
    .waitFor();
  await page.getByLabel('Receipt email').fill('liza@example');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Invalid email format').waitFor();
  await take(page, 'payment-email-error');
  await page.getByLabel('Receipt email').fill('');
}

async function pictureWaiting(page: Page, { take }: Studio): Promise<void> {
  const enter = async (method: string, amount: string, reference: string) => {
    await page.getByRole('radio', { name: method, exact: true }).click();
    await page.getByLabel('Reference number').fill(reference);
    await page.getByRole('region', { name: 'New payment' }).getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: 'Another' }).click();
    await page.getByRole('listitem').filter({ hasText: reference }).waitFor();
  };
  await enter('Maya', '1,500.00', '5512-0091-77');
  await enter('Bank Transfer', '20,000.00', 'BPI 2211-0934');
  await take(page, 'payment-waiting');
  for (const name of ['Remove the Maya', 'Remove the Bank Transfer']) {
    await page.getByRole('button', { name }).click();
  }
}

async function pictureActions(page: Page, { take }: Studio): Promise<void> {
  await rowOf(page, 'GCash')
    .getByRole('button', { name: /^Verify the/ })
    .click();
  await page.locator('[role=dialog], [role=alertdialog]').waitFor();
  await take(page, 'payment-verify');
  await closeDialog(page);
  await choose(page, 'Maya', 'Edit payment');
  await take(page, 'payment-edit');
  await closeDialog(page);
  await choose(page, 'Maya', 'Mark failed');
  await take(page, 'payment-fail');
  await page.getByRole('button', { name: /^Mark ₱/ }).click();
  await rowOf(page, 'Failed').waitFor();
  await choose(page, 'Credit/Debit Card', 'Delete payment');
  await page.getByLabel('Reason').fill('Wrong card machine slip');
  await take(page, 'payment-delete');
  await page.getByRole('button', { name: /^Delete ₱/ }).click();
  await rowOf(page, 'DELETED').waitFor();
}

export const payment: PictureSet = {
  name: 'payment',
  takePictures: async (studio) => {
    const { server, manager, seller, take, now } = studio;
    const units = await unitsOf(server, ['charger', 'phone', 'laptop']);
    const [charger, ...sold] = units;
    if (!charger) throw new Error('The demo shop has no charger');
    const other = await openDraft(manager, [charger.id]);
    await pay(seller, other.id, { method: 'gcash', amount: 10, reference_number: USED_BEFORE });
    const page = await studio.openTill();
    await fillCart(page, sold);
    await goToPayment(page);
    await pictureEntering(page, studio);
    await page.getByLabel('Expected date').fill(storeDate(now(), 'Asia/Manila'));
    await page.getByLabel('Screenshot file').setInputFiles({
      name: 'gcash.png',
      mimeType: 'image/png',
      buffer: await paymentScreenshot(20_000),
    });
    await page.getByAltText('Screenshot attached').waitFor();
    await take(page, 'payment-screenshot');
    await savePayment(page, { method: 'GCash', amount: '20000', reference: USED_BEFORE });
    await savePayment(page, { method: 'Maya', amount: '8000', reference: 'M-77120 4418' });
    await savePayment(page, { method: 'Credit/Debit Card', amount: '5000', reference: 'slip 8841' });
    await pictureWaiting(page, studio);
    await pictureActions(page, studio);
    await page.getByRole('radio', { name: 'Cash', exact: true }).click();
    await page.getByRole('button', { name: /^Round up/ }).click();
    await dismissToasts(page);
    await rowOf(page, 'GCash').scrollIntoViewIfNeeded();
    await letGo(page);
    await take(page, 'payment');
    await page.getByRole('button', { name: /^Screenshot of/ }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await take(page, 'payment-screenshot-large');
    await page.keyboard.press('Escape');
    await page.goto('/pos/999999999/payment');
    await page.getByText('Scan an item to start').waitFor();
    await take(page, 'payment-unknown');
  },
};
