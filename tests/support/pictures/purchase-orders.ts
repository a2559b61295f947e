import type { Page } from 'playwright-core';
import type { z } from 'zod';
import type { products } from '#contract/products.ts';
import type { purchaseOrders as routes } from '#contract/purchase-orders.ts';
import { expectDone } from '#tests/support/selling.ts';
import {
  answerAsShop,
  ADMIN,
  closeDialog,
  dismissToasts,
  letGo,
  whileFailing,
  type PictureSet,
  type Studio,
} from './studio.ts';

type List = z.input<typeof routes.list.response>;
type Found = z.input<typeof products.findVariations.response>;

const LIST = /\/api\/v1\/supplier-transactions\?/;

async function pictureList({ open, take }: Studio): Promise<void> {
  const page = await open('/purchase-orders');
  await page.locator('tbody a').first().waitFor();
  await letGo(page);
  await take(page, 'purchase-orders');
  await page
    .getByRole('button', { name: /^Actions for PO-/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'View' }).waitFor();
  await take(page, 'purchase-orders-menu');
  await page.keyboard.press('Escape');
  await page.goto('/purchase-orders?search=nothing-like-it&status=partial');
  await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
  await take(page, 'purchase-orders-none');
  await whileFailing(page, LIST, async () => {
    await page.goto('/purchase-orders');
    await page.getByText('Purchase Orders could not be loaded').waitFor();
    await take(page, 'purchase-orders-error');
  });
  await page.route(LIST, () => undefined);
  await page.goto('/purchase-orders');
  await page.getByText('Units to come').waitFor();
  await take(page, 'purchase-orders-loading');
  await page.unroute(LIST);
  const seller = await open('/purchase-orders', 'salesperson@demo.test');
  await seller.locator('tbody a').first().waitFor();
  await letGo(seller);
  await take(seller, 'purchase-orders-without-costs');
  const place = { current_page: 1, last_page: 1, per_page: 20, from: null, to: null, total: 0 };
  const meta = { ...place, total_capped: false };
  await page.route(LIST, (route) => answerAsShop(route, { data: [], ...meta, meta }));
  await page.goto('/purchase-orders');
  await page.getByText('No purchase orders yet').waitFor();
  await take(page, 'purchase-orders-empty');
  await page.unroute(LIST);
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('listbox').getByRole('option', { name }).first().click();
}

async function pictureForm({ open, take, manager }: Studio): Promise<void> {
  const { data } = expectDone(await manager.get<Found>('/product-variations?search=iphone&per_page=6'));
  const names = data.map(({ product, name }) => `${product.name}, ${name}`);
  const page = await open('/purchase-orders/create', ADMIN);
  await page.getByLabel('Supplier', { exact: true }).waitFor();
  await take(page, 'purchase-order-create');
  await page.getByRole('button', { name: /^Create Purchase Order/ }).click();
  await page.getByText('Please select a supplier').waitFor();
  await take(page, 'purchase-order-create-wrong');
  await choose(page, 'Supplier', 'Luzon Mobile');
  await page.getByRole('combobox', { name: 'Product of row 1' }).fill('iphone');
  await page.getByRole('listbox').getByRole('option').nth(2).waitFor();
  await take(page, 'purchase-order-create-picker');
  await choose(page, 'Product of row 1', names[0] ?? '');
  await page.getByLabel('Quantity of row 1').fill('10');
  await page.getByRole('button', { name: 'Paste rows' }).click();
  const pasted = data.slice(1, 5).map(({ barcode }, place) => `${barcode}\t${place + 2}\t${18_500 + place}`);
  await page.getByLabel('Rows', { exact: true }).fill(`${pasted.join('\n')}\nNO-SUCH-CODE\t4\t12\nABC\tmany`);
  await take(page, 'purchase-order-paste');
  await page.getByRole('button', { name: 'Add rows' }).click();
  await page.getByText('2 pasted rows could not be read').waitFor();
  await dismissToasts(page);
  await take(page, 'purchase-order-create-rows');
  await page.goto('/purchase-orders/create?from=low-stock');
  await page.getByText(/less what is on order already/).waitFor();
  await take(page, 'purchase-order-create-missing');
  const clerk = await open('/purchase-orders', ADMIN);
  await clerk.goto('/inventory/low-stock');
  await clerk.locator('tbody a').first().waitFor();
  await letGo(clerk);
  await take(clerk, 'purchase-orders-low-stock');
}

async function pictureDetail({ open, take, manager }: Studio): Promise<void> {
  const first = async (query: string) =>
    expectDone(await manager.get<List>(`/supplier-transactions?${query}`)).data;
  const [partial] = await first('status=partial');
  const [pending] = await first('status=pending');
  const ended = (await first('status=complete')).filter(({ is_closed }) => is_closed);
  const page = await open(`/purchase-orders/${partial?.id}`, ADMIN);
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await letGo(page);
  await take(page, 'purchase-order');
  await page.getByRole('button', { name: `More actions for ${partial?.transaction_number}` }).click();
  await page.getByRole('menuitem', { name: 'Close remainder' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'purchase-order-close');
  await closeDialog(page);
  await page.goto(`/purchase-orders/${pending?.id}`);
  await page.getByRole('button', { name: 'Add Item' }).waitFor();
  await page.getByRole('button', { name: `More actions for ${pending?.transaction_number}` }).click();
  await take(page, 'purchase-order-menu');
  await page.getByRole('menuitem', { name: 'Cancel order' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'purchase-order-cancel');
  await closeDialog(page);
  await page.getByRole('table', { name: 'Items' }).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'purchase-order-edit-item');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'purchase-order-email');
  await closeDialog(page);
  for (const order of ended) {
    await page.goto(`/purchase-orders/${order.id}`);
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await take(
      page,
      order.total_quantity_received === 0 ? 'purchase-order-cancelled' : 'purchase-order-closed',
    );
  }
  await page.goto('/purchase-orders/99999999');
  await page.getByText('Purchase order not found').waitFor();
  await take(page, 'purchase-order-missing');
  await page.goto(`/suppliers/${partial?.supplier.id}`);
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
  await page.getByRole('table', { name: 'Orders' }).scrollIntoViewIfNeeded();
  await take(page, 'purchase-orders-of-supplier');
  const seller = await open(`/purchase-orders/${pending?.id}`, 'salesperson@demo.test');
  await seller.getByRole('heading', { name: 'History' }).waitFor();
  await take(seller, 'purchase-order-without-costs');
}

/** Takes the order document as a page that the browser would print. */
async function pictureOrderDocument({ open, take, manager, server }: Studio): Promise<void> {
  const [order] = expectDone(await manager.get<List>('/supplier-transactions?status=pending')).data;
  expectDone(await manager.post(`/supplier-transactions/${order?.id}/email`));
  const mail = await server.database.reader
    .selectFrom('outbox')
    .select('html')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await open('/dashboard', ADMIN);
  await page.setContent(mail.html);
  await take(page, 'purchase-order-mail');
}

/** Purchase orders: the list, writing one, one of them, and sending it. */
export const purchaseOrders: PictureSet = {
  name: 'purchase-orders',
  takePictures: async (studio) => {
    await pictureList(studio);
    await pictureForm(studio);
    await pictureDetail(studio);
    await pictureOrderDocument(studio);
  },
};
