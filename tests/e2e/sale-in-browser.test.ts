import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from '#tests/support/browser.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { expectSoldOnce, sellTwoPhones } from '#tests/support/sell-two-phones.ts';

describe('a sale in a browser', () => {
  let server: DemoServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('goes from sign-in to the receipt on screen, and sells each unit once', async () => {
    const { page, troubles } = await openPage(browser, server.url);
    await page.goto('/');
    const { units, total, change } = await sellTwoPhones(page, server);

    const receipt = page.getByRole('complementary', { name: 'Completed sale' });
    for (const words of [
      ...units.map((unit) => `SN ${unit.serial_number}`),
      `PHP ${total}`,
      `PHP ${change}`,
    ]) {
      await receipt.getByText(words).first().waitFor();
    }
    await expectSoldOnce(server, units);
    expect(troubles).toEqual([]);
  });
});
