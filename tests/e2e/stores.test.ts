import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { serialsOnSale } from '#tests/support/selling.ts';
import { draftSaved, scanToLine } from '#tests/support/till-page.ts';

const REGIONAL = 'regional_manager@demo.test';
const SELLER = 'salesperson@demo.test';

describe('the stores, on the whole page', () => {
  const shop = demoShop();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });

  it('are made, changed, looked at and ended while a till sells there', async () => {
    const seller = await signIn(shop.server.url, SELLER);
    const [unit] = await serialsOnSale(seller, 1);
    const till = await shop.openTill(SELLER);
    await scanToLine(till, unit?.code ?? '');
    await draftSaved(till);

    const page = await shop.open({ email: REGIONAL, path: '/dashboard' });
    await page.getByRole('link', { name: 'Stores', exact: true }).click();
    await page.getByRole('button', { name: 'Add Store' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Taguig – BGC');
    await page.getByLabel('Code').fill('tgg-01');
    await page.keyboard.press('Control+s');
    await heading(page, 'Taguig – BGC').waitFor();
    await page.getByText('TGG-01').first().waitFor();
    // The new store is in the list of stores at once.
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Store' }).locator('option').allTextContents())
      .toContain('Taguig – BGC');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Address').fill('High Street, Taguig');
    await page.getByRole('button', { name: /^Update Store/ }).click();
    await toast(page, 'Store updated').waitFor();
    await heading(page, 'Taguig – BGC').waitFor();

    await page.getByRole('link', { name: 'Stores', exact: true }).last().click();
    await page.getByRole('searchbox').fill('mnl-01');
    await page.getByRole('link', { name: 'Makati – Ayala' }).click();
    await page.getByRole('tab', { name: 'Performance' }).click();
    await page.getByRole('table', { name: 'Top Products' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await page.getByRole('table', { name: 'Top Products' }).waitFor();

    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/^\d+ drafts?$/).waitFor();
    await question.getByText(/^\d+ held units?$/).waitFor();
    await question.getByRole('button', { name: /^Deactivate / }).click();
    await page.getByText('Inactive', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'MNL-01' }).getByText('Inactive').waitFor();

    const why = 'You are not assigned to any active store. Ask a manager to assign you.';
    // The next answer reports it, whatever the call.
    await till.getByRole('link', { name: 'Stores', exact: true }).click();
    await till.getByText(why).waitFor();
    expect(await axeViolations(till)).toEqual([]);
  });
});
