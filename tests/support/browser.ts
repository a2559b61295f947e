import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';

/**
 * Chromium loads the pages of its address bar anew for every context, which costs as much as our own page. Only the last
 * list of features counts, so the ones that Playwright turns off for our kind of page are repeated here.
 */
const TURNED_OFF = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * For tests, not for figures: pages that live for seconds never earn the cost of optimising their code, a sixth of all
 * work.
 */
export const shortLived = ['--js-flags=--no-opt --no-maglev --single-threaded-gc'];

export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${TURNED_OFF.join(',')}`, ...more],
  });
}

export type Watched = {
  page: Page;
  /** Faults on the page: exceptions, and refusals by the content security policy. */
  troubles: string[];
};

/** Opens a page in a browser context of its own (its own cookies and storage). */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1366, height: 768 },
): Promise<Watched> {
  const context = await browser.newContext({ viewport, baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  return { page, troubles: watchTroubles(page) };
}

/** Collects a page's faults. */
export function watchTroubles(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  // A refused `eval` that is caught leaves no message on the console.
  void page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Warning:/.test(message.text())) troubles.push(message.text());
  });
  return troubles;
}

/**
 * Records the text of each print from now on, in place of the print dialog; returns how to read the texts, oldest first.
 */
export async function watchPrints(page: Page): Promise<() => Promise<string[]>> {
  type Printed = { printed?: string[] };
  await page.addInitScript(() => {
    window.print = () => {
      const top = window.top as unknown as Printed;
      top.printed = [...(top.printed ?? []), document.body.innerText];
    };
  });
  return () => page.evaluate(() => (window as unknown as Printed).printed ?? []);
}
