import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from './http.ts';

// What a cashier does at the till, as the tests do it; the same in a browser and in the shell.

export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /^Good / }).waitFor();
}

export async function openTill(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open Point of Sale' }).click();
  await page.getByText('Scan an item to start').waitFor();
}

/** A keyboard-wedge scanner set up with our prefix: `]C0`, the code, carriage return. */
export async function wedgeScan(page: Page, code: string): Promise<void> {
  for (const key of `]C0${code}`) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
}

export const cart = (page: Page) => page.getByRole('complementary', { name: 'Cart' });
export const cartLine = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Cart items' }).getByRole('listitem').filter({ hasText: text });

/** Scans a code and waits for its line. */
export async function scanToLine(page: Page, code: string): Promise<void> {
  await wedgeScan(page, code);
  await cartLine(page, code).waitFor();
}

export const draftSaved = (page: Page) => page.getByText(/^· Saved \d/).waitFor();

/** Goes to payment with F8, from wherever the focus is. */
export async function goToPayment(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('F8');
  await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
}

/** Presses Ctrl+Enter and waits for the sale's panel. */
export async function completeSale(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Sale complete' }).waitFor();
}
