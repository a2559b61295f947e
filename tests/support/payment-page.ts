import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { phonesAt } from './demo-server.ts';
import { demoShop } from './demo-shop.ts';
import { draftSaved, goToPayment, scanToLine } from './till-page.ts';

/** Returns a price with the demo shop's tax. */
export const withTax = (net: number) => net + Math.round((net * 12) / 100);

/** Opens an empty till before each test of a file; afterwards fails on any fault of its page. */
export function usePaymentPage() {
  const shop = demoShop();
  let page: Page;
  beforeEach(async () => {
    page = await shop.openTill();
  });
  const phones = (count: number) => phonesAt(shop.server.database, 'MNL-01', count);
  return {
    get page() {
      return page;
    },
    phones,
    /** Scans a phone and opens its payment screen; returns the amount due. */
    start: async () => {
      const [phone] = await phones(1);
      if (!phone) throw new Error('no phone left');
      await scanToLine(page, phone.imei);
      await draftSaved(page);
      await goToPayment(page);
      return {
        total: withTax(phone.retail_price),
        saleId: Number(/pos\/(\d+)/.exec(page.url())?.[1]),
      };
    },
    figure: (label: string) => page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd'),
    amount: () => page.getByRole('region', { name: 'New payment' }).getByLabel('Amount'),
    save: () => page.getByRole('button', { name: 'Save Payment' }).click(),
    error: (words: string) => page.getByText(words, { exact: true }).first().waitFor(),
    /** Returns the ledger's rows that contain a text. */
    row: (text: string | RegExp) =>
      page.getByRole('list', { name: 'Existing payments' }).getByRole('listitem').filter({ hasText: text }),
    paymentsOf: (saleId: number) =>
      shop.server.database.reader
        .selectFrom('payments')
        .selectAll()
        .where('transaction_id', '=', saleId)
        .orderBy('id')
        .execute(),
    saleOf: (saleId: number) =>
      shop.server.database.reader
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', saleId)
        .executeTakeFirstOrThrow(),
  };
}
