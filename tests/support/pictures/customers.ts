import type { Page } from 'playwright-core';
import { addCustomer } from '#tests/support/customers.ts';
import { customerOf } from './shop.ts';
import {
  failAsShop,
  ADMIN,
  closeDialog,
  dismissToasts,
  letGo,
  whileFailing,
  type PictureSet,
  type Studio,
} from './studio.ts';

const LIST = /\/api\/v1\/customers\?/;

const settled = (page: Page) => page.locator('[aria-busy=true]').waitFor({ state: 'detached' });

async function pictureList({ server, open, take }: Studio): Promise<void> {
  const page = await open('/customers', ADMIN);
  await page.locator('tbody tr').first().waitFor();
  await letGo(page);
  await take(page, 'customers');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await take(page, 'customers-menu');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'customers-delete');
  await closeDialog(page);
  const group = await customerOf(server, 'vip');
  await page.goto(`/customers?search=${encodeURIComponent(group.name.split(' ')[0] ?? '')}&min_points=1000`);
  await page.locator('tbody tr').first().waitFor();
  await take(page, 'customers-filtered');
  await page.goto('/customers?search=nobody-of-that-name');
  await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
  await take(page, 'customers-none');
  await page.goto('/customers?page=999');
  await page.getByText('The list ends before this page').waitFor();
  await take(page, 'customers-past-the-end');
  await whileFailing(page, LIST, async () => {
    await page.goto('/customers');
    await page.getByText('Customers could not be loaded').waitFor();
    await take(page, 'customers-error');
  });
  // Never answered: the list keeps loading.
  await page.route(LIST, () => undefined);
  await page.goto('/customers');
  await page.getByText('Loading customers').waitFor({ state: 'attached' });
  await take(page, 'customers-loading');
  await page.unroute(LIST);
}

async function pictureDetail({ server, manager, open, take }: Studio): Promise<void> {
  const { id } = await customerOf(server, 'member');
  const page = await open(`/customers/${id}`);
  await page.getByText('At all stores').waitFor();
  await take(page, 'customer');
  await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
  await page.getByRole('menuitem', { name: 'Deduct Points' }).waitFor();
  await take(page, 'customer-points-menu');
  await page.getByRole('menuitem', { name: 'Add Points' }).click();
  const points = page.getByRole('dialog').getByLabel('Points', { exact: true });
  await points.waitFor();
  await take(page, 'customer-add-points');
  await points.fill('250');
  await page.getByLabel('Reason').fill('Birthday gift');
  await take(page, 'customer-add-points-ready');
  await page.getByRole('button', { name: 'Add 250 points' }).click();
  await page.getByText('250 points added').first().waitFor();
  await take(page, 'customer-points-added');
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
  await page.getByRole('menuitem', { name: 'Deduct Points' }).click();
  await page.getByText('Current balance:').waitFor();
  await take(page, 'customer-deduct-points');
  await page.getByLabel('Reason').fill('Exchanged for a case');
  await points.fill('99999999');
  await points.press('Enter');
  await page.getByText('At most the balance').waitFor();
  await take(page, 'customer-deduct-points-error');
  await closeDialog(page);
  await page.getByRole('tab', { name: 'Transactions' }).click();
  await settled(page);
  await letGo(page);
  await take(page, 'customer-transactions');
  await page.getByRole('tab', { name: 'Loyalty' }).click();
  await settled(page);
  await letGo(page);
  await take(page, 'customer-loyalty');
  const someone = await addCustomer(manager, 'Maria Concepcion Villanueva-Buenaventura');
  for (const tab of ['information', 'transactions', 'loyalty']) {
    await page.goto(`/customers/${someone.id}?tab=${tab}`);
    await page.getByText('At all stores').waitFor();
    await settled(page);
    await take(page, `customer-new-here-${tab}`);
  }
}

async function pictureTroubles({ server, open, take }: Studio): Promise<void> {
  const { id } = await customerOf(server, 'member');
  const page = await open('/customers/999999999');
  await page.getByText('Customer not found').waitFor();
  await take(page, 'customer-not-found');
  await whileFailing(page, /\/api\/v1\/customers\/\d+$/, async () => {
    await page.goto(`/customers/${id}`);
    await page.getByText('The customer could not be loaded').waitFor();
    await take(page, 'customer-error');
  });
  for (const tab of ['transactions', 'loyalty']) {
    await whileFailing(page, /\/customers\/\d+\/(stats|transactions|loyalty)/, async () => {
      await page.goto(`/customers/${id}?tab=${tab}`);
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await take(page, `customer-${tab}-error`);
    });
  }
}

async function pictureForm({ server, manager, open, take }: Studio): Promise<void> {
  const page = await open('/customers/new');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field('Name').waitFor();
  await take(page, 'customer-new');
  await field('Birthday').fill('2999-01-01');
  await field('Email').fill('nobody@');
  await page.getByRole('button', { name: 'Create Customer' }).click();
  await page.getByText('Name is required').waitFor();
  await take(page, 'customer-new-errors');
  const owner = await addCustomer(manager, 'Mary Grace Villanueva');
  await page.reload();
  await field('Name').fill('Grace Villanueva');
  await field('Phone').fill(owner.phone.replace(/^0/, '+63 '));
  await page.getByText('has this number').waitFor();
  await take(page, 'customer-new-number');
  await page.getByRole('button', { name: 'Create Customer' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'customer-new-second');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await take(page, 'customer-new-leave');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  const { id } = await customerOf(server, 'vip');
  await page.goto(`/customers/${id}/edit`);
  await field('Name').waitFor();
  await take(page, 'customer-change');
  await field('Phone').fill(owner.phone);
  await page.getByText('has this number').waitFor();
  await page.getByRole('button', { name: 'Update Customer' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'customer-change-number');
  await closeDialog(page);
  await page.route(/\/customers\/\d+$/, (route) =>
    route.request().method() === 'PUT' ? failAsShop(route) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Update Customer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Update Customer' }).click();
  await page.getByText('Server Error').first().waitFor();
  await take(page, 'customer-change-failed');
}

/** Last: afterwards the shop has no customers. */
async function pictureNothingYet({ server, now, open, take }: Studio): Promise<void> {
  await server.database.write((writer) =>
    writer.updateTable('customers').set({ deleted_at: now() }).where('deleted_at', 'is', null).execute(),
  );
  const page = await open('/customers');
  await page.getByText('No customers yet').waitFor();
  await take(page, 'customers-nothing-yet');
}

export const customers: PictureSet = {
  name: 'customers',
  takePictures: async (studio) => {
    await pictureList(studio);
    await pictureDetail(studio);
    await pictureTroubles(studio);
    await pictureForm(studio);
    await pictureNothingYet(studio);
  },
};
