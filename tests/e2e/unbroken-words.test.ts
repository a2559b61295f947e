import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { complete, expectDone, openDraft, pay, sell, type WireSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const WIDTHS = [1024, 1366, 1920];

/** How much wider than its field a placeholder is, in pixels. */
const overhang = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    const style = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('No canvas');
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return context.measureText(input.placeholder).width - room;
  });

/** In how many lines a text stands. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => new Set([...element.getClientRects()].map(({ top }) => Math.round(top))).size);

describe('words', () => {
  const shop = demoShop();
  let page: Page;
  let manager: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
  });
  const open = async (path: string, width = 1366, email = MANAGER) => {
    page = await shop.open({ email, path });
    await page.setViewportSize({ width, height: 768 });
  };
  const phones = async (count: number) =>
    (await phonesAt(shop.server.database, 'MNL-01', count)).map(({ id }) => id);

  it.each(WIDTHS)('of the list’s filters stand whole at %d pixels', async (width) => {
    await open('/transactions?all_stores=true', width, 'regional_manager@demo.test');
    for (const name of ['Transaction number', 'Customer name or phone', 'Staff name']) {
      expect([name, (await overhang(page.getByPlaceholder(name))) <= 0]).toEqual([name, true]);
    }
  });

  it.each(WIDTHS)('of a number that was used before stay in one line at %d pixels', async (width) => {
    const [first = 0, second = 0] = await phones(2);
    const form = (amount: number) => ({ method: 'gcash', amount, reference_number: `USED-${width}` });
    const draft = await openDraft(manager, [first]);
    await pay(manager, draft.id, form(draft.total_amount));
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
    const other = await openDraft(manager, [second]);
    await pay(manager, other.id, form(other.total_amount));
    await open('/payments/pending', width);
    const warning = page.getByText(`Already used in ${sale.invoice_number}`);
    await warning.waitFor();
    expect(await linesOf(warning.getByText(sale.invoice_number ?? '', { exact: true }))).toBe(1);
  });

  it('of where a unit goes fit their field', async () => {
    const { transaction: sale } = await sell(manager, await phones(1));
    await open(`/transactions/${sale.id}?dialog=refund`);
    const select = page.getByRole('dialog').getByRole('row').getByRole('combobox');
    const fits = await select.evaluate((field: HTMLSelectElement) => [
      field.scrollWidth <= field.clientWidth,
      field.scrollHeight <= field.clientHeight,
      getComputedStyle(field).whiteSpace,
    ]);
    expect(fits).toEqual([true, true, 'nowrap']);
  });

  it.each(['void', 'refund'])('say which field is required to %s a sale', async (dialog) => {
    const { transaction: sale } = await sell(manager, await phones(1));
    await open(`/transactions/${sale.id}?dialog=${dialog}`);
    await page.getByLabel('Reason').waitFor();
    await expect.poll(() => page.getByLabel('Reason').getAttribute('required')).not.toBeNull();
    const label = page.locator('label', { hasText: 'Reason' });
    expect(await label.evaluate((element) => getComputedStyle(element, '::after').content)).toContain('*');
  });

  it('of a question over a dialog stand before a dimmed one', async () => {
    const draft = await openDraft(manager, await phones(1));
    await pay(manager, draft.id, { method: 'cash', amount: 500 });
    await open(`/transactions/${draft.id}`);
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('600');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('alertdialog', { name: /^Change the/ }).waitFor();
    const backdrops = page.locator('.fui-DialogSurface__backdrop');
    const colours = await backdrops.evaluateAll((all) =>
      all.map((element) => getComputedStyle(element).backgroundColor),
    );
    expect(colours).toEqual(['rgba(0, 0, 0, 0.4)', 'rgba(0, 0, 0, 0.4)']);
  });
});
