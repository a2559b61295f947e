import type { Page } from 'playwright-core';
import type { z } from 'zod';
import type { inventory as routes } from '#contract/inventory.ts';
import { expectDone, phonesOnSale, sell } from '#tests/support/selling.ts';
import { ADMIN, closeDialog, letGo, whileFailing, type PictureSet, type Studio } from './studio.ts';

type List = z.input<typeof routes.list.response>;

const LIST = /\/api\/v1\/inventory\?/;
const rows = (page: Page) => page.locator('tbody tr').first().waitFor();

async function pictureList({ seller, open, take }: Studio): Promise<void> {
  const [held] = await phonesOnSale(seller, 1);
  expectDone(await seller.post(`/pos/inventory/${held}/lock`));
  const page = await open('/inventory');
  await rows(page);
  await letGo(page);
  await take(page, 'inventory');
  await page.goto('/inventory?status=locked');
  await rows(page);
  await take(page, 'inventory-locked');
  await page.goto('/inventory?status=defective');
  await rows(page);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Mark as repaired' }).waitFor();
  await take(page, 'inventory-menu');
  await page.getByRole('menuitem', { name: 'Mark as repaired' }).click();
  await page.getByRole('alertdialog').waitFor();
  await page.getByRole('button', { name: 'Mark as repaired' }).click();
  await page.getByText('Reason required').waitFor();
  await take(page, 'inventory-repaired');
  await closeDialog(page);
  await page.goto('/inventory?search=nothing-like-it');
  await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
  await take(page, 'inventory-none');
  await whileFailing(page, LIST, async () => {
    await page.goto('/inventory');
    await page.getByText('Inventory could not be loaded').waitFor();
    await take(page, 'inventory-error');
  });
}

async function pictureForm({ manager, open, take }: Studio): Promise<void> {
  const page = await open('/inventory/create?qr_code=QR-000417');
  await page.getByRole('combobox', { name: 'Product variation' }).waitFor();
  await take(page, 'inventory-create');
  await page.getByRole('button', { name: /^Create Item/ }).click();
  await page.getByText('Product variation is required').waitFor();
  await take(page, 'inventory-create-missing');
  const { data } = expectDone(await manager.get<List>('/inventory?status=available&category=new'));
  const taken = data.find(({ imei }) => imei !== null);
  await page.getByRole('combobox', { name: 'Product variation' }).fill('iphone 15');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await take(page, 'inventory-create-products');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByLabel('IMEI', { exact: true }).fill(taken?.imei ?? '');
  await page.getByLabel('IMEI 2').fill('356789104523420');
  await page.getByLabel('Category').selectOption('used');
  await page.getByLabel('Condition rating').selectOption('4');
  await page.getByLabel('Purchase cost').fill('41500');
  await page.getByRole('button', { name: /^Create Item/ }).click();
  await page.getByRole('link', { name: 'Show it' }).waitFor();
  await take(page, 'inventory-create-taken');
}

async function pictureDetail({ manager, seller, open, take }: Studio): Promise<void> {
  const { data } = expectDone(await manager.get<List>('/inventory?status=defective'));
  const page = await open(`/inventory/${data[0]?.id}`, ADMIN);
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await take(page, 'inventory-item-defective');
  const [phone] = await phonesOnSale(seller, 1);
  await sell(seller, [phone ?? 0]);
  await page.goto(`/inventory/${phone}`);
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await take(page, 'inventory-item-sold');
  await page.goto('/inventory/99999999');
  await page.getByText('Inventory item not found').waitFor();
  await take(page, 'inventory-item-missing');
  const { data: free } = expectDone(await manager.get<List>('/inventory?status=available&category=used'));
  await page.goto(`/inventory/${free[0]?.id}`);
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: /^Delete/ }).waitFor();
  await take(page, 'inventory-item-menu');
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'inventory-item-delete');
  await page.goto(`/inventory/${free[0]?.id}/edit`);
  await page.getByLabel('Serial number').waitFor();
  await take(page, 'inventory-item-edit');
}

async function pictureWhereIs({ seller, manager, open, take }: Studio): Promise<void> {
  const page = await open('/inventory/where-is');
  await page.getByRole('searchbox').waitFor();
  await take(page, 'where-is');
  const [phone] = await phonesOnSale(seller, 1);
  await sell(seller, [phone ?? 0]);
  const { imei } = expectDone(await manager.get<List['data'][number]>(`/inventory/${phone}`));
  await page.goto(`/inventory/where-is?code=${imei}`);
  await page.getByText('In warranty', { exact: true }).waitFor();
  await take(page, 'where-is-sold');
  await page.goto('/inventory/where-is?code=350000000000000');
  await page.getByText('Not sold by us').waitFor();
  await take(page, 'where-is-never');
  await whileFailing(page, /api\/v1\/inventory\/where-is/, async () => {
    await page.goto(`/inventory/where-is?code=${imei}`);
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await take(page, 'where-is-error');
  });
}

/** Units: the list, the form, one of them, and where it is. */
export const inventory: PictureSet = {
  name: 'inventory',
  takePictures: async (studio) => {
    await pictureList(studio);
    await pictureForm(studio);
    await pictureDetail(studio);
    await pictureWhereIs(studio);
  },
};
