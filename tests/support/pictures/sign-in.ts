import { SELLER, type PictureSet } from './studio.ts';

export const signInScreen: PictureSet = {
  name: 'sign-in',
  takePictures: async ({ open, take }) => {
    const page = await open('/login', null);
    await page.getByLabel('Email').waitFor();
    await take(page, 'login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email is required').waitFor();
    await take(page, 'login-errors');
    await page.getByLabel('Email').fill(SELLER);
    await page.getByLabel('Password', { exact: true }).fill('not-this-one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText(/\w/).waitFor();
    await take(page, 'login-refused');
  },
};
