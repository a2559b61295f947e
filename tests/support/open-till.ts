import type { Browser, Page } from 'playwright-core';
import { watchTroubles, type Watched } from './browser.ts';
import type { DemoServer } from './demo-server.ts';
import { signIn } from './http.ts';
import { lendPage } from './warm-page.ts';

const TOKEN_COOKIE = 'tindahan_token';

/** Opens a page of a signed-in person, with cookies and storage of its own. */
export async function openSignedIn(
  browser: Browser,
  server: DemoServer,
  { email = 'salesperson@demo.test', path = '/pos' } = {},
): Promise<Watched & { staffId: number }> {
  const { token, staff } = await signIn(server.url, email);
  const page = await lendPage(browser, server.url);
  const troubles = watchTroubles(page);
  await page.context().addCookies([{ name: TOKEN_COOKIE, value: token, url: `${server.url}/api/v1` }]);
  await page.goto(path);
  return { page, troubles, staffId: staff.id };
}

/** Opens an empty till. */
export async function openTillOf(browser: Browser, server: DemoServer, email?: string): Promise<Watched> {
  const opened = await openSignedIn(browser, server, { email });
  await opened.page.getByText('Scan an item to start').waitFor();
  return opened;
}

/** Returns the toasts shown, by text. */
export const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).locator('..');

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first();

/** Closes every toast, so that none covers the next click. */
export async function dismissToasts(page: Page): Promise<void> {
  // They move while others close, so that a pointer may miss them.
  const buttons = toasts(page).getByRole('button');
  await buttons.evaluateAll((shown) => shown.forEach((button) => (button as HTMLElement).click()));
  await toasts(page).first().waitFor({ state: 'detached' });
}
