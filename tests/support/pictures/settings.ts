import { ADMIN, letGo, type PictureSet } from './studio.ts';

export const settings: PictureSet = {
  name: 'settings',
  takePictures: async ({ open, take }) => {
    const page = await open('/settings', ADMIN);
    const name = page.getByLabel('Shop name');
    await name.waitFor();
    await letGo(page);
    await take(page, 'settings');
    await name.fill('');
    await page.keyboard.press('Control+s');
    await page.getByText('Shop name is required').waitFor();
    await take(page, 'settings-errors');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'settings-leave');
  },
};
