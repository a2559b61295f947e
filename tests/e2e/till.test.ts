import { describe, expect, it } from 'vitest';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { findUnitRow, sell } from '#tests/support/selling.ts';
import {
  cart,
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  scanToLine,
} from '#tests/support/till-page.ts';

describe('the till', () => {
  const shop = demoShop();
  const phone = async () => {
    const [found] = await phonesAt(shop.server.database, 'MNL-01', 1);
    if (!found) throw new Error('no phone left');
    return found;
  };

  it('offers a cart that was interrupted by a reload, holds and resumes it, stands at its payment after another, and sells', async () => {
    const { id, imei } = await phone();
    const page = await shop.openTill();
    await scanToLine(page, imei);
    await draftSaved(page);
    // A second tab does not offer the cart that is open in the first.
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole('group', { name: 'Products' }).getByRole('button').first().waitFor();
    expect(await second.getByRole('button', { name: 'Recover cart' }).count()).toBe(0);
    await second.close();
    await page.reload();
    await page.getByRole('region', { name: 'Carts that were cut off' }).waitFor();
    await cart(page).getByText('Scan an item to start').waitFor();
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(page, imei).waitFor();
    await cart(page).getByText('Held for this sale').waitFor();

    await page.getByRole('button', { name: 'Save Transaction' }).click();
    await cart(page).getByText('Scan an item to start').waitFor();
    expect(new URL(page.url()).pathname).toBe('/pos');
    await page.getByRole('button', { name: 'View Transactions' }).click();
    await page.getByRole('list', { name: 'Drafts' }).waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'Transaction loaded').waitFor();
    await cartLine(page, imei).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/pos\/\d+$/);

    await goToPayment(page);
    await page.reload();
    await page.getByText(`IMEI ${imei}`).waitFor();
    await completeSale(page);
    expect((await findUnitRow(shop.server.database, id)).status).toBe('sold');
  });

  it('marks a line whose unit was sold meanwhile, and blocks checkout until it is removed', async () => {
    const { id, imei } = await phone();
    const page = await shop.openTill();
    await scanToLine(page, imei);
    await draftSaved(page);
    await goToPayment(page);
    // The hold expires, as after a long break, and another till sells the unit.
    await shop.server.database.write((writer) =>
      writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', id).execute(),
    );
    await sell(await signIn(shop.server.url, 'store_manager@demo.test'), [id]);
    await page.keyboard.press('Control+Enter');
    await cartLine(page, imei)
      .getByText(/Remove it to go on/)
      .waitFor();
    await page.getByText('Remove the lost items first').first().waitFor();
    await cartLine(page, imei)
      .getByRole('button', { name: /^Remove / })
      .click();
    await cart(page).getByText('0 items').waitFor();
  });
});
