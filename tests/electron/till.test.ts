import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The built till in real Electron: what the stand-in cannot show. `electron` itself is never imported, for that
// would download its binary.

const repository = join(import.meta.dirname, '../..');
const binary = findBinary();

if (!binary)
  console.warn(
    '\n!!! REAL ELECTRON WAS NOT TESTED: its binary is not here. `npx install-electron` fetches it. !!!\n',
  );

function findBinary(): string | null {
  const folder = join(repository, 'node_modules/electron');
  const named = join(folder, 'path.txt');
  if (!existsSync(named)) return null;
  const path = join(folder, 'dist', readFileSync(named, 'utf8').trim());
  return existsSync(path) ? path : null;
}

describe.skipIf(!binary)('the till in real Electron', () => {
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    app = await _electron.launch({
      executablePath: binary ?? '',
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), repository],
      env: {
        ...(process.env as Record<string, string>),
        TINDAHAN_TILL_DATA: mkdtempSync(join(tmpdir(), 'till-')),
        TINDAHAN_SERVER: 'http://127.0.0.1:9',
      },
    });
    page = await app.firstWindow();
    await page.waitForLoadState();
  });
  afterAll(() => app.close());

  it('shows the sign-in page at app://till', async () => {
    await expect.poll(() => page.title()).toContain('Tindahan');
    expect(new URL(page.url()).protocol).toBe('app:');
    expect(await page.evaluate(() => [location.origin, window.isSecureContext])).toEqual([
      'app://till',
      true,
    ]);
  });

  it('offers the bridge, and no Node', async () => {
    const seen = await page.evaluate(() => [window.till?.kind, typeof require, typeof process]);
    expect(seen).toEqual(['electron', 'undefined', 'undefined']);
    expect(await page.evaluate(() => window.till?.settings.read())).toMatchObject({
      server_url: 'http://127.0.0.1:9',
    });
  });

  it('runs in the sandbox, with an isolated preload', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences: () => Record<string, unknown>;
      };
      const { sandbox, contextIsolation, nodeIntegration } = contents.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration };
    });
    expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  });

  it('carries requests through the scheme', async () => {
    const answer = await page.evaluate(() => fetch('/api/v1/stores').then((response) => response.json()));
    expect(answer).toMatchObject({ code: 'server_unreachable' });
  });

  it('grants no permission, opens no window and does not leave', async () => {
    expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
    await page.evaluate(() => {
      window.open('https://example.com/');
      window.location.href = 'https://example.com/';
    });
    expect(await page.evaluate(() => location.origin)).toBe('app://till');
    expect(app.windows()).toHaveLength(1);
  });
});
