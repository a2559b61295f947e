import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, openPage, shortLived } from '#tests/support/browser.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { completeSale, goToPayment, openTill, scanToLine, signInAs } from '#tests/support/till-page.ts';

describe('axe finds nothing', () => {
  let server: DemoServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await launchBrowser(shortLived);
    ({ page } = await openPage(browser, server.url));
    await page.goto('/');
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('on sign-in, also with its errors shown', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email is required').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('on the dashboard', async () => {
    await signInAs(page, 'salesperson@demo.test');
    await page.getByRole('heading', { name: 'Latest transactions' }).waitFor();
    await page.getByRole('img', { name: /Sales by hour/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('on the till: empty, with a cart, with the picker, with a message', async () => {
    await openTill(page);
    await page
      .getByText(/\d left/)
      .first()
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await scanToLine(page, phone?.imei ?? '');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('F1');
    await page.getByText('Keyboard shortcuts').first().waitFor();
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill(phone?.product ?? '');
    await page
      .getByRole('group', { name: 'Products' })
      .getByText(phone?.product ?? '', { exact: true })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('on the completed sale', async () => {
    await goToPayment(page);
    await completeSale(page);
    expect(await axeViolations(page)).toEqual([]);
  });
});
