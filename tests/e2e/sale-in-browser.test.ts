import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { openPage, watchPrints } from '#tests/support/browser.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { expectSoldOnce, sellTwoPhones } from '#tests/support/sell-two-phones.ts';
import { workersBrowser } from '#tests/support/warm-page.ts';

describe('a sale in a browser', () => {
  let server: DemoServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await workersBrowser();
  });
  afterAll(() => server.close());

  it('goes from sign-in to the receipt on screen, stands everywhere for axe, and sells each unit once', async () => {
    const { page, troubles } = await openPage(browser, server.url);
    const prints = await watchPrints(page);
    const isClean = async () => expect(await axeViolations(page)).toEqual([]);
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email is required').waitFor();
    await isClean();
    const { units, total, change } = await sellTwoPhones(page, server, isClean);

    const receipt = page.getByRole('complementary', { name: 'Completed sale' });
    for (const text of [
      ...units.map((unit) => `SN ${unit.serial_number}`),
      `PHP ${total}`,
      `PHP ${change}`,
    ]) {
      await receipt.getByText(text).first().waitFor();
    }
    await expectSoldOnce(server, units);

    await page.getByRole('button', { name: 'Print Receipt' }).click();
    await expect.poll(prints).toHaveLength(1);
    await page.getByRole('button', { name: 'Print again' }).click();
    await expect.poll(prints).toHaveLength(2);
    const [original, copy] = await prints();
    for (const printout of [original, copy])
      expect(printout).toContain(`SN ${units[1]?.serial_number ?? ''}`);
    expect(original).not.toContain('REPRINT');
    expect(copy).toContain('*** REPRINT 1 ***');
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
