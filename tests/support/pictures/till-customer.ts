import { addCustomer } from '#tests/support/customers.ts';
import { chooseCustomer, pressTillKey } from '#tests/support/till-page.ts';
import { fillCart } from './carts.ts';
import { customerOf, unitsOf } from './shop.ts';
import { closeDialog, dismissToasts, whileFailing, type PictureSet } from './studio.ts';

export const tillCustomer: PictureSet = {
  name: 'till-customer',
  takePictures: async (studio) => {
    const { server, take } = studio;
    const page = await studio.openTill();
    await fillCart(page, await unitsOf(server, ['phone']));
    await pressTillKey(page, 'F3');
    const search = page.getByPlaceholder('Name, phone or email');
    await search.waitFor();
    await take(page, 'customer-search');
    await search.fill('santos');
    await page.getByRole('option').first().waitFor();
    await take(page, 'customer-results');
    await whileFailing(page, /\/api\/v1\/customers\?/, async () => {
      await search.fill('villanueva');
      await page.getByText('Customers could not be loaded').waitFor();
      await take(page, 'customer-search-error');
    });
    await search.fill('Bagong Suki');
    await page.getByText('No customer for “Bagong Suki”').waitFor();
    await take(page, 'customer-none');
    await page.keyboard.press('Enter');
    const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name });
    await field('Phone').fill('not a number');
    await field('Email').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid phone number format').waitFor();
    await take(page, 'customer-quick-create');
    await closeDialog(page);
    const { name } = await customerOf(server, 'vip');
    await chooseCustomer(page, name);
    await take(page, 'customer-chosen');
    await dismissToasts(page);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit Customer' });
    await drawer.waitFor();
    await take(page, 'customer-edit');
    await drawer.getByRole('textbox', { name: 'Name' }).fill('');
    await drawer.getByRole('textbox', { name: 'Birthday' }).fill('2999-01-01');
    await page.keyboard.press('Enter');
    await drawer.getByText('Name is required').waitFor();
    await take(page, 'customer-edit-errors');
    const owner = await addCustomer(studio.manager, 'Mary Grace Villanueva');
    await drawer.getByRole('textbox', { name: 'Name' }).fill(name);
    await drawer.getByRole('textbox', { name: 'Birthday' }).fill('');
    await drawer.getByRole('textbox', { name: 'Phone' }).fill(owner.phone);
    await drawer.getByText('has this number').waitFor();
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'customer-edit-number');
  },
};
