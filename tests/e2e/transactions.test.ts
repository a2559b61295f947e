import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { typeByHand } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';

describe('the list of transactions', () => {
  const shop = demoShop();
  let page: Page;
  const open = async (path: string) => {
    page = await shop.open({ email: MANAGER, path });
  };
  const loaded = () => page.locator('tbody tr').getByRole('link').first().waitFor();
  const param = (name: string) => new URL(page.url()).searchParams.get(name);
  const focusedName = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );
  const tabTo = async (wanted: RegExp) => {
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      if (wanted.test((await focusedName()) ?? '')) return;
    }
    throw new Error(`Tab never came to ${wanted}, but to ${await focusedName()}`);
  };

  it('works from the keyboard alone: from the menu, filter, sort, open, menu, back, and over a reload', async () => {
    await open('/dashboard');
    await page.getByRole('link', { name: 'Transactions', exact: true }).focus();
    await page.keyboard.press('Enter');
    await loaded();
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Transaction number').focus();
    await typeByHand(page, 'MNL-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => param('search')).toBe('MNL-01');
    await tabTo(/^Total$/);
    // The old rows stay until the new ones arrive, and an open menu of theirs goes with them.
    const sorted = page.waitForResponse(/sort=-total/);
    await page.keyboard.press('Enter');
    await sorted;
    await expect.poll(() => param('sort')).toBe('-total');
    await loaded();
    await tabTo(/^MNL-01-/);
    await tabTo(/^Actions for/);
    await page.keyboard.press('Enter');
    const details = page.getByRole('menuitem', { name: 'View Details' });
    await expect.poll(() => details.evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByRole('main').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName()).toContain('Transactions');
    await page.keyboard.press('Enter');
    await expect.poll(() => param('sort')).toBe('-total');
    await page.reload();
    await loaded();
    expect([param('search'), param('sort')]).toEqual(['MNL-01', '-total']);
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort'))
      .toBe('descending');
    await page.goBack();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  });

  it('exports what is filtered', async () => {
    await open('/transactions?start_date=&end_date=&status=void');
    await loaded();
    const voided = await shop.server.database.reader
      .selectFrom('transactions')
      .innerJoin('stores', 'stores.id', 'transactions.store_id')
      .select('transactions.invoice_number')
      .where('stores.code', '=', 'MNL-01')
      .where('transactions.status', '=', 'void')
      .execute();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('transactions.csv');
    const text = await readFile(await download.path(), 'utf8');
    const [, ...lines] = text.trim().split('\r\n');
    expect(lines).toHaveLength(voided.length);
    for (const sale of voided) {
      expect(lines.filter((line) => line.includes(sale.invoice_number ?? '-'))).toHaveLength(1);
    }
  });
});
