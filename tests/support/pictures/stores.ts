import { openDraft, pay, unitsOnSale } from '#tests/support/selling.ts';
import { ADMIN, letGo, whileFailing, type PictureSet } from './studio.ts';

const REGIONAL = 'regional_manager@demo.test';

/** The stores of the chain: their list, one of them with its tabs, its form, and the confirmation of its deactivation. */
export const stores: PictureSet = {
  name: 'stores',
  takePictures: async ({ open, take, server, seller }) => {
    const home = await server.database.reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
    const detail = `/stores/${home.id}`;
    const page = await open('/stores', ADMIN);
    await page.getByText('MNL-01', { exact: true }).waitFor();
    await letGo(page);
    await take(page, 'stores');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).waitFor();
    await take(page, 'stores-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No stores for these filters').waitFor();
    await take(page, 'stores-none');
    await whileFailing(page, /stores\/list/, async () => {
      await page.goto('/stores');
      await page.getByText('Stores could not be loaded').waitFor();
      await take(page, 'stores-error');
    });

    await page.goto(detail);
    await page.getByText('Primary staff').waitFor();
    await page.getByText('Net of voids and refunds').waitFor();
    await letGo(page);
    await take(page, 'store-overview');
    await page.getByRole('tab', { name: 'Performance' }).click();
    await page.getByRole('table', { name: 'Top Products' }).waitFor();
    await letGo(page);
    await take(page, 'store-performance');
    await page.getByRole('button', { name: /^Dates/ }).click();
    await take(page, 'store-performance-dates');
    await page.goto(`${detail}?tab=performance&from=2026-01-01&to=2026-11-21`);
    await page.getByRole('table', { name: 'Top Products' }).waitFor();
    await take(page, 'store-performance-long');
    await page.goto(`${detail}?tab=performance&from=2020-01-01&to=2020-01-05`);
    await page.getByText('No performance data available').waitFor();
    await take(page, 'store-performance-none');
    await page.getByRole('tab', { name: 'Staff' }).click();
    await page.getByRole('table', { name: 'Staff' }).waitFor();
    await take(page, 'store-staff');
    await page.goto(`${detail}/staff`);
    await page.getByRole('table', { name: 'Staff' }).waitFor();
    await take(page, 'store-staff-page');
    await page.goto('/stores/999999');
    await page.getByText('Store not found').waitFor();
    await take(page, 'store-missing');

    await page.goto('/stores/new');
    await page.getByLabel('Code').fill('mnl 01');
    await page.getByLabel('Email').fill('shop@');
    await page.getByRole('button', { name: 'Create Store' }).click();
    await page.getByText('Invalid email address').waitFor();
    await take(page, 'store-new-errors');
    await page.goto(`${detail}/edit`);
    await page.getByLabel('Name').waitFor();
    await letGo(page);
    await take(page, 'store-edit');

    const draft = await openDraft(seller, await unitsOnSale(seller, 2));
    await pay(seller, draft.id, { method: 'cash', amount: 100 });
    const regional = await open(detail, REGIONAL);
    await regional.getByRole('button', { name: /^More actions/ }).click();
    await regional.getByRole('menuitem', { name: 'Deactivate' }).click();
    await regional.getByText(/held unit/).waitFor();
    await take(regional, 'store-deactivate');

    const foreign = await server.database.reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'CEB-01')
      .executeTakeFirstOrThrow();
    const visitor = await open(`/stores/${foreign.id}`, 'inventory_checker@demo.test');
    await visitor.getByText('Details').waitFor();
    await take(visitor, 'store-foreign');
  },
};
