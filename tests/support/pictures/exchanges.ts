import type { Page } from 'playwright-core';
import { sell } from '#tests/support/selling.ts';
import { cartLine, goToPayment, wedgeScan } from '#tests/support/till-page.ts';
import { codeOf, customerOf, unitsOf } from './shop.ts';
import { dismissToasts, letGo, MANAGER, type PictureSet, type Studio } from './studio.ts';

const comingBack = (page: Page) => page.getByRole('region', { name: 'Coming back' });

/** Opens the till, of one pane or two. */
async function openTill(open: Studio['open']): Promise<Page> {
  const page = await open('/pos', MANAGER);
  await page.getByPlaceholder(/^Search or scan/).waitFor();
  return page;
}

/** Opens the dialog of a sale's exchange, and gives its reason. */
async function beginWith(page: Page, saleId: number, reason: string): Promise<void> {
  await page.goto(`/transactions/${saleId}?dialog=exchange`);
  const dialog = page.getByRole('dialog', { name: /^Exchange items/ });
  await dialog.waitFor();
  await dialog.getByLabel('Reason').fill(reason);
}

async function goOut(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await showCart(page);
  await comingBack(page).waitFor();
}

/** In one pane the cart is behind its tab. */
async function showCart(page: Page): Promise<void> {
  await page.getByPlaceholder(/^Search or scan/).waitFor();
  const tab = page.getByRole('tab', { name: /^Cart/ });
  if (await tab.isVisible()) await tab.click();
}

async function scanOut(page: Page, code: string): Promise<void> {
  await wedgeScan(page, code);
  await showCart(page);
  await cartLine(page, '').first().waitFor();
  await page.getByText('Held for this sale').waitFor();
  await dismissToasts(page);
  await letGo(page);
}

async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Complete exchange|and complete/, disabled: false }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Exchange complete' }).waitFor();
}

/** A tablet for a dearer phone: scanned at the till, begun, paid, and both sales' pages. */
async function pictureDearer({ server, manager, take, open }: Studio): Promise<void> {
  const [tablet, phone] = await unitsOf(server, ['tablet', 'phone']);
  if (!tablet || !phone) throw new Error('The demo shop has no tablet and phone');
  const { id: customer_id } = await customerOf(server, 'member');
  const { transaction: sale } = await sell(manager, [tablet.id], { customer_id });
  const page = await openTill(open);
  await wedgeScan(page, codeOf(tablet));
  await page.getByRole('dialog', { name: /^Refund/ }).waitFor();
  await take(page, 'exchange-scanned');
  await page.getByRole('button', { name: 'Exchange instead' }).click();
  const dialog = page.getByRole('dialog', { name: /^Exchange items/ });
  await dialog.waitFor();
  await dialog.getByLabel('Reason').fill('Wants a larger screen');
  await take(page, 'exchange-begin');
  await goOut(page);
  await take(page, 'exchange-empty');
  await scanOut(page, codeOf(phone));
  await take(page, 'exchange-cart');
  await goToPayment(page);
  await take(page, 'exchange-payment');
  await complete(page);
  await take(page, 'exchange-complete');
  await page.goto(`/transactions/${sale.id}`);
  await page.getByRole('region', { name: 'Refunds' }).waitFor();
  await letGo(page);
  await take(page, 'exchange-first-sale');
  await page.getByRole('region', { name: 'Refunds' }).getByRole('link').click();
  await page.getByRole('region', { name: 'Came back for it' }).waitFor();
  await letGo(page);
  await take(page, 'exchange-second-sale');
}

/** One of two items for a cheaper one: money goes back. */
async function pictureCheaper({ server, manager, take, open }: Studio): Promise<void> {
  const [phone, tablet, charger] = await unitsOf(server, ['phone', 'tablet', 'charger']);
  if (!phone || !tablet || !charger) throw new Error('The demo shop has too little');
  const { transaction: sale } = await sell(manager, [phone.id, tablet.id]);
  const page = await openTill(open);
  await beginWith(page, sale.id, 'Changed their mind within 7 days');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('checkbox').nth(1).check();
  await take(page, 'exchange-begin-two');
  await goOut(page);
  await scanOut(page, codeOf(charger));
  await take(page, 'exchange-cheaper-cart');
  await goToPayment(page);
  await take(page, 'exchange-cheaper-payment');
  await page.getByLabel('Money goes back by').selectOption('gcash');
  await take(page, 'exchange-cheaper-gcash');
  await page.getByLabel('Money goes back by').selectOption('as_paid');
  await complete(page);
  await take(page, 'exchange-cheaper-complete');
}

/** Under its warranty: even. */
async function pictureWarranty({ server, manager, take, open }: Studio): Promise<void> {
  const [phone] = await unitsOf(server, ['phone']);
  if (!phone) throw new Error('The demo shop has no phone');
  const { transaction: sale } = await sell(manager, [phone.id]);
  const page = await openTill(open);
  await beginWith(page, sale.id, 'Does not charge');
  await page.getByRole('checkbox', { name: /^Under warranty/ }).check();
  await take(page, 'exchange-warranty');
  await goOut(page);
  const other = await server.database.reader
    .selectFrom('inventory_items as item')
    .innerJoin('stores', 'stores.id', 'item.store_id')
    .select(['item.imei', 'item.serial_number'])
    .where('stores.code', '=', 'MNL-01')
    .where('item.status', '=', 'available')
    .where('item.category', '=', 'new')
    .where('item.product_variation_id', '=', phone.product_variation_id)
    .executeTakeFirstOrThrow();
  await scanOut(page, other.imei ?? other.serial_number ?? '');
  await take(page, 'exchange-warranty-cart');
  await goToPayment(page);
  await take(page, 'exchange-warranty-payment');
  await complete(page);
  await take(page, 'exchange-warranty-complete');
}

export const exchanges: PictureSet = {
  name: 'exchanges',
  takePictures: async (studio) => {
    for (const picture of [pictureDearer, pictureCheaper, pictureWarranty]) await picture(studio);
  },
};
