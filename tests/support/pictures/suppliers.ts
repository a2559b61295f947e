import type { Page } from 'playwright-core';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import type { suppliers as routes } from '#contract/suppliers.ts';
import { expectDone } from '#tests/support/selling.ts';
import { ADMIN, closeDialog, letGo, whileFailing, type PictureSet, type Studio } from './studio.ts';

type List = z.input<typeof routes.list.response>;
type Units = z.input<typeof inventory.list.response>;

const LIST = /\/api\/v1\/suppliers\?/;
const row = (page: Page, name: string) => page.getByRole('link', { name }).waitFor();

async function pictureList({ open, take }: Studio): Promise<void> {
  const page = await open('/suppliers', ADMIN);
  await row(page, 'Luzon Mobile Distribution Inc.');
  await letGo(page);
  await take(page, 'suppliers');
  const menuOf = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  };
  await menuOf('Luzon Mobile Distribution Inc.');
  await take(page, 'suppliers-menu');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('came from them').waitFor();
  await take(page, 'suppliers-delete');
  await closeDialog(page);
  await menuOf('Isla Verde Electronics');
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'suppliers-deactivate');
  await page.getByRole('button', { name: /^Deactivate Isla/ }).click();
  await page.getByRole('listitem').getByText('Isla Verde Electronics deactivated').waitFor();
  await take(page, 'suppliers-deactivated');
  await page.goto('/suppliers?search=nothing-like-it');
  await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
  await take(page, 'suppliers-none');
  await whileFailing(page, LIST, async () => {
    await page.goto('/suppliers');
    await page.getByText('Suppliers could not be loaded').waitFor();
    await take(page, 'suppliers-error');
  });
}

async function pictureForm({ open, take, manager }: Studio): Promise<void> {
  const { data } = expectDone(await manager.get<List>('/suppliers?search=luzon'));
  const edit = `/suppliers/${data[0]?.id}/edit`;
  const page = await open('/suppliers/create', ADMIN);
  await page.getByLabel('Code').waitFor();
  await take(page, 'supplier-create');
  await page.getByLabel('Email').fill('orders@');
  await page.getByRole('button', { name: /^Create Supplier/ }).click();
  await page.getByText('Supplier name is required').waitFor();
  await take(page, 'supplier-create-wrong');
  await page.getByLabel('Name', { exact: true }).fill('Second Luzon');
  await page.getByLabel('Code').fill('lmd-01');
  await page.getByLabel('Email').fill('orders@second.test');
  await page.getByRole('button', { name: /^Create Supplier/ }).click();
  await page.getByText('This code is taken').waitFor();
  await take(page, 'supplier-create-taken');
  await page.goto(edit);
  await page.getByLabel('Code').waitFor();
  await take(page, 'supplier-edit');
  const other = await open(edit);
  await other.getByText("You don't have permission to edit suppliers.").waitFor();
  await take(other, 'supplier-edit-refused');
  const seller = await open('/suppliers/create', 'salesperson@demo.test');
  await seller.getByText("You don't have permission to create suppliers.").waitFor();
  await take(seller, 'supplier-create-refused');
}

async function pictureDetail({ open, take, manager }: Studio): Promise<void> {
  const { data } = expectDone(await manager.get<List>('/suppliers?search=luzon'));
  const page = await open(`/suppliers/${data[0]?.id}`, ADMIN);
  await page.getByText('Purchase cost of all that came').waitFor();
  await letGo(page);
  await take(page, 'supplier');
  await page.getByRole('button', { name: 'Show items' }).click();
  await page.locator('tbody tr').first().waitFor();
  await letGo(page);
  await take(page, 'supplier-items');
  await page.getByRole('combobox', { name: 'Supplier' }).click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await take(page, 'supplier-items-choose');
  await page.goto('/suppliers/99999999');
  await page.getByText('Supplier not found').waitFor();
  await take(page, 'supplier-missing');
}

async function pictureUnits({ open, take, manager }: Studio): Promise<void> {
  const { data: found } = expectDone(await manager.get<List>('/suppliers?search=luzon'));
  const { data } = expectDone(
    await manager.get<Units>(`/inventory?status=available&supplier_id=${found[0]?.id}`),
  );
  const page = await open(`/inventory/${data[0]?.id}`, ADMIN);
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await take(page, 'supplier-of-item');
  await page.goto('/inventory/create');
  await page.getByRole('combobox', { name: 'Supplier' }).fill('pearl');
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /Pearl Pacific/ })
    .waitFor();
  await take(page, 'supplier-of-new-item');
}

/** Suppliers: the list, the form, one of them, and the units that name theirs. */
export const suppliers: PictureSet = {
  name: 'suppliers',
  takePictures: async (studio) => {
    await pictureList(studio);
    await pictureForm(studio);
    await pictureDetail(studio);
    await pictureUnits(studio);
  },
};
