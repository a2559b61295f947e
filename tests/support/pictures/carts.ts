import type { Page } from 'playwright-core';
import {
  cartLine,
  chooseCustomer,
  draftSaved,
  pressTillKey,
  typeDiscount,
  wedgeScan,
} from '#tests/support/till-page.ts';
import { codeOf, customerOf, unitsOf, type Unit } from './shop.ts';
import { closeDialog, dismissToasts, type Studio } from './studio.ts';

/** Scans units, and takes the first one if the till asks. */
export async function fillCart(page: Page, units: readonly Unit[]): Promise<void> {
  for (const unit of units) {
    await wedgeScan(page, codeOf(unit));
    const dialog = page.getByRole('dialog', { name: 'Select Product Variation' });
    const line = cartLine(page, unit.product);
    await dialog.or(line).first().waitFor();
    if (await dialog.isVisible()) await page.keyboard.press('Enter');
    await line.first().waitFor();
  }
  await draftSaved(page);
}

export async function openDiscounts(page: Page): Promise<void> {
  await pressTillKey(page, 'F4');
  await page.getByRole('dialog', { name: 'Discounts' }).waitFor();
}

/** Fills a member's cart with a discount on a line and one on the cart. */
export async function fillDiscountedCart(page: Page, { server }: Studio) {
  const units = await unitsOf(server, ['phone', 'audio', 'cable']);
  const customer = await customerOf(server, 'member');
  await fillCart(page, units);
  await chooseCustomer(page, customer.name);
  await dismissToasts(page);
  await openDiscounts(page);
  await typeDiscount(page, '2.5', 'Open box');
  await page.getByRole('list', { name: 'Discounts given' }).getByText('Open box').waitFor();
  await page.getByLabel('Applies to').selectOption('cart');
  await page.getByRole('radio', { name: 'Fixed amount' }).click();
  await typeDiscount(page, '150', 'Price match');
  await page.getByRole('list', { name: 'Discounts given' }).getByText('Price match').waitFor();
  await closeDialog(page);
  await draftSaved(page);
  await dismissToasts(page);
  return { units, customer };
}
