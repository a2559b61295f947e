import type { Browser, Page } from 'playwright-core';
import { launchBrowser, shortLived } from './browser.ts';

// One browser for all files of a worker, and one page of it that is handed from test to test: its process has compiled
// the screens already, which costs more than most tests do with them. Everything that a test may leave behind is removed
// before the next one, and a page that may still hold any of it is closed.

const VIEWPORT = { width: 1366, height: 768 };
const PATIENCE = 30_000;
/** A document of the same origin, and so of the same process, that runs no scripts. */
const QUIET = '/favicon.svg';

let started: Promise<Browser> | null = null;

/** This worker's browser; it ends with the worker. */
export async function workersBrowser(): Promise<Browser> {
  const running = await started;
  if (!running?.isConnected()) started = launchBrowser(shortLived);
  return started ?? launchBrowser(shortLived);
}

type WarmPage = { page: Page; url: string; asNew: string; isLent: boolean };
let kept: WarmPage | null = null;

/** Lends a page without any state of earlier tests; while the kept one is lent, one of a context of its own. */
export async function lendPage(browser: Browser, url: string): Promise<Page> {
  const isWorkers = browser === (await started);
  const isThere = kept !== null && !kept.page.isClosed();
  if (isWorkers && isThere && kept?.isLent === false && kept.url === url) {
    kept.isLent = true;
    return kept.page;
  }
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (!isWorkers || (isThere && kept?.isLent)) return page;
  await kept?.page.context().close();
  kept = { page, url, asNew: await clean(page, url), isLent: true };
  return page;
}

/** Takes a page back after its test; a failed test's page is not used again. */
export async function giveBack(page: Page, { hasFailed }: { hasFailed: boolean }): Promise<void> {
  if (page === kept?.page && !hasFailed && (await isAsNew(kept).catch(() => false))) kept.isLent = false;
  else await page.context().close();
}

/** Forgets cached answers of another shop at the same address. */
export async function forgetAnswers(): Promise<void> {
  if (!kept || kept.page.isClosed()) return;
  const session = await kept.page.context().newCDPSession(kept.page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

const isAsNew = async ({ page, url, asNew }: WarmPage) =>
  page.context().pages().length === 1 && (await clean(page, url)) === asNew;

/** Removes what a test may have left on a page; returns what is still there. */
async function clean(page: Page, url: string): Promise<string> {
  const context = page.context();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${url}${QUIET}`);
  page.setDefaultTimeout(PATIENCE);
  await page.mouse.move(0, 0);
  await page.setViewportSize(VIEWPORT);
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  await page.evaluate(() => sessionStorage.clear());
  return leftOn(page);
}

/**
 * Returns the leftovers in a document without scripts: storage, and functions that are not the browser's own, such as a
 * faked clock's.
 */
const leftOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isOwn = (name: string) => {
      const value: unknown = Reflect.get(window, name);
      return typeof value !== 'function' || /\[native code\]/.test(Function.prototype.toString.call(value));
    };
    const names = Object.getOwnPropertyNames(window);
    const kept = [localStorage.length, sessionStorage.length, document.cookie, history.length];
    return JSON.stringify([...kept, names.sort(), names.filter((name) => !isOwn(name))]);
  });
