import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '#tests/support/browser.ts';
import { startDemoServer } from '#tests/support/demo-server.ts';
import { signInAs } from '#tests/support/till-page.ts';
import { isNoisy, median, percentile, print } from './figures.ts';

const GOAL_MS = 200;
/** Milliseconds for which a page must stay as it is, to be taken for all of its content. */
const SETTLED = 400;
const SLOWEST_NAMED = 8;

declare global {
  interface Window {
    /** Milliseconds from the last click to the frame since which the page has its content; null while it has not. */
    contentAfter: number | null;
  }
}

/** Looks at each frame whether the page that was clicked for is there, with nothing that still loads. */
function watchContent(settled: number): void {
  let clicked = 0;
  let before = '';
  let since: number | null = null;
  let shown = '';
  window.contentAfter = null;
  addEventListener(
    'click',
    ({ timeStamp }) => {
      clicked = timeStamp;
      before = document.title;
      since = null;
      window.contentAfter = null;
    },
    { capture: true },
  );
  const isLoading = () =>
    document.querySelector('[aria-busy="true"]') !== null ||
    [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
      textContent.startsWith('Loading'),
    );
  const look = (now: number) => {
    if (document.title === before || document.title !== shown || isLoading()) since = null;
    else since ??= now;
    shown = document.title;
    if (since !== null && now - since > settled) window.contentAfter ??= since - clicked;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds for which a hand rests on a link before it clicks; the app asks for the page meanwhile. */
const REST = 150;

/** Clicks a link; returns the milliseconds until its page was there, or null if there is no such link. */
async function follow(page: Page, link: string, rest: number): Promise<number | null> {
  const found = page.locator(link).first();
  if ((await found.count()) === 0) return null;
  await found.hover();
  await page.waitForTimeout(rest);
  await found.click();
  await page.waitForFunction(() => window.contentAfter !== null);
  return page.evaluate(() => window.contentAfter);
}

type Visit = { what: string; ms: number };

/** Clicks each entry of the menu, and in each list the first thing. */
async function visitAll(page: Page, entries: readonly string[], rest: number): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const entry of entries) {
    const ms = await follow(page, `nav[aria-label="Main"] a[href="${entry}"]`, rest);
    if (ms === null) continue;
    visits.push({ what: entry, ms });
    const first = await follow(page, `main :is(td, li, [role="cell"]) a[href^="${entry}/"]`, rest);
    if (first !== null) visits.push({ what: `the first of ${entry}`, ms: first });
  }
  return visits;
}

/** Visits all pages twice in a browser context of its own: first with their code to be loaded, then with it there. */
async function visitTwice(browser: Browser, url: string, rest: number): Promise<[Visit[], Visit[]]> {
  const { page } = await openPage(browser, url);
  await page.addInitScript(watchContent, SETTLED);
  await page.goto('/');
  await signInAs(page, 'admin@demo.test');
  await page.locator('h1').waitFor();
  const entries = await page
    .locator('nav[aria-label="Main"] a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  // The till covers the menu; the first of the others is open.
  const offices = entries.filter((href) => href.startsWith('/') && !href.startsWith('/pos'));
  const order = [...offices.slice(1), ...offices.slice(0, 1)];
  const both: [Visit[], Visit[]] = [await visitAll(page, order, rest), await visitAll(page, order, rest)];
  await page.context().close();
  return both;
}

/**
 * The time from a click to the content of the page, at full speed: every page of the menu and the first thing of each
 * list, with its code and its data to be loaded, by a hand that rests on the link before. The baseline is the same
 * clicks again, with the code there already; `at_once` is the first time by a click without a rest.
 */
export async function measureClicks(): Promise<void> {
  const server = await startDemoServer();
  const browser = await launchBrowser();
  try {
    const [atOnce] = await visitTwice(browser, server.url, 0);
    const [visits, again] = await visitTwice(browser, server.url, REST);
    const p95 = (some: readonly Visit[]) =>
      percentile(
        some.map(({ ms }) => ms),
        0.95,
      );
    const times = visits.map(({ ms }) => ms);
    const half = Math.floor(times.length / 2);
    print({
      fig: 'click to content',
      value: p95(visits),
      unit: 'ms p95',
      baseline: p95(again),
      ratio: p95(visits) / p95(again),
      runs: times.length,
      p50: median(times),
      p95: p95(visits),
      noisy: isNoisy([median(times.slice(0, half)), median(times.slice(half))]),
      at_once: p95(atOnce),
      goal: GOAL_MS,
      met: p95(visits) <= GOAL_MS,
      slowest: visits.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_NAMED),
    });
  } finally {
    await browser.close();
    await server.close();
  }
}
