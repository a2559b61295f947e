import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from './http.ts';

// A cashier's actions at the till; the same in a browser and in the shell.

/** Signs in at the sign-in page, wherever it leads. */
export async function enterSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in, and waits for the dashboard. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await enterSignIn(page, email);
  await page.getByRole('heading', { name: /^Good / }).waitFor();
}

export async function openTill(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open Point of Sale' }).click();
  await page.getByText('Scan an item to start').waitFor();
}

/**
 * Sends keys as a scanner does: one right after the other, however long the page takes for each. They carry the time at
 * which they were struck, so that a page that starves on a busy machine still sees their true pace.
 */
async function strikeKeys(page: Page, keys: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const timestamp = Date.now() / 1000;
  const strokes = keys.flatMap((key) => {
    const text = key === 'Enter' ? '\r' : key;
    const down = text.length === 1 ? { type: 'keyDown' as const, text } : { type: 'rawKeyDown' as const };
    const events = [down, { type: 'keyUp' as const }];
    return events.map((event) => session.send('Input.dispatchKeyEvent', { ...event, key, timestamp }));
  });
  await Promise.all(strokes);
  await session.detach();
}

/** A keyboard-wedge scanner set up with our prefix: `]C0`, the code, carriage return. */
export const wedgeScan = (page: Page, code: string) => strikeKeys(page, [...`]C0${code}`, 'Enter']);

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

/** Presses Ctrl+Enter once the sale can be completed, and waits for its panel. */
export async function completeSale(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Complete sale|and complete/, disabled: false }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Sale complete' }).waitFor();
}

/** Types as slowly as a hand: a faster text that ends with Enter is a scanner's. */
export const typeByHand = (page: Page, text: string) => page.keyboard.type(text, { delay: 90 });

/** Presses a function key of the till, from wherever the focus is. */
export async function pressTillKey(page: Page, key: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(key);
}

/** Finds a customer with F3 and takes the first one with Enter. */
export async function chooseCustomer(page: Page, search: string): Promise<void> {
  await pressTillKey(page, 'F3');
  await page.getByPlaceholder('Name, phone or email').fill(search);
  await page.getByRole('option', { name: search }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Types a discount into the open dialog and adds it with Enter; the dialog stays. */
export async function typeDiscount(page: Page, value: string, reason: string): Promise<void> {
  await page.getByLabel(/^(Percent|Amount) off$/).fill(value);
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.keyboard.press('Enter');
}

/** Returns the number of the till's present draft. */
export const draftNumberShown = (page: Page) => page.getByText(/^MNL-01-D\d+$/).first();

/** Opens the first shift of a new till by keyboard: its name as proposed, a float of ₱5,000.00. */
export async function openShift(page: Page): Promise<void> {
  await page.getByText(/No shift is open/).waitFor();
  await page.keyboard.press('F10');
  await page.locator('input[name=name]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('input[name=amount]:focus').waitFor();
  await page.keyboard.type('5000');
  await page.keyboard.press('Enter');
  await page.getByText(/’s shift since/).waitFor();
  // The till ignores scans, and says so, until the dialog is closed.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
