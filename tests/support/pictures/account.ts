import { answerAsShop, letGo, type PictureSet } from './studio.ts';

export const accountScreens: PictureSet = {
  name: 'account',
  takePictures: async ({ open, take }) => {
    const forgot = await open('/forgot-password', null);
    await forgot.getByLabel('Email').waitFor();
    await take(forgot, 'forgot-password');
    await forgot.getByLabel('Email').fill('salesperson@demo.test');
    await forgot.getByRole('button', { name: 'Send link' }).click();
    await forgot.getByText('Check your email').waitFor();
    await take(forgot, 'forgot-password-sent');

    const reset = await open('/reset-password?token=old&email=salesperson%40demo.test', null);
    await reset.getByLabel('New password', { exact: true }).waitFor();
    await take(reset, 'reset-password');
    await reset.getByLabel('New password', { exact: true }).fill('blue lantern 42');
    await reset.getByLabel('Confirm new password').fill('blue lantern 42');
    await reset.getByRole('button', { name: 'Set password' }).click();
    await reset.getByRole('alert').getByText('Ask for a new one').waitFor();
    await take(reset, 'reset-password-used');

    const support = await open('/support', null);
    await support.getByText('SQLite').waitFor();
    await take(support, 'support');

    const page = await open('/login', null);
    await page.route(/\/api\/v1\/setup$/, (route) =>
      answerAsShop(route, { is_needed: true, needs_code: true }),
    );
    await page.reload();
    await page.getByLabel('Shop name').waitFor();
    await take(page, 'set-up');
    await page.getByRole('button', { name: 'Set up the shop' }).click();
    await page.getByText('Shop name is required').waitFor();
    await take(page, 'set-up-errors');

    const newcomer = await open('/login');
    await newcomer.route(/\/api\/v1\/staff\/me$/, async (route) => {
      const answer = await route.fetch();
      const { staff } = (await answer.json()) as { staff: object };
      await answerAsShop(route, { staff: { ...staff, must_change_password: true } });
    });
    await newcomer.reload();
    await newcomer.getByRole('heading', { name: 'Change Password' }).waitFor();
    await take(newcomer, 'first-password');
    await newcomer.getByRole('button', { name: 'Change Password' }).click();
    await newcomer.getByText('New password is required').waitFor();
    await take(newcomer, 'first-password-errors');

    const account = await open('/account');
    await account.getByText('This one').waitFor();
    await letGo(account);
    await take(account, 'account');
  },
};
