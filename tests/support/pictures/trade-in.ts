import type { z } from 'zod';
import type { inventory as routes } from '#contract/inventory.ts';
import type { Store } from '#contract/stores.ts';
import type { Page } from 'playwright-core';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, phonesOnSale, sell } from '#tests/support/selling.ts';
import { receive, sent } from '#tests/support/transfers.ts';
import { ADMIN, SELLER, type PictureSet, type Studio } from './studio.ts';

type Unit = z.input<typeof routes.create.response>;

type Rounded = Pick<Studio, 'open' | 'take'> & { admin: Caller; imei: string; sold: () => Promise<unknown> };

/** A payout that is rounded up to the smallest coin: before it is paid, asked of a manager, and in the books. */
async function rounded({ open, take, admin, imei, sold }: Rounded): Promise<void> {
  expectDone(await admin.put('/settings', { smallest_coin: 0.25 }));
  await sold();
  const address = `/pos/trade-in?code=${imei}`;
  const fill = async (page: Page) => {
    await page.getByLabel('Condition rating').selectOption('4');
    await page.getByLabel('Agreed amount').fill('1000.10');
    await page.getByLabel('Name', { exact: true }).fill('Ana Reyes');
    await page.getByLabel('Address').fill('12 Mabini St, Makati');
    await page.getByRole('combobox', { name: 'ID', exact: true }).selectOption('drivers_license');
    await page.getByLabel('ID number').fill('N01-23-456789');
  };
  const asked = await open(address, SELLER);
  await fill(asked);
  await take(asked, 'trade-in-rounded');
  await asked.keyboard.press('Control+s');
  await asked.getByRole('dialog').waitFor();
  await take(asked, 'trade-in-rounded-approval');
  const page = await open(address);
  await fill(page);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/pos$/);
  await page.goto('/inventory/trade-ins');
  await page.getByText('₱1,000.25 Cash').waitFor();
  await take(page, 'trade-ins-rounded');
  for (const [path, name] of [
    ['/store-day', 'store-day'],
    ['/reports', 'daily-report'],
    ['/shifts/cash-movements', 'cash-movements'],
  ]) {
    await page.goto(path ?? '');
    await page
      .getByText(/^(Rounding of trade-ins|₱0\.15 of it is cash rounding)$/)
      .first()
      .waitFor();
    await take(page, `trade-in-${name}`);
  }
}

/** Customers' trade-ins: scanned, refused, taken in, and the history of a unit that came back. */
export const tradeIn: PictureSet = {
  name: 'trade-in',
  takePictures: async ({ server, manager, seller, open, take }) => {
    const admin = await signIn(server.url, ADMIN);
    const page = await open('/inventory/trade-in', ADMIN);
    await page.getByLabel('Scan an IMEI, serial number or QR code').waitFor();
    await take(page, 'trade-in');
    const [phone = 0, free = 0] = await phonesOnSale(seller, 2);
    const stores = expectDone(await manager.get<Pick<Store, 'id' | 'code'>[]>('/stores'));
    const here = stores.find(({ code }) => code === 'MNL-01')?.id ?? 0;
    const there = expectDone(await admin.get<Pick<Store, 'id' | 'code'>[]>('/stores')).find(
      ({ code }) => code === 'CEB-01',
    );
    const inCebu = { storeId: there?.id ?? 0 };
    const { id: out } = await sent(manager, inCebu.storeId, [phone]);
    expectDone(await receive(admin, out, [phone], inCebu));
    const back = { to_store_id: here, item_ids: [phone], reason: 'Sold here' };
    const { id } = expectDone(await admin.post<{ id: number }>('/inventory/transfers', back, inCebu));
    expectDone(await receive(manager, id, [phone]));
    await sell(seller, [phone]);
    const { imei } = expectDone(await manager.get<Unit>(`/inventory/${phone}`));
    const other = expectDone(await manager.get<Unit>(`/inventory/${free}`));
    await page.goto(`/inventory/trade-in?code=${other.imei}`);
    await page.getByText(/^It is in stock at/).waitFor();
    await take(page, 'trade-in-refused');
    await page.goto(`/inventory/trade-in?code=${imei}`);
    await page.getByLabel('Condition rating').waitFor();
    await take(page, 'trade-in-known');
    await page.getByRole('button', { name: /^Trade In/ }).click();
    await page.getByText('Choose a rating from 1 to 5').waitFor();
    await take(page, 'trade-in-missing');
    await page.getByRole('combobox', { name: 'Customer' }).fill('a');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await take(page, 'trade-in-customer');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByLabel('Condition rating').selectOption('4');
    await page.getByLabel('Agreed amount').fill('18500');
    await page.getByLabel('Address').fill('12 Mabini St, Makati');
    await page.getByRole('combobox', { name: 'ID', exact: true }).selectOption('drivers_license');
    await page.getByLabel('ID number').fill('N01-23-456789');
    await page.getByLabel(/paid out by$/).selectOption('gcash');
    await page.getByLabel('Reference number').fill('G-4711');
    await take(page, 'trade-in-filled');
    await page.getByLabel('Notes').fill('Small scratch on the back, with its box');
    await page.getByRole('button', { name: /^Trade In/ }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await take(page, 'trade-in-life');
    await page.goto('/inventory/trade-ins');
    await page
      .getByRole('table', { name: 'Trade-ins' })
      .or(page.getByRole('list', { name: 'Trade-ins' }))
      .first()
      .waitFor();
    await take(page, 'trade-ins');
    await page.goto('/inventory/trade-in?code=350000000000000');
    await page.getByRole('combobox', { name: 'Product variation' }).waitFor();
    await take(page, 'trade-in-new');
    // In payment of a cart at the till.
    const [next = 0] = await phonesOnSale(seller, 1);
    const draft = await openDraft(seller, [next]);
    const till = await open(`/pos/${draft.id}/trade-in?code=${imei}`);
    await till.getByText(/^It was traded in, and is on hold/).waitFor();
    await take(till, 'trade-in-on-hold');
    await till.goto(`/pos/${draft.id}/trade-in?code=350000000000014`);
    await till.getByLabel('Agreed amount').fill('14,000.00');
    await till
      .getByText(/^Pays |^Then still to pay$/)
      .first()
      .waitFor();
    await take(till, 'trade-in-draft');
    await till.keyboard.press('Control+s');
    await till.getByText('Choose a rating from 1 to 5').waitFor();
    await take(till, 'trade-in-draft-missing');
    await till.keyboard.press('Escape');
    await till.getByRole('alertdialog').waitFor();
    await take(till, 'trade-in-leave');
    const alone = await open('/pos/trade-in');
    await alone.getByLabel('Scan an IMEI, serial number or QR code').waitFor();
    await take(alone, 'trade-in-till');
    await rounded({ open, take, admin, imei: other.imei ?? '', sold: () => sell(seller, [free]) });
  },
};
