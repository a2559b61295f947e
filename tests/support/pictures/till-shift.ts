import type { Page } from 'playwright-core';
import { dismissToasts } from '#tests/support/open-till.ts';
import { letGo, SELLER, type PictureSet } from './studio.ts';

/** The counted pieces of the shift in the design's picture, from the largest to the smallest. */
const COUNTED = ['38', '21', '6', '34', '18', '27', '14', '32', '26', '41', '22'];

async function openShift(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open shift/ }).click();
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await page.getByLabel('Float', { exact: true }).fill('5000');
}

/** A till of a store that keeps shifts: opened, counted, closed. */
export const tillShift: PictureSet = {
  name: 'till-shift',
  takePictures: async ({ server, open, take }) => {
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ keeps_shifts: 1 }).where('code', '=', 'MNL-01').execute(),
    );
    const page = await open('/pos', SELLER);
    await page.getByText(/No shift is open/).waitFor();
    await letGo(page);
    await take(page, 'shift-none');
    await page.keyboard.press('F10');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await take(page, 'shift-name-till');
    await page.keyboard.press('Escape');
    await openShift(page);
    await take(page, 'shift-open-sum');
    await page.getByRole('radio', { name: 'By bills and coins' }).click();
    await page.getByRole('textbox', { name: '₱1,000 bills' }).fill('4');
    await page.getByRole('textbox', { name: '₱500 bills' }).fill('1.5');
    await take(page, 'shift-open-pieces');
    await page.getByRole('radio', { name: 'As a sum' }).click();
    await page.getByLabel('Float', { exact: true }).fill('5000');
    await page.keyboard.press('Enter');
    await page.getByText(/’s shift since/).waitFor();
    await letGo(page);
    await take(page, 'shift-bar');
    await dismissToasts(page);
    await page.keyboard.press('F10');
    await page.getByText('The difference is shown after counting.').waitFor();
    for (const pieces of COUNTED) {
      await page.keyboard.type(pieces);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('textbox', { name: '₱0.25 coins' }).focus();
    await take(page, 'shift-close');
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Reason').waitFor();
    await take(page, 'shift-counted');
    await page.getByRole('textbox', { name: '₱500 bills' }).fill('20');
    await page.getByText('The count was changed.').waitFor();
    await take(page, 'shift-changed');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: /^Close shift/ }).waitFor();
    await page.getByLabel('Reason').fill('Counted with the bank’s bag');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Shift closed' }).waitFor();
    await letGo(page);
    await page.getByRole('button', { name: 'Z reading' }).waitFor();
    await take(page, 'shift-closed');
    await page.getByRole('button', { name: 'Z reading' }).click();
    await page.getByText('Z reading 1 taken').first().waitFor();
    await take(page, 'shift-read');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Last shift' }).waitFor();
    await dismissToasts(page);
    await take(page, 'shift-none-again');
    await page.keyboard.press('F10');
    await page.getByLabel('Float', { exact: true }).fill('5000');
    await page.keyboard.press('Enter');
    await page.getByText(/’s shift since/).waitFor();
    await page.keyboard.press('F10');
    await page.getByRole('textbox', { name: '₱1,000 bills' }).fill('4');
    await page.getByLabel('GCash').fill('1290');
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Reason').waitFor();
    await page.getByRole('button', { name: 'Go on selling' }).click();
    await page.getByText(/’s shift since/).waitFor();
    await page.keyboard.press('F10');
    await page.getByRole('textbox', { name: '₱1,000 bills' }).fill('5');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Count it again, too').waitFor();
    await letGo(page);
    await take(page, 'shift-left-out');
    await page.getByLabel('GCash').fill('0');
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Reason').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Reason required').waitFor();
    await take(page, 'shift-no-reason');
  },
};
