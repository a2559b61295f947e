import type { Page } from 'playwright-core';
import { callerWith, signIn } from '#tests/support/http.ts';
import { sell } from '#tests/support/selling.ts';
import { cart, cartLine, draftSaved, goToPayment, scanToLine } from '#tests/support/till-page.ts';
import { fillCart } from './carts.ts';
import { codeOf, unitsOf, type Unit } from './shop.ts';
import { ADMIN, dismissToasts, letGo, type PictureSet, type Studio } from './studio.ts';
import { SEARCH } from './till-empty.ts';

async function pictureOffline(page: Page, { server, take }: Studio): Promise<void> {
  await server.stop();
  await page.getByPlaceholder(SEARCH).fill('a');
  await page.getByText('The server cannot be reached.').first().waitFor();
  await page.getByPlaceholder(SEARCH).fill('');
  await page
    .getByRole('button', { name: /^Remove / })
    .last()
    .click();
  await page.getByText(/^· On this till \d/).waitFor();
  await dismissToasts(page);
  await letGo(page);
  await take(page, 'till-offline');
  await server.start();
  await page.getByText('The server cannot be reached.').first().waitFor({ state: 'detached' });
  await cart(page).getByText('Held for this sale').waitFor();
}

async function pictureRecovery(page: Page, studio: Studio): Promise<void> {
  const [unit] = await unitsOf(studio.server, ['laptop']);
  await page.reload();
  await page.getByRole('button', { name: 'Recover cart' }).waitFor();
  // Another cart is started before the first is recovered, and cut off as well.
  if (unit) await scanToLine(page, codeOf(unit));
  await draftSaved(page);
  await page.reload();
  await page.getByRole('button', { name: 'Recover cart' }).nth(1).waitFor();
  await page
    .getByText(/\d left/)
    .first()
    .waitFor();
  await studio.take(page, 'till-recovery');
  await page.getByRole('button', { name: 'Recover cart' }).nth(1).click();
  await cart(page).getByText('Held for this sale').waitFor();
  await dismissToasts(page);
}

/** Sells a unit of the cart at another till, as if the hold had expired. */
async function sellElsewhere({ server }: Studio, unit: Unit): Promise<void> {
  await server.database.write((writer) =>
    writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', unit.id).execute(),
  );
  const { token } = await signIn(server.url, ADMIN);
  const { store_id: storeId } = await server.database.reader
    .selectFrom('inventory_items')
    .select('store_id')
    .where('id', '=', unit.id)
    .executeTakeFirstOrThrow();
  const admin = callerWith(server.url, token);
  const atStore = {
    ...admin,
    post: ((path: string, body?: unknown, options = {}) =>
      admin.post(path, body, { storeId, ...options })) as typeof admin.post,
  };
  await sell(atStore, [unit.id]);
}

async function pictureLost(page: Page, studio: Studio): Promise<void> {
  const [unit] = await unitsOf(studio.server, ['tablet']);
  if (!unit) throw new Error('The demo shop has no tablet');
  await scanToLine(page, codeOf(unit));
  await draftSaved(page);
  await goToPayment(page);
  await sellElsewhere(studio, unit);
  await page.keyboard.press('Control+Enter');
  await cartLine(page, codeOf(unit))
    .getByText(/Remove it to go on/)
    .waitFor();
  await studio.take(page, 'till-lost');
}

export const tillTroubles: PictureSet = {
  name: 'till-troubles',
  takePictures: async (studio) => {
    const page = await studio.openTill();
    await fillCart(page, await unitsOf(studio.server, ['phone', 'audio']));
    await pictureOffline(page, studio);
    await pictureRecovery(page, studio);
    await pictureLost(page, studio);
  },
};
