import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { formatAmount } from '#domain/money.ts';
import { phonesAt, type DemoServer } from './demo-server.ts';
import { signIn } from './http.ts';
import {
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  scanToLine,
  signInAs,
} from './till-page.ts';

const GCASH = 500_000;
const CHANGE = 12_345;

/**
 * Sells as a salesperson does: scans an IMEI, adds a second unit by search, pays with cash and pending GCash, completes.
 * Returns the expected content of the receipt. `look` is called at the empty till, with a cart, in the picker, and after
 * the sale.
 */
export async function sellTwoPhones(
  page: Page,
  server: DemoServer,
  look: () => Promise<void> = () => Promise.resolve(),
) {
  const [first, second] = await phonesAt(server.database, 'MNL-01', 2);
  if (!first || !second) throw new Error('The demo shop has no two phones');
  const net = first.retail_price + second.retail_price;
  const total = net + Math.round((net * 12) / 100);

  await signInAs(page, 'salesperson@demo.test');
  await openTill(page);
  await page
    .getByText(/\d left/)
    .first()
    .waitFor();
  await look();
  await scanToLine(page, first.imei);
  await look();
  await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill(second.product);
  await page
    .getByRole('group', { name: 'Products' })
    .getByRole('button', { name: new RegExp(`^${RegExp.escape(second.product)}`) })
    .first()
    .click();
  const picker = page.getByRole('dialog', { name: 'Select Product Variation' });
  await picker.waitFor();
  await look();
  await picker.getByRole('option', { name: new RegExp(`^${RegExp.escape(second.variation)}`) }).click();
  await picker.getByRole('option', { name: new RegExp(second.imei) }).click();
  await picker.getByRole('button', { name: 'Add to cart' }).click();
  await cartLine(page, second.imei).waitFor();
  await draftSaved(page);

  await goToPayment(page);
  await page.getByRole('radio', { name: 'GCash' }).click();
  await page.getByLabel('Reference number').fill('9021 4471 830');
  await page.getByLabel('Amount').fill(formatAmount(GCASH));
  await page.getByRole('button', { name: 'Save Payment' }).click();
  await page.getByText('Ref. 9021 4471 830').waitFor();
  await page.getByLabel('Amount').fill(formatAmount(total - GCASH + CHANGE));
  await completeSale(page);
  const panel = page.getByRole('complementary', { name: 'Completed sale' });
  await panel.getByText(`₱${formatAmount(CHANGE)}`).waitFor();
  await look();

  return { units: [first, second], total: formatAmount(total), change: formatAmount(CHANGE) };
}

/** Expects the units to be out of stock, and a second completion to return the same sale. */
export async function expectSoldOnce(
  server: DemoServer,
  units: { id: number; imei: string }[],
): Promise<void> {
  const rows = await server.database.reader
    .selectFrom('inventory_items')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      units.map((unit) => unit.id),
    )
    .execute();
  expect(rows.map((row) => row.status)).toEqual(['sold', 'sold']);
  const sale = await server.database.reader
    .selectFrom('transactions')
    .innerJoin('transaction_items', 'transaction_items.transaction_id', 'transactions.id')
    .select(['transactions.id', 'transactions.invoice_number'])
    .where('transaction_items.inventory_item_id', '=', units[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  const salesperson = await signIn(server.url, 'salesperson@demo.test');
  const complete = () =>
    salesperson.post<{ transaction: { invoice_number: string } }>(
      `/transactions/${sale.id}/complete`,
      {},
      { key: 'asked-again' },
    );
  for (const answer of [await complete(), await complete()]) {
    expect(answer.status).toBe(200);
    expect(answer.body.transaction.invoice_number).toBe(sale.invoice_number);
  }
}
