import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The built till in real Electron: tests that the stand-in cannot do. `electron` itself is never imported, as that would
// download its binary.

const repository = join(import.meta.dirname, '../..');
const binary = findBinary();
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
/** The environment of a till with a folder of its own. */
const newTill = () => ({
  ...(process.env as Record<string, string>),
  TINDAHAN_TILL_DATA: mkdtempSync(join(tmpdir(), 'till-')),
  TINDAHAN_SERVER: 'http://127.0.0.1:9',
});
const env = newTill();
const isWindows = process.platform === 'win32';

const launch = (own: Record<string, string>): Promise<ElectronApplication> =>
  _electron.launch({ executablePath: binary ?? '', args: [...asRoot, repository], env: own });

if (!binary)
  console.warn(
    '\n!!! REAL ELECTRON WAS NOT TESTED: its binary is not here. `npm run test:electron` fetches it. !!!\n',
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
    app = await launch(env);
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

  it('shows one window, large enough for its pages', async () => {
    const seen = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => {
          const [width = 0, height = 0] = window.getSize();
          const isLargeEnough = width >= 1024 && height >= 700;
          return { isVisible: window.isVisible(), isLargeEnough, isKiosk: window.isKiosk() };
        }),
      );
    await expect.poll(seen).toEqual([{ isVisible: true, isLargeEnough: true, isKiosk: false }]);
  });

  it('offers the bridge, and no Node', async () => {
    const seen = await page.evaluate(() => [window.till?.kind, typeof require, typeof process]);
    expect(seen).toEqual(['electron', 'undefined', 'undefined']);
    expect(await page.evaluate(() => window.till?.settings.read())).toMatchObject({
      server: { url: 'http://127.0.0.1:9', fingerprint: null, is_chosen: true },
    });
  });

  it('runs in the sandbox, with an isolated preload', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences: () => Record<string, unknown>;
      };
      const { sandbox, contextIsolation, nodeIntegration, webviewTag, spellcheck } =
        contents.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webviewTag, spellcheck };
    });
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    });
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

  it('hands out no device, camera, screen or place', async () => {
    const answers = await page.evaluate(async () => {
      type Asked = {
        requestDevice?: (options: object) => Promise<unknown>;
        requestPort?: () => Promise<unknown>;
      };
      const { hid, usb, serial } = navigator as unknown as Record<
        'hid' | 'usb' | 'serial',
        Asked | undefined
      >;
      const requests: Record<string, () => Promise<unknown> | undefined> = {
        hid: () => hid?.requestDevice?.({ filters: [] }),
        usb: () => usb?.requestDevice?.({ filters: [] }),
        serial: () => serial?.requestPort?.(),
        camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
        screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
        place: () =>
          new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      };
      const given: string[] = [];
      for (const [name, request] of Object.entries(requests)) {
        try {
          const answer = await request();
          if (answer !== undefined && !(Array.isArray(answer) && answer.length === 0)) given.push(name);
        } catch {
          // Denied, as it should be.
        }
      }
      return given;
    });
    expect(answers).toEqual([]);
  });

  it('loads nothing from elsewhere', async () => {
    const refused = await page.evaluate(() =>
      fetch('http://127.0.0.1:9/').then(
        () => 'loaded',
        () => 'refused',
      ),
    );
    expect(refused).toBe('refused');
  });

  it('brings the page back when its process crashes', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    });
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          return contents && !contents.isCrashed() && !contents.isLoading() ? contents.getTitle() : '';
        }),
      )
      .toContain('Tindahan');
  });

  it('keeps a sign-in by the key store’s asynchronous calls', async () => {
    const kept = await app.evaluate(async ({ safeStorage }) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
      const bytes = await safeStorage.encryptStringAsync('top-secret');
      const { result } = await safeStorage.decryptStringAsync(bytes);
      return { isPlain: bytes.includes('top-secret'), result };
    });
    // Linux may have no key store; Windows has one.
    const isKept = { isPlain: false, result: 'top-secret' };
    expect(isWindows ? kept : (kept ?? isKept)).toEqual(isKept);
  });

  it.runIf(isWindows)('has its key protected by Windows for this person alone (DPAPI)', () => {
    const state = readFileSync(join(env.TINDAHAN_TILL_DATA, 'Local State'), 'utf8');
    const { os_crypt } = JSON.parse(state) as { os_crypt: { encrypted_key: string } };
    expect(Buffer.from(os_crypt.encrypted_key, 'base64').toString('latin1', 0, 5)).toBe('DPAPI');
  });

  it.runIf(isWindows)('lists the printers that Windows lists', async () => {
    const key = 'HKCU\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Devices';
    const { stdout } = spawnSync('reg', ['query', key], { encoding: 'utf8' });
    const listed = [...stdout.matchAll(/^ {4}(.+?) {4}REG_SZ/gm)].map(([, name]) => name).sort();
    const found = await page.evaluate(() => window.till?.settings.devices());
    const queues = found?.devices.flatMap((device) => (device.kind === 'queue' ? [device.queue] : []));
    expect(queues?.sort()).toEqual(listed);
    expect(found?.silent).not.toContain('queue');
  });

  it('runs once: a second start ends by itself', async () => {
    const second = spawn(binary ?? '', [...asRoot, repository], { env, stdio: 'ignore' });
    const [code] = (await once(second, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(app.windows()).toHaveLength(1);
  });
});

