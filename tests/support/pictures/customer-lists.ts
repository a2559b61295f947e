import { ADMIN, closeDialog, letGo, whileFailing, type PictureSet } from './studio.ts';

/** The customers' groups and signup channels, at the end of the settings. */
export const customerLists: PictureSet = {
  name: 'customer-lists',
  takePictures: async ({ open, take }) => {
    const page = await open('/settings', ADMIN);
    const channels = page.getByRole('region', { name: 'Signup channels' });
    await channels.getByText('Facebook').waitFor();
    await channels.scrollIntoViewIfNeeded();
    await letGo(page);
    await take(page, 'customer-lists');
    await page.getByRole('button', { name: 'Add group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await take(page, 'group-add');
    await dialog.getByLabel('Slug').fill('Big Spender');
    await dialog.getByLabel('Discount').fill('101');
    await dialog.getByRole('button', { name: 'Add group' }).click();
    await dialog.getByText('Name is required').waitFor();
    await take(page, 'group-add-errors');
    await closeDialog(page);
    await page.getByRole('button', { name: 'Actions for VIP' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.waitFor();
    await take(page, 'group-change');
    await closeDialog(page);
    await page.getByRole('button', { name: 'Add channel' }).click();
    await dialog.waitFor();
    await take(page, 'channel-add');
    await dialog.getByLabel('Name').fill('facebook');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await dialog.getByText('This name is taken').waitFor();
    await take(page, 'channel-add-errors');
    await closeDialog(page);
    await page.getByRole('button', { name: 'Actions for Facebook' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await take(page, 'channel-menu');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await take(page, 'channel-delete');
    await question.getByRole('button', { name: 'Delete Facebook' }).click();
    await question.getByRole('alert').waitFor();
    await take(page, 'channel-delete-refused');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await whileFailing(page, /\/(signup-channels|customer-groups)$/, async () => {
      await page.reload();
      await page.getByText('Signup channels could not be loaded').waitFor();
      await channels.scrollIntoViewIfNeeded();
      await take(page, 'customer-lists-error');
    });
  },
};
