import type { Page } from 'playwright-core';
import { openDraft } from '#tests/support/selling.ts';
import { fillCart } from './carts.ts';
import { unitsOf } from './shop.ts';
import { closeDialog, dismissToasts, whileFailing, type PictureSet } from './studio.ts';

async function openDrafts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View Transactions' }).click();
  await page.getByRole('dialog', { name: 'Draft Transactions' }).waitFor();
}

export const tillDrafts: PictureSet = {
  name: 'till-drafts',
  takePictures: async ({ server, seller, take, openTill }) => {
    const [own, other] = await unitsOf(server, ['phone', 'tablet']);
    if (!own || !other) throw new Error('The demo shop has no phone and tablet');
    await openDraft(seller, [other.id]);
    const page = await openTill();
    await fillCart(page, [own]);
    await openDrafts(page);
    await page.getByRole('list', { name: 'Drafts' }).waitFor();
    await take(page, 'drafts');
    const free = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').last();
    await free.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'drafts-delete');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await closeDialog(page);
    await page.getByRole('button', { name: 'Save Transaction' }).click();
    await page.getByText('Transaction saved').first().waitFor();
    await take(page, 'draft-held');
    await dismissToasts(page);
    await whileFailing(page, /\/transactions\/drafts/, async () => {
      await page.reload();
      await openDrafts(page);
      await page.getByText('Drafts could not be loaded').waitFor();
      await take(page, 'drafts-error');
    });
    await server.database.write((writer) =>
      writer.updateTable('transactions').set({ deleted_at: 1 }).where('status', '=', 'draft').execute(),
    );
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No drafts').waitFor();
    await take(page, 'drafts-none');
  },
};
