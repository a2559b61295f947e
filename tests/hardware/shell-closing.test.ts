import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { shellWithPage } from '#tests/support/electron/shell-with-page.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';

// Leaving the window: the effect of a page's `beforeunload` in the built main.

const out = shellWithPage('shell-closing-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
const closers: (() => Promise<unknown>)[] = [];
const newFolder = () => mkdtempSync(join(tmpdir(), 'till-'));

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function launch(env: Record<string, string>): Promise<LaunchedTill> {
  const till = await launchTill({ out, env: { TINDAHAN_SERVER: 'http://127.0.0.1:9', ...env } });
  closers.push(till.close);
  return till;
}

describe('a window whose page has changes that would be lost', () => {
  const asked = (till: LaunchedTill) =>
    [...till.output().matchAll(/pressed “(.*)”$/gm)].map(([, word]) => word);
  /** Makes a page with changes; Chromium heeds its `beforeunload` only after a user gesture. */
  const change = async (page: Page) => {
    await page.evaluate(() => {
      window.addEventListener('beforeunload', (event) => event.preventDefault());
    });
    await page.getByRole('heading').click();
  };

  it('asks, stays open for who stays, and closes for who discards them', async () => {
    const till = await launch({ TINDAHAN_TILL_DATA: newFolder(), STAND_IN_ANSWERS: '1,0' });
    await change(till.page);
    till.signal('SIGHUP');
    await expect.poll(() => asked(till)).toEqual(['Stay']);
    await expect.poll(() => till.page.title()).toContain('Tindahan');
    till.signal('SIGHUP');
    expect(await till.ended).toBe(0);
    expect(asked(till)).toEqual(['Stay', 'Discard changes']);
  });

  it('keeps the full screen locked after a quit that somebody did not want', async () => {
    const data = newFolder();
    writeFileSync(join(data, 'settings.json'), JSON.stringify({ till: { kiosk: true } }));
    const till = await launch({ TINDAHAN_TILL_DATA: data, STAND_IN_ANSWERS: '1,0' });
    await change(till.page);
    till.signal('SIGUSR2');
    await expect.poll(() => asked(till)).toEqual(['Stay']);
    till.signal('SIGHUP');
    // Signals of two kinds may come in either order.
    await expect.poll(till.output).toContain('the window stays');
    await expect.poll(() => till.page.title()).toContain('Tindahan');
    till.signal('SIGUSR2');
    expect(await till.ended).toBe(0);
    expect(asked(till)).toEqual(['Stay', 'Discard changes']);
  });

  it('closes without a word where nothing would be lost', async () => {
    const till = await launch({ TINDAHAN_TILL_DATA: newFolder() });
    till.signal('SIGHUP');
    expect(await till.ended).toBe(0);
    expect(asked(till)).toEqual([]);
  });
});
