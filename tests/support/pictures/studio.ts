import path from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { DEMO_PASSWORD, signIn, type Caller } from '#tests/support/http.ts';
import { openPage } from '#tests/support/browser.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { openTill } from '#tests/support/till-page.ts';
import { TAKEN_AT } from './taken-at.ts';

export const MANAGER = 'store_manager@demo.test';
export const SELLER = 'salesperson@demo.test';
export const ADMIN = 'admin@demo.test';

const TOKEN_COOKIE = 'tindahan_token';
/** Milliseconds within which dialogs and toasts open and close. */
const SETTLE = 350;
const TIMEOUT = 15_000;

export type WindowSize = { width: number; height: number };

/** The tools of one set of pictures: a demo shop of its own, and pages of one size. */
export type Studio = {
  server: DemoServer;
  size: WindowSize;
  manager: Caller;
  seller: Caller;
  now: () => number;
  /** Opens a page of a signed-in person, or of nobody. */
  open: (address: string, email?: string | null) => Promise<Page>;
  /** Opens an empty till. */
  openTill: (email?: string) => Promise<Page>;
  /** Takes one picture, and reports what scrolls sideways on it. */
  take: (page: Page, name: string) => Promise<void>;
};

/** A set of screens, in a file of its own. */
export type PictureSet = { name: string; takePictures: (studio: Studio) => Promise<void> };

/** Reports layout faults: a box that scrolls sideways, a text that is cut off without dots. */
async function reportOverflow(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 40)
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.className}`),
  );
  for (const element of found) console.log(`${name}: scrolls sideways: ${element}`);
}

export async function openStudio(browser: Browser, size: WindowSize, folder: string) {
  const began = Date.now();
  // From there the clock runs on.
  const now = () => TAKEN_AT + (Date.now() - began);
  const server = await startDemoServer(now);
  const manager = await signIn(server.url, MANAGER);
  const seller = await signIn(server.url, SELLER);
  const pages: { page: Page; troubles: string[] }[] = [];

  const open: Studio['open'] = async (address, email = MANAGER) => {
    const opened = await openPage(browser, server.url, size);
    pages.push(opened);
    const { page } = opened;
    page.setDefaultTimeout(TIMEOUT);
    await page.clock.install({ time: now() });
    if (email) {
      const { token } = await signIn(server.url, email, DEMO_PASSWORD);
      const cookie = { name: TOKEN_COOKIE, value: token, url: `${server.url}/api/v1` };
      await page.context().addCookies([cookie]);
    }
    await page.goto(address);
    return page;
  };
  const studio: Studio = {
    server,
    size,
    manager,
    seller,
    now,
    open,
    openTill: async (email) => {
      const page = await open('/dashboard', email);
      await openTill(page);
      await page
        .getByText(/\d left/)
        .first()
        .waitFor();
      return page;
    },
    take: async (page, name) => {
      await page.waitForTimeout(SETTLE);
      const file = `${name}-${size.width}`;
      await page.screenshot({ path: path.join(folder, `${file}.png`) });
      await reportOverflow(page, file);
    },
  };
  const close = async (): Promise<string[]> => {
    for (const { page } of pages) await page.context().close();
    await server.close();
    return pages.flatMap(({ troubles }) => troubles);
  };
  return { studio, close };
}

/** Closes every toast. */
export async function dismissToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Dismiss', includeHidden: true });
  while ((await buttons.count()) > 0) {
    await buttons.evaluateAll((shown) => shown.forEach((button) => (button as HTMLElement).click()));
    await page.waitForTimeout(SETTLE);
  }
}

/** Takes focus and pointer away, so that neither is in the picture. */
export async function letGo(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(0, 0);
}

export async function closeDialog(page: Page): Promise<void> {
  const open = page.locator('[role=dialog], [role=alertdialog]');
  // A tooltip of the focused element takes the first Esc for itself.
  await page
    .getByRole('tooltip')
    .waitFor({ state: 'attached', timeout: SETTLE })
    .catch(() => undefined);
  if ((await page.getByRole('tooltip').count()) > 0) await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // What was typed in it is lost only after a question.
  const discard = page.getByRole('button', { name: 'Discard changes' });
  if (
    await discard.waitFor({ timeout: SETTLE }).then(
      () => true,
      () => false,
    )
  )
    await discard.click();
  await open.first().waitFor({ state: 'detached' });
}

/** Answers a call of a page in the place of its server, with the shop's mark. */
export async function answerAsShop(route: Route, json: object, status = 200): Promise<void> {
  const live = new URL('/api/v1/health/live', route.request().url());
  const answer = await route.request().frame().page().request.get(live.href);
  const mark = answer.headers()[SHOP_ID_HEADER.toLowerCase()] ?? '';
  await route.fulfill({ status, json, headers: { [SHOP_ID_HEADER]: mark } });
}

/** Answers a call as a server does that has a fault. */
export const failAsShop = (route: Route): Promise<void> => answerAsShop(route, { code: 'server_error' }, 500);

/** Makes a call of the API fail while a picture is taken. */
export async function whileFailing(page: Page, call: RegExp, picture: () => Promise<void>): Promise<void> {
  await page.route(call, failAsShop);
  await picture();
  await page.unroute(call);
}
