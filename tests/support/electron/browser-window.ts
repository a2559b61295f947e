import { EventEmitter } from 'node:events';
import type { BrowserContext, Page, Request as PageRequest, Route } from 'playwright-core';
import { allWindowsClosed } from './app.ts';
import { openChromium } from './chromium.ts';
import { runPreload } from './preload.ts';
import { answerScheme, fromChromium, isTillAddress, toChromium } from './protocol.ts';
import { onlyKnown, strict } from './strict.ts';

type Options = {
  title?: string;
  width?: number;
  height?: number;
  minWidth?: number;
  minHeight?: number;
  show?: boolean;
  autoHideMenuBar?: boolean;
  webPreferences: { preload: string; sandbox: boolean; contextIsolation: boolean; nodeIntegration: boolean };
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
  'webPreferences',
];
const preferenceNames = ['preload', 'sandbox', 'contextIsolation', 'nodeIntegration'];

/** A page of Chromium that calls itself a BrowserWindow. */
class StandInWindow {
  readonly webContents;
  readonly #emitter = new EventEmitter();
  readonly #contents = new EventEmitter();
  readonly #options: Options;
  #loading = false;
  #destroyed = false;
  #send: (channel: string, args: unknown[]) => void = () => {};
  #windowOpen: WindowOpenHandler = () => ({ action: 'allow' });

  constructor(options: Options) {
    onlyKnown('BrowserWindow', options, optionNames);
    onlyKnown('webPreferences', options.webPreferences, preferenceNames);
    const { sandbox, contextIsolation, nodeIntegration } = options.webPreferences;
    if (!sandbox || !contextIsolation || nodeIntegration) throw new Error('electron stand-in: unsafe window');
    this.#options = options;
    this.webContents = strict('webContents', {
      send: (channel: string, ...args: unknown[]) => {
        this.#send(channel, args);
      },
      isDestroyed: () => this.#destroyed,
      setWindowOpenHandler: (handler: WindowOpenHandler) => {
        this.#windowOpen = handler;
      },
      on: (event: string, listener: (...args: unknown[]) => void) => {
        if (event !== 'will-navigate') throw new Error(`electron stand-in: no webContents event ${event}`);
        this.#contents.on(event, listener);
      },
    });
  }

  once(event: string, listener: () => void): void {
    if (event !== 'ready-to-show') throw new Error(`electron stand-in: no window event ${event}`);
    this.#emitter.once(event, listener);
  }

  show(): void {
    // Headless: there is nothing to show.
  }

  focus(): void {
    // As show.
  }

  isMinimized(): boolean {
    return false;
  }

  async loadURL(url: string): Promise<void> {
    const context = await openChromium();
    const page = context.pages()[0] ?? (await context.newPage());
    const { send } = await runPreload(page, this.#options.webPreferences.preload, this.webContents);
    this.#send = send;
    await context.route('**/*', (route) => this.#answer(page, route));
    this.#denyPopups(context, page);
    page.on('close', () => {
      this.#destroyed = true;
      allWindowsClosed();
    });
    this.#loading = true;
    await page.goto(toChromium(url));
    this.#loading = false;
    this.#emitter.emit('ready-to-show');
  }

  #denyPopups(context: BrowserContext, page: Page): void {
    context.on('page', (popup) => {
      void popup.opener().then((opener) => {
        if (opener !== page) return;
        if (this.#windowOpen({ url: fromChromium(popup.url()) }).action === 'deny') return popup.close();
        throw new Error('electron stand-in: allowed windows are not implemented');
      });
    });
  }

  async #answer(page: Page, route: Route): Promise<void> {
    const request = route.request();
    if (!this.#mayNavigate(page, request) || !isTillAddress(request.url())) return route.abort('aborted');
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
      // The page may have gone meanwhile; otherwise this is what a failing protocol.handle looks like.
      console.error('stand-in:', fault);
      await route.abort('failed').catch(() => undefined);
    }
  }

  /** As in Electron, `loadURL` itself is not asked about. */
  #mayNavigate(page: Page, request: PageRequest): boolean {
    if (!request.isNavigationRequest() || this.#loading || !isOf(page, request)) return true;
    const event = {
      url: fromChromium(request.url()),
      prevented: false,
      preventDefault: () => {
        event.prevented = true;
      },
    };
    this.#contents.emit('will-navigate', event);
    return !event.prevented;
  }
}

/** Whether the page's main frame itself asks. The first request of a new window has no frame yet. */
function isOf(page: Page, request: PageRequest): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}

/** As Electron's, with the members that the till uses. */
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
