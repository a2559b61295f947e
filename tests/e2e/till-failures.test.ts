import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import type { WireTransaction } from '#tests/support/selling.ts';
import {
  cart,
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  scanToLine,
} from '#tests/support/till-page.ts';

const draftShown = (page: Page) => page.getByText(/^MNL-01-D\d+$/);

// A screen's part in a sale with failures; the sale itself is in tests/till.
describe('the till under failure', () => {
  const shop = demoShop();
  const phones = (count: number) => phonesAt(shop.server.database, 'MNL-01', count);
  const phone = async () => {
    const [found] = await phones(1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const draftOf = async (page: Page) => {
    const number = (await draftShown(page).textContent()) ?? '';
    return shop.server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('draft_number', '=', number)
      .executeTakeFirstOrThrow();
  };

  it('goes to payment from a draft that was deleted elsewhere only after saying so', async () => {
    const page = await shop.openTill();
    await scanToLine(page, (await phone()).imei);
    await draftSaved(page);
    const old = await draftOf(page);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.delete(`/transactions/${old.id}`);
    await page.keyboard.press('F8');
    await toast(page, 'Transaction not found').waitFor();
    await expect.poll(async () => (await draftOf(page)).id).not.toBe(old.id);
    await goToPayment(page);
    await completeSale(page);
  });

  it('says that the sale is over when another till completed the draft', async () => {
    const page = await shop.openTill();
    const [first, second] = await phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const draft = await draftOf(page);
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.post(`/transactions/${draft.id}/refresh-locks`, { resume: true });
    const { body } = await manager.get<WireTransaction>(`/transactions/${draft.id}`);
    await manager.post(`/transactions/${draft.id}/payments`, { method: 'cash', amount: body.total_amount });
    expect((await manager.post(`/transactions/${draft.id}/complete`, {})).status).toBe(200);
    await page.keyboard.press('F8');
    await toast(page, 'This transaction has already been completed').waitFor();
    await page.waitForURL(`**/transactions/${draft.id}`);
    await page.getByText('Sale completed').waitFor();
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await cart(page).getByText('Scan an item to start').waitFor();
    await scanToLine(page, second.imei);
    await draftSaved(page);
  });

  it('keeps the cart over a look at the dashboard', async () => {
    const page = await shop.openTill();
    const { imei } = await phone();
    await scanToLine(page, imei);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await cartLine(page, imei).waitFor();
  });
});
