import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Watched } from './browser.ts';
import { startDemoServer, type DemoServer } from './demo-server.ts';
import { rememberPage } from './failed-page.ts';
import { openSignedIn, openTillOf } from './open-till.ts';
import { forgetAnswers, giveBack, workersBrowser } from './warm-page.ts';

export type DemoShop = {
  server: DemoServer;
  browser: Browser;
  /** Closes a page after its test, which fails on any fault of the page. */
  watch: <Opened extends Watched>(opened: Opened) => Opened;
  /** Opens a page of a signed-in person. */
  open: (options?: { email?: string; path?: string }) => Promise<Page>;
  /** Closes a page in the middle of its test: the next one shares none of its state. */
  leave: (page: Page) => Promise<void>;
  /** Opens an empty till. */
  openTill: (email?: string) => Promise<Page>;
};

/** Provides one demo shop and one browser for all tests of the calling block, from its `beforeAll` on. */
export function demoShop(clock?: () => number): DemoShop {
  let server: DemoServer | null = null;
  let browser: Browser | null = null;
  const opened: (Watched & { tell: () => Promise<string> })[] = [];
  beforeAll(async () => {
    server = await startDemoServer(clock);
    browser = await workersBrowser();
    await forgetAnswers();
  });
  afterAll(() => server?.close());
  afterEach(async ({ task }) => {
    // A test may have stopped it.
    await server?.start();
    const pages = opened.splice(0);
    // A failed try is reported even if the second one passes.
    const hasFailed = (task.result?.errors?.length ?? 0) > (task.result?.retryCount ?? 0);
    for (const { page, tell } of pages) {
      if (hasFailed) console.error(`"${task.name}" failed on this page:\n${await tell()}`);
      await giveBack(page, { hasFailed });
    }
    expect(pages.flatMap(({ troubles }) => troubles)).toEqual([]);
  });
  const started = <Part>(part: Part | null): Part => {
    if (!part) throw new Error('The shop opens in beforeAll: ask for its parts inside of a test');
    return part;
  };
  const shop: DemoShop = {
    get server() {
      return started(server);
    },
    get browser() {
      return started(browser);
    },
    watch: (one) => {
      opened.push({ ...one, tell: rememberPage(one.page) });
      return one;
    },
    open: async (options) => shop.watch(await openSignedIn(shop.browser, shop.server, options)).page,
    leave: async (page) => {
      const [left] = opened.splice(
        opened.findIndex((one) => one.page === page),
        1,
      );
      await giveBack(page, { hasFailed: false });
      expect(left?.troubles).toEqual([]);
    },
    openTill: async (email) => shop.watch(await openTillOf(shop.browser, shop.server, email)).page,
  };
  return shop;
}
