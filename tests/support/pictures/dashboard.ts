import { closeDialog, MANAGER, whileFailing, type PictureSet, type Studio } from './studio.ts';

const chart = /Sales by hour/;

async function pictureUserMenu({ open, take }: Studio): Promise<void> {
  const page = await open('/dashboard');
  await page.getByRole('img', { name: chart }).waitFor();
  await take(page, 'dashboard');
  await page.getByRole('button', { name: /Ana Reyes/ }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).waitFor();
  await take(page, 'user-menu');
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('Current password is required').waitFor();
  await take(page, 'password');
  await closeDialog(page);
  await whileFailing(page, /api\/v1\/dashboard/, async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await take(page, 'dashboard-error');
  });
}

async function pictureCrash({ open, take }: Studio): Promise<void> {
  const page = await open('/dashboard', MANAGER);
  await page.getByRole('img', { name: chart }).waitFor();
  await page.addInitScript(() => {
    const { toLocaleString } = Number.prototype;
    Number.prototype.toLocaleString = function (...given) {
      // The app itself is loaded by then.
      if (document.querySelector('h1')) throw new Error('A made-up fault, to see this screen');
      return toLocaleString.apply(this, given);
    };
  });
  await page.reload();
  await page.getByRole('button', { name: 'Reload Application' }).waitFor();
  await take(page, 'crash');
}

export const dashboard: PictureSet = {
  name: 'dashboard',
  takePictures: async (studio) => {
    await pictureUserMenu(studio);
    const plain = await studio.open('/dashboard', 'inventory_checker@demo.test');
    await plain.getByRole('heading', { name: /^Good / }).waitFor();
    await studio.take(plain, 'dashboard-plain');
    const chain = await studio.open('/dashboard', 'regional_manager@demo.test');
    await chain.getByRole('table', { name: 'Stores today' }).waitFor();
    await chain.getByRole('table', { name: 'Stores today' }).scrollIntoViewIfNeeded();
    await studio.take(chain, 'dashboard-chain');
    await pictureCrash(studio);
  },
};
