import type { Page, Request } from 'playwright-core';

/** The most calls that are recorded of a page. */
const REMEMBERED = 30;

/**
 * Records a page's last calls; returns how to report them, with the page's content, as a test that fails on a busy
 * machine may never fail again.
 */
export function rememberPage(page: Page): () => Promise<string> {
  const calls: { request: Request; start: number; told: string }[] = [];
  const settle = (request: Request, how: string) => {
    const call = calls.find((one) => one.request === request);
    if (call) call.told = `${how} after ${Date.now() - call.start} ms`;
  };
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return;
    calls.push({ request, start: Date.now(), told: 'no answer yet' });
    if (calls.length > REMEMBERED) calls.shift();
  });
  page.on('requestfailed', (request) => settle(request, request.failure()?.errorText ?? 'failed'));
  page.on('response', (response) => settle(response.request(), String(response.status())));
  return async () => {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch((error: unknown) => String(error));
    const lines = calls.map(({ request, start, told }) => {
      const { pathname, search } = new URL(request.url());
      return `${new Date(start).toISOString()} ${request.method()} ${pathname}${search}: ${told}`;
    });
    return [`${new Date().toISOString()} ${page.url()}`, ...lines, shown].join('\n');
  };
}