describe.skipIf(!binary)('a window of real Electron with changes that would be lost', () => {
  it('asks, stays open for who stays, and closes for who discards them', async () => {
    const app = await launch(newTill());
    const page = await app.firstWindow();
    await page.waitForLoadState();
    // The main process must answer the page's dialogs; without this listener Playwright would.
    page.on('dialog', () => undefined);
    await page.evaluate(() => {
      window.addEventListener('beforeunload', (event) => event.preventDefault());
    });
    const closed = app.waitForEvent('close');
    const press = (response: number) =>
      app.evaluate(
        ({ dialog, BrowserWindow }, pressed) =>
          new Promise<void>((asked) => {
            dialog.showMessageBox = () => {
              asked();
              return Promise.resolve({ response: pressed, checkboxChecked: false });
            };
            BrowserWindow.getAllWindows()[0]?.close();
          }),
        response,
      );
    await press(1);
    expect(await page.title()).toContain('Tindahan');
    await Promise.all([closed, press(0).catch(() => undefined)]);
  });
});

describe.skipIf(!binary)('a till that fills the screen', () => {
  it('stays when its window is closed, and ends with its program', async () => {
    const own = newTill();
    writeFileSync(join(own.TINDAHAN_TILL_DATA, 'settings.json'), JSON.stringify({ kiosk: true }));
    const app = await launch(own);
    const page = await app.firstWindow();
    await page.waitForLoadState();
    const seen = await app.evaluate(({ BrowserWindow, Menu, screen }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.close();
      const { width, height } = screen.getPrimaryDisplay().bounds;
      const menu = Menu.getApplicationMenu();
      return { isKiosk: window?.isKiosk(), menu, size: window?.getSize(), screen: [width, height] };
    });
    expect(seen).toMatchObject({ isKiosk: true, menu: null });
    // Without a window manager, as in a test's own screen, nobody makes a window larger.
    if (isWindows) expect(seen.size).toEqual(seen.screen);
    expect(await page.title()).toContain('Tindahan');
    await app.close();
  });
});

describe.skipIf(!binary || !isWindows)('a till whose person is signed out of Windows', () => {
  it('ends at once, though a form has changes, and writes it into its log', async () => {
    const own = newTill();
    const app = await launch(own);
    const page = await app.firstWindow();
    await page.waitForLoadState();
    await page.evaluate(() => {
      window.addEventListener('beforeunload', (event) => event.preventDefault());
    });
    const handle = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getNativeWindowHandle().readBigUInt64LE().toString(),
    );
    const closed = app.waitForEvent('close');
    await endSession(BigInt(handle ?? 0));
    await closed;
    const log = readFileSync(join(own.TINDAHAN_TILL_DATA, 'logs', 'till.log'), 'utf8');
    expect(log).toContain('Windows ends the session');
  });
});

/** Tells a window what Windows tells it when somebody signs out, or when the computer is shut down. */
async function endSession(window: bigint): Promise<void> {
  const [QUERY_END_SESSION, END_SESSION, ABORT_IF_HUNG, PATIENCE] = [0x11, 0x16, 2, 5000];
  const { default: koffi } = await import('koffi');
  const send = koffi
    .load('user32.dll')
    .func('__stdcall', 'SendMessageTimeoutW', 'intptr', [
      'uintptr',
      'uint',
      'uintptr',
      'intptr',
      'uint',
      'uint',
      'void *',
    ]);
  send(window, QUERY_END_SESSION, 0, 0, ABORT_IF_HUNG, PATIENCE, null);
  send(window, END_SESSION, 1, 0, ABORT_IF_HUNG, PATIENCE, null);
}
