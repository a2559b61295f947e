import { expectDone } from '#tests/support/selling.ts';
import { ADMIN, answerAsShop, letGo, MANAGER, type PictureSet } from './studio.ts';

/** The first steps of a new shop, some of them done, and a clock that went back: on the dashboard of the demo shop. */
export const firstDays: PictureSet = {
  name: 'first-days',
  takePictures: async ({ manager, open, take }) => {
    const answer = async (email: string, path: RegExp, json: object, text: string, name: string) => {
      const page = await open('/login', email);
      await page.route(path, (route) => answerAsShop(route, json));
      await page.goto('/dashboard');
      await page.getByText(text).first().waitFor();
      await page.getByRole('img', { name: /Sales by hour/ }).waitFor();
      await letGo(page);
      await take(page, name);
    };
    const steps = /dashboard\/first-steps/;
    const none = { products: false, suppliers: false, staff: false, till: false };
    await answer(ADMIN, steps, none, 'First steps', 'first-steps');
    await answer(ADMIN, steps, { ...none, products: true, staff: true }, 'First steps', 'first-steps-some');
    await answer(MANAGER, steps, none, 'First steps', 'first-steps-manager');
    const figures = expectDone(await manager.get<object>('/dashboard'));
    const ahead = {
      ...figures,
      last_sale_ahead: '2027-03-01T02:30:00.000Z',
      now: '2027-01-05T01:00:00.000Z',
    };
    await answer(MANAGER, /\/api\/v1\/dashboard$/, ahead, 'clock says', 'clock-went-back');
  },
};
