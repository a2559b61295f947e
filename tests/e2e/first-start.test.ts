import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { openPage } from '#tests/support/browser.ts';
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeUnits, makeVariation } from '#tests/support/shop.ts';
import {
  completeSale,
  draftSaved,
  goToPayment,
  openShift,
  scanToLine,
  typeByHand,
} from '#tests/support/till-page.ts';
import { workersBrowser } from '#tests/support/warm-page.ts';

const PASSWORD = 'blue lantern 42';

describe('a new chain', () => {
  let folder: string;
  let server: ServerProcess;
  let browser: Browser;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-first-'));
    server = await startProcess({ dataDir: folder });
    browser = await workersBrowser();
  });
  afterEach(async () => {
    await server.end('SIGTERM');
    await rm(folder, { recursive: true });
  });

  /** Goods cannot be received on screen yet: the test inserts the first store's stock. */
  const stockFirstStore = async () => {
    const database = await openDatabase({ dataDir: folder });
    const store = await database.reader.selectFrom('stores').select('id').executeTakeFirstOrThrow();
    const variation = await makeVariation(database);
    const [unit] = await makeUnits(database, {
      count: 1,
      store_id: store.id,
      product_variation_id: variation.id,
    });
    await database.close();
    return unit?.imei ?? '';
  };
  /** Returns the link of the one mail that was written to the data folder. */
  const mailedLink = async () => {
    const mails = path.join(folder, 'mail');
    const written = async () =>
      (await readdir(mails).catch(() => [])).filter((name) => name.endsWith('.eml'));
    await expect.poll(async () => (await written()).length).toBe(1);
    const text = await readFile(path.join(mails, (await written())[0] ?? ''), 'utf8');
    const whole = text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    return new URL(/https?:\S+/.exec(whole)?.[0] ?? '');
  };
  /** Presses Tab until a field has the focus. */
  const goTo = async (page: Page, label: string) => {
    const field = page.getByLabel(label, { exact: true });
    for (let steps = 0; steps < 8; steps += 1) {
      if (await field.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    return field;
  };
  const fill = async (page: Page, label: string, text: string) => {
    const field = await goTo(page, label);
    await typeByHand(page, text);
    expect(await field.inputValue()).toBe(text);
  };

  it('is set up from an empty folder with the keyboard alone, makes its first sale, and gets its admin back in', async () => {
    expect(server.output()).toMatch(/with the code [A-Z2-9]{4}-[A-Z2-9]{4}/);
    const { page, troubles } = await openPage(browser, server.url);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Set up your shop' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await fill(page, 'Shop name', 'Aling Nena Gadgets');
    await fill(page, 'Code', 'MNL-01');
    await fill(page, 'Name', 'Makati');
    expect(await (await goTo(page, 'Prices include the tax')).isChecked()).toBe(true);
    await page.getByText('A tag of ₱10,000.00 charges ₱10,000.00; of it ₱1,071.43 is VAT.').waitFor();
    await fill(page, 'Your name', 'Nena Cruz');
    await fill(page, 'Email', 'nena@gadgets.test');
    await fill(page, 'Password', PASSWORD);
    await fill(page, 'Confirm password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Good .*Nena/ }).waitFor();
    await page.getByText('Aling Nena Gadgets is set up').waitFor();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('5 left').waitFor();
    // A new store takes no wallets until somebody says so.
    await steps.getByText('Makati takes only: Cash, Credit/Debit Card').waitFor();
    await steps.getByRole('link', { name: 'Choose payment methods' }).waitFor();

    const imei = await stockFirstStore();
    await page.goto('/pos');
    await page.getByText('Scan an item to start').waitFor();
    // New stores keep shifts: the first till gets its name and its float.
    await openShift(page);
    await scanToLine(page, imei);
    await draftSaved(page);
    await goToPayment(page);
    await page.getByLabel('Amount').fill('1000');
    await completeSale(page);
    const receipt = page.getByRole('complementary', { name: 'Completed sale' });
    await receipt.getByText('Aling Nena Gadgets').first().waitFor();
    await receipt.getByText('MNL-01-000001').first().waitFor();
    // The prices include the tax: nothing is added to them.
    await receipt.getByText('PHP 1,000.00').first().waitFor();
    expect(troubles).toEqual([]);
    await page.context().close();

    const { page: next } = await openPage(browser, server.url);
    const asked = next.waitForResponse((answer) => answer.url().endsWith('/setup'));
    await next.goto('/');
    expect(await (await asked).json()).toEqual({ is_needed: false, needs_code: false });
    await next.getByRole('link', { name: 'Forgot password' }).click();
    // The sign-in has a field of the same name.
    await next.getByRole('heading', { name: 'Forgot password' }).waitFor();
    await next.getByLabel('Email').fill('nena@gadgets.test');
    await next.getByRole('button', { name: 'Send link' }).click();
    await next.getByRole('heading', { name: 'Check your email' }).waitFor();
    const link = await mailedLink();
    expect(link.origin).toBe(server.url);
    await next.goto(link.href);
    await next.getByLabel('New password', { exact: true }).fill('green lantern 43');
    await next.getByLabel('Confirm new password').fill('green lantern 43');
    await next.getByRole('button', { name: 'Set password' }).click();
    await next.getByLabel('Email').fill('nena@gadgets.test');
    await next.getByLabel('Password', { exact: true }).fill('green lantern 43');
    await next.getByRole('button', { name: 'Sign in' }).click();
    await next.getByRole('heading', { name: /^Good .*Nena/ }).waitFor();
    await next.context().close();
  });
});
