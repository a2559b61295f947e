import { EventEmitter } from 'node:events';
import type { BrowserContext, Dialog, Page, Request as PageRequest, Route } from 'playwright-core';
import { contentsCreated, quitEnded, windowClosed, windowOpened } from './app.ts';
import { openChromium } from './chromium.ts';
import { runPreload } from './preload.ts';
import { answerScheme, fromChromium, isTillAddress, toChromium } from './protocol.ts';
import { download } from './services.ts';
import { onlyKnown, strict } from './strict.ts';

type Options = {
  title?: string;
  width?: number;
  height?: number;
  minWidth?: number;
  minHeight?: number;
  show?: boolean;
  autoHideMenuBar?: boolean;
  kiosk?: boolean;
  webPreferences: {
    preload: string;
    devTools: boolean;
    sandbox: boolean;
    contextIsolation: boolean;
    nodeIntegration: boolean;
    webviewTag: boolean;
    spellcheck: boolean;
  };
};
type WindowOpenHandler = (details: { url: string }) => { action: 'deny' | 'allow' };

const optionNames = [
  'title',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'autoHideMenuBar',
  'kiosk',
  'webPreferences',
];
const preferenceNames = [
  'preload',
  'devTools',
  'sandbox',
  'contextIsolation',
  'nodeIntegration',
  'webviewTag',
  'spellcheck',
];
const contentsEvents = [
  'will-navigate',
  'will-redirect',
  'will-frame-navigate',
  'will-attach-webview',
  'select-bluetooth-device',
  'render-process-gone',
  'console-message',
  'will-prevent-unload',
];
const windowEvents = ['close', 'unresponsive', 'responsive', 'session-end'];

/** A page of Chromium that calls itself a BrowserWindow. */
class StandInWindow {
  readonly webContents;
  readonly #emitter = new EventEmitter();
  readonly #contents = new EventEmitter();
  readonly #options: Options;
  #page: Page | null = null;
  #kiosk: boolean;
  #loading = false;
  #destroyed = false;
  #crashed = false;
  #answering: Promise<void> = Promise.resolve();
  #send: (channel: string, args: unknown[]) => void = () => {};
  #windowOpen: WindowOpenHandler = () => ({ action: 'allow' });

  constructor(options: Options) {
    onlyKnown('BrowserWindow', options, optionNames);
    onlyKnown('webPreferences', options.webPreferences, preferenceNames);
    const { sandbox, contextIsolation, nodeIntegration, webviewTag } = options.webPreferences;
    if (!sandbox || !contextIsolation || nodeIntegration || webviewTag)
      throw new Error('electron stand-in: unsafe window');
    this.#options = options;
    this.#kiosk = options.kiosk ?? false;
    console.log(`stand-in: window ${JSON.stringify({ ...options.webPreferences, preload: undefined })}`);
    this.#sayKiosk();
    this.webContents = strict('webContents', {
      send: (channel: string, ...args: unknown[]) => {
        this.#send(channel, args);
      },
      getURL: () => fromChromium(this.#page?.url() ?? ''),
      isDestroyed: () => this.#destroyed,
      isCrashed: () => this.#crashed,
      forcefullyCrashRenderer: () => void this.#page?.goto('chrome://crash').catch(() => undefined),
      setWindowOpenHandler: (handler: WindowOpenHandler) => {
        this.#windowOpen = handler;
      },
      on: (event: string, listener: (...args: unknown[]) => void) => {
        if (!contentsEvents.includes(event))
          throw new Error(`electron stand-in: no webContents event ${event}`);
        this.#contents.on(event, listener);
      },
    });
    contentsCreated(this.webContents);
    windowOpened(this);
  }

  /** Listeners of `close` may refuse first, then the page. */
  close(): void {
    const event = preventable();
    this.#emitter.emit('close', event);
    if (event.defaultPrevented) {
      console.log('stand-in: the window stays');
      return quitEnded();
    }
    // A page with a pending answer does not receive a second close.
    void this.#answering.then(() => this.#page?.close({ runBeforeUnload: true }));
  }

  once(event: string, listener: () => void): void {
    if (event !== 'ready-to-show') throw new Error(`electron stand-in: no window event ${event}`);
    this.#emitter.once(event, listener);
  }

  on(event: string, listener: (...args: unknown[]) => void): void {
    if (!windowEvents.includes(event)) throw new Error(`electron stand-in: no window event ${event}`);
    this.#emitter.on(event, listener);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  show(): void {
    // Headless: there is nothing to show.
  }

  focus(): void {
    // As show.
  }

  setKiosk(kiosk: boolean): void {
    this.#kiosk = kiosk;
    this.#sayKiosk();
  }

  #sayKiosk(): void {
    console.log(`stand-in: kiosk ${this.#kiosk ? 'on' : 'off'}`);
  }

