import { signIn } from '#tests/support/http.ts';
import { sell, unitsOnSale, voidSale } from '#tests/support/selling.ts';
import { ADMIN, letGo, whileFailing, type PictureSet } from './studio.ts';

export const audit: PictureSet = {
  name: 'audit',
  takePictures: async ({ server, open, take }) => {
    const admin = await signIn(server.url, ADMIN);
    await admin.put('/settings', { pesos_everywhere: true, audit_years: 7 });
    const { body } = await admin.get<{ data: { id: number }[] }>('/customers?per_page=1');
    await admin.put(`/customers/${body.data[0]?.id}`, {
      email: 'new@address.ph',
      notes: 'Calls before she comes',
    });
    await (await signIn(server.url, 'salesperson@demo.test')).put('/settings', { shop_name: 'Mine' });
    const till = await signIn(server.url, 'salesperson@demo.test');
    const { transaction: sale } = await sell(till, await unitsOnSale(till, 2));
    await voidSale(await signIn(server.url, 'store_manager@demo.test'), sale.id, 'Wrong customer');
    const page = await open('/audit', ADMIN);
    await page.getByRole('row').nth(1).waitFor();
    await letGo(page);
    await take(page, 'audit');
    await page
      .getByRole('button', { name: /and 1 more/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await take(page, 'audit-changes');
    await page.goto('/audit?area=manufacturers');
    await page.getByText('Choose another area or store, or widen the dates.').waitFor();
    await take(page, 'audit-nothing');
    await whileFailing(page, /api\/v1\/audit/, async () => {
      await page.goto('/audit');
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await take(page, 'audit-error');
    });
  },
};
