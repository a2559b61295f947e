import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { phonesAt, startDemoServer, type DemoServer } from './demo-server.ts';
import { openTillOf } from './open-till.ts';
import { forgetAnswers, giveBack, workersBrowser } from './warm-page.ts';
import { draftSaved, goToPayment, scanToLine } from './till-page.ts';

/** What a phone costs at the demo shop's tax. */
export const withTax = (net: number) => net + Math.round((net * 12) / 100);

/** Before each test of a file, a till that stands open and empty; afterwards nothing must have broken on its page. */
export function usePaymentPage() {
  let server: DemoServer;
  let browser: Browser;
  let page: Page;
  let troubles: string[];
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await workersBrowser();
    await forgetAnswers();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ page, troubles } = await openTillOf(browser, server));
  });
  afterEach(async ({ task }) => {
    const seen = [...troubles];
    await giveBack(page, { hasFailed: task.result?.state === 'fail' });
    expect(seen).toEqual([]);
  });

  const phones = (count: number) => phonesAt(server.database, 'MNL-01', count);
  const phone = async () => {
    const [found] = await phones(1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  return {
    get page() {
      return page;
    },
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    phones,
    phone,
    /** A phone in the cart and its payment screen; returns what is due. */
    start: async () => {
      const found = await phone();
      await scanToLine(page, found.imei);
      await draftSaved(page);
      await goToPayment(page);
      return {
        ...found,
        total: withTax(found.retail_price),
        saleId: Number(/pos\/(\d+)/.exec(page.url())?.[1]),
      };
    },
    figure: (label: string) => page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd'),
    method: (name: string) => page.getByRole('radio', { name, exact: true }).click(),
    amount: () => page.getByRole('region', { name: 'New payment' }).getByLabel('Amount'),
    save: () => page.getByRole('button', { name: 'Save Payment' }).click(),
    error: (words: string) => page.getByText(words, { exact: true }).first().waitFor(),
    /** The rows of the ledger that hold some words. */
    row: (text: string | RegExp) =>
      page.getByRole('list', { name: 'Existing payments' }).getByRole('listitem').filter({ hasText: text }),
    /** Opens the menu of the row that holds some words, and takes an entry. */
    choose: async (text: string | RegExp, entry: string) => {
      await page
        .getByRole('list', { name: 'Existing payments' })
        .getByRole('listitem')
        .filter({ hasText: text })
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.locator('[role=dialog], [role=alertdialog]').waitFor();
    },
    paymentsOf: (saleId: number) =>
      server.database.reader
        .selectFrom('payments')
        .selectAll()
        .where('transaction_id', '=', saleId)
        .orderBy('id')
        .execute(),
    saleOf: (saleId: number) =>
      server.database.reader
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', saleId)
        .executeTakeFirstOrThrow(),
  };
}