  isMinimized(): boolean {
    return false;
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#freshPage();
    this.#loading = true;
    await page.goto(toChromium(url));
    this.#loading = false;
    this.#emitter.emit('ready-to-show');
  }

  /** Returns the window's page: the first one, or a replacement of one that crashed. */
  async #freshPage(): Promise<Page> {
    const context = await openChromium();
    if (this.#page && !this.#crashed) return this.#page;
    const crashed = this.#page;
    const page = crashed ? await context.newPage() : (context.pages()[0] ?? (await context.newPage()));
    this.#page = page;
    this.#crashed = false;
    const { send } = await runPreload(page, this.#options.webPreferences.preload, this.webContents);
    this.#send = send;
    if (!crashed) {
      await context.route('**/*', (route) => this.#answer(route));
      this.#denyPopups(context);
    }
    this.#listen(page);
    await crashed?.close();
    return page;
  }

  #listen(page: Page): void {
    page.on('close', () => {
      if (page !== this.#page) return;
      this.#destroyed = true;
      windowClosed(this);
    });
    page.on('dialog', (question) => {
      this.#answering = this.#answerPage(page, question);
    });
    page.on('crash', () => {
      this.#crashed = true;
      this.#contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    page.on('console', (message) => {
      const level = message.type() === 'error' ? 'error' : 'info';
      this.#contents.emit('console-message', { level, message: message.text() });
    });
    page.on('download', (file) => void download(file));
  }

  /** Keeps a page that prevents its unload, as in Electron, unless the event is prevented. */
  async #answerPage(page: Page, question: Dialog): Promise<void> {
    if (question.type() !== 'beforeunload') throw new Error('electron stand-in: a page must not ask');
    const event = preventable();
    this.#contents.emit('will-prevent-unload', event);
    if (event.defaultPrevented) return question.accept();
    quitEnded();
    await question.dismiss();
    // Chromium reports that it has told the page; on a busy machine the page processes it later.
    await page.evaluate(() => undefined);
  }

  #denyPopups(context: BrowserContext): void {
    context.on('page', (popup) => {
      void popup.opener().then((opener) => {
        if (opener === null || opener !== this.#page) return;
        if (this.#windowOpen({ url: fromChromium(popup.url()) }).action === 'deny') return popup.close();
        throw new Error('electron stand-in: allowed windows are not implemented');
      });
    });
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    if (!this.#mayNavigate(request) || !isTillAddress(request.url())) return route.abort('aborted');
    try {
      const body = request.postDataBuffer();
      const response = await answerScheme(fromChromium(request.url()), {
        method: request.method(),
        headers: await request.allHeaders(),
        ...(body ? { body: new Uint8Array(body) } : {}),
      });
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      });
    } catch (fault) {
      // The page may be gone meanwhile; otherwise this is how a failing protocol.handle shows.
      console.error('stand-in:', fault);
      await route.abort('failed').catch(() => undefined);
    }
  }

  /** As in Electron, `loadURL` itself needs no permission. */
  #mayNavigate(request: PageRequest): boolean {
    if (!request.isNavigationRequest() || this.#loading) return true;
    const isMainFrame = this.#page !== null && isOf(this.#page, request);
    const event = preventable({ url: fromChromium(request.url()), isMainFrame });
    this.#contents.emit('will-frame-navigate', event);
    if (isMainFrame) this.#contents.emit('will-navigate', event);
    return !event.defaultPrevented;
  }
}

function preventable<T extends object>(details?: T) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** True if the page's main frame itself makes the request. The first request of a new window has no frame yet. */
function isOf(page: Page, request: PageRequest): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}

/** Electron's BrowserWindow with the members that the till uses. */
export const BrowserWindow = new Proxy(StandInWindow, {
  construct: (target, [options]: [Options]) => {
    const window = new target(options);
    return new Proxy(window, {
      get: (members, key) => {
        if (!(key in members) && typeof key === 'string' && key !== 'then')
          throw new Error(`electron stand-in: BrowserWindow.${key} is not implemented`);
        const member = Reflect.get(members, key, members) as unknown;
        return typeof member === 'function' ? (member.bind(members) as unknown) : member;
      },
    });
  },
});
