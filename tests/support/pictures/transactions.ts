import { whileFailing, letGo, type PictureSet } from './studio.ts';
import { saleWhere } from './shop.ts';

const ALL_DATES = 'start_date=&end_date=';

export const transactions: PictureSet = {
  name: 'transactions',
  takePictures: async ({ server, open, take }) => {
    const page = await open('/transactions');
    const rows = page.locator('tbody tr').filter({ has: page.getByRole('link') });
    await rows.first().waitFor();
    await letGo(page);
    await take(page, 'transactions');
    await rows
      .nth(3)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'View Details' }).waitFor();
    await take(page, 'transactions-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Dates/ }).click();
    await take(page, 'transactions-dates');
    await page.keyboard.press('Escape');
    await page.goto(`/transactions?${ALL_DATES}&status=refunded&sort=-total`);
    await rows.first().waitFor();
    await take(page, 'transactions-filtered');
    const due = await saleWhere(server, (sale) => sale.balance_due > 0);
    await page.goto(`/transactions?${ALL_DATES}&search=${due.invoice_number}`);
    await rows.first().waitFor();
    await take(page, 'transactions-due');
    await page.goto('/transactions?customer=nobody-of-that-name');
    await page.getByText('No transactions for these filters').waitFor();
    await take(page, 'transactions-none');
    await whileFailing(page, /\/api\/v1\/transactions\?/, async () => {
      await page.goto('/transactions');
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await take(page, 'transactions-error');
    });
    const admin = await open(`/transactions?${ALL_DATES}&all_stores=true`, 'admin@demo.test');
    await admin
      .locator('tbody tr')
      .filter({ has: admin.getByRole('link') })
      .first()
      .waitFor();
    await take(admin, 'transactions-all-stores');
    await server.database.write((writer) =>
      writer.updateTable('transactions').set({ deleted_at: 1 }).execute(),
    );
    await page.goto('/transactions');
    await page.getByText('No transactions this month').waitFor();
    await take(page, 'transactions-empty');
  },
};
