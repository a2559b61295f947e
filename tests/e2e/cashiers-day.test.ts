import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone, findUnitRow, type WireTransaction } from '#tests/support/selling.ts';
import { makeUnits, makeVariation } from '#tests/support/shop.ts';
import {
  cart,
  completeSale,
  draftSaved,
  goToPayment,
  pressTillKey,
  scanToLine,
  typeDiscount,
} from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const PRICE = 2_400_000;

// One day at a till of a shop whose tax is 12 %, with every figure written out: ₱24,000 less ₱500 is ₱26,320 with tax.
describe('a day at the till', () => {
  const shop = demoShop();
  let page: Page;
  let manager: Caller & { staff: { name: string } };
  let units: { id: number; imei: string }[];
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
    const store = await shop.server.database.reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
    const phone = await makeVariation(shop.server.database, {
      product: { name: 'Mabuhay One' },
      retail_price: PRICE,
      member_price: null,
      minimum_price: null,
    });
    const made = await makeUnits(shop.server.database, {
      count: 4,
      store_id: store.id,
      product_variation_id: phone.id,
    });
    units = made.map(({ id, imei }) => ({ id, imei: imei ?? '' }));
  });
  beforeEach(async () => {
    page = await shop.openTill(MANAGER);
  });
  const takeUnit = () => {
    const unit = units.shift();
    if (!unit) throw new Error('No phone is left');
    return unit;
  };
  const statusOf = async (unit: { id: number }) => (await findUnitRow(shop.server.database, unit.id)).status;
  const saleOf = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));

  /** Takes ₱500 off, by F4 on the whole cart. */
  const takeOffFiveHundred = async () => {
    await pressTillKey(page, 'F4');
    await page.getByRole('dialog', { name: 'Discounts' }).waitFor();
    await page.getByLabel('Applies to').selectOption('cart');
    await page.getByRole('radio', { name: 'Fixed amount' }).click();
    await typeDiscount(page, '500', 'Opening day');
    await page.getByRole('list', { name: 'Discounts given' }).getByText('Opening day').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  /** Pays ₱20,000 in cash and the remaining ₱6,320 by a pending GCash transfer; returns the sale's id. */
  const payInTwoParts = async (reference: string) => {
    await draftSaved(page);
    await goToPayment(page);
    const id = Number(/pos\/(\d+)/.exec(page.url())?.[1]);
    await page.getByLabel('Amount').fill('20,000');
    await page.getByRole('button', { name: 'Save Payment' }).click();
    await toast(page, 'Payment saved').waitFor();
    await page.getByRole('radio', { name: 'GCash' }).click();
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('6,320.00');
    await page.getByLabel('Reference number').fill(reference);
    // A proposal is taken no sooner than a second after a payment was saved.
    await expect.poll(() => page.getByRole('button', { name: /and complete/ }).isEnabled()).toBe(true);
    await completeSale(page);
    return id;
  };
  const openQueue = async (reference: string) => {
    await page.goto('/payments/pending');
    const row = page
      .getByRole('table', { name: 'Pending payments' })
      .getByRole('row')
      .filter({ hasText: reference });
    await row.getByText('₱6,320.00').waitFor();
    await expect.poll(() => row.count()).toBe(1);
    return row;
  };

  it('sells for ₱26,320 in cash and a pending transfer, which is verified by name', async () => {
    const unit = takeUnit();
    await scanToLine(page, unit.imei);
    await takeOffFiveHundred();
    await cart(page).getByText('$26,320.00').waitFor();
    const id = await payInTwoParts('DAY 1');
    await expect
      .poll(() => saleOf(id))
      .toMatchObject({
        status: 'completed',
        subtotal: 24_000,
        discount_amount: 500,
        tax_amount: 2820,
        total_amount: 26_320,
        change_due: 0,
        balance_due: 0,
      });
    await expect.poll(() => statusOf(unit)).toBe('sold');

    const row = await openQueue('DAY 1');
    await row.getByRole('button', { name: /^Verify/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verify ₱6,320.00' }).click();
    await toast(page, 'Payment verified').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.goto(`/transactions/${id}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('GCash payment verified').waitFor();
    await timeline.getByText(manager.staff.name).first().waitFor();
    const verified = (await saleOf(id)).payments.find(({ method }) => method === 'gcash');
    expect([verified?.status, verified?.verified_by?.name]).toEqual(['completed', manager.staff.name]);
  });

  it('leaves what is lacking on the sale when the transfer never comes', async () => {
    await scanToLine(page, takeUnit().imei);
    await takeOffFiveHundred();
    const id = await payInTwoParts('DAY 2');
    const row = await openQueue('DAY 2');
    await row.getByRole('button', { name: /^Mark failed/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark ₱6,320.00 failed' }).click();
    await toast(page, 'Payment marked failed').waitFor();
    expect((await saleOf(id)).balance_due).toBe(6320);
    await page.goto(`/transactions/${id}`);
    await page.getByText('₱6,320.00 due').first().waitFor();
  });
});
