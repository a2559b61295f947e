import type { Page } from 'playwright-core';

// The actions of a person who sets up a till.

/** Opens the settings of the till from the menu with the person's name. */
export async function openDevicePage(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'This Till' }).click();
  await page.getByRole('heading', { name: 'This Till', level: 1 }).waitFor();
}

/** The card of the page with this title. */
export const deviceCard = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

/** Fills in a printer on the network without saving it. */
export async function describePrinter(
  page: Page,
  {
    host = '127.0.0.1',
    port,
    title = 'Receipt printer',
  }: { host?: string; port: number; title?: 'Receipt printer' | 'Label printer' },
) {
  const card = deviceCard(page, title);
  await card.getByLabel('Connection').selectOption('network');
  await card.getByLabel('Printer address').fill(host);
  await card.getByLabel('Port').fill(String(port));
}

/** Saves with Ctrl+S and waits until it is done. */
export async function saveDevices(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText('Settings saved').first().waitFor();
}

/** Adds a scanner at a serial port. */
export async function addSerialScanner(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Add scanner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add scanner' });
  await dialog.getByRole('radio', { name: 'Serial port' }).click();
  await dialog.getByLabel('Port', { exact: true }).fill(path);
  await dialog.getByRole('button', { name: 'Add scanner' }).click();
  await dialog.waitFor({ state: 'detached' });
}
