import { EventEmitter } from 'node:events';
import type { Download } from 'playwright-core';
import { fromChromium } from './protocol.ts';
import { strict } from './strict.ts';

const remembered: Record<string, unknown> = {};
const remember = (name: string) => (handler: unknown) => {
  remembered[name] = handler;
};
const events = new EventEmitter();
const sessionEvents = ['will-download', 'select-hid-device', 'select-usb-device', 'select-serial-port'];

/**
 * Chromium under Playwright grants nothing by itself; only real Electron can show that it calls the handlers. Their
 * answers are tested beside them.
 */
export const session = strict('session', {
  defaultSession: strict('session.defaultSession', {
    setPermissionRequestHandler: remember('request'),
    setPermissionCheckHandler: remember('check'),
    setDevicePermissionHandler: remember('device'),
    setDisplayMediaRequestHandler: remember('display'),
    webRequest: strict('session.webRequest', {
      onBeforeRequest: (_filter: object, handler: unknown) => {
        remember('load')(handler);
      },
    }),
    on: (event: string, listener: (...args: unknown[]) => void) => {
      if (!sessionEvents.includes(event)) throw new Error(`electron stand-in: no session event ${event}`);
      events.on(event, listener);
    },
  }),
});

/** Tells the till of a download, as Electron does; one without a path from the till would open a dialog. */
export async function download(file: Download): Promise<void> {
  let refused = false;
  let place: string | null = null;
  const event = {
    preventDefault: () => {
      refused = true;
    },
  };
  const item = strict('DownloadItem', {
    getURL: () =>
      file.url().replace(/^(blob:)?(.*)$/, (_all, blob = '', url: string) => blob + fromChromium(url)),
    getFilename: () => file.suggestedFilename(),
    setSavePath: (path: string) => {
      place = path;
    },
    once: (event: 'done', listener: (event: object, state: string) => void) => {
      if (event !== 'done') throw new Error('electron stand-in: only the end of a download is implemented');
      // Chromium fails one that was cancelled.
      void file.failure().then((failure) => listener({}, failure === null ? 'completed' : 'cancelled'));
    },
  });
  events.emit('will-download', event, item, {});
  // Chromium places the bytes, and a connected test decides that already.
  if (refused) await file.cancel();
  console.log(
    `stand-in: ${refused ? 'download refused' : place ? `saved as ${String(place)}` : 'save dialog'}`,
  );
}

export const Menu = strict('Menu', {
  setApplicationMenu: (menu: null) => {
    if (menu !== null) throw new Error('electron stand-in: only no menu is implemented');
    console.log('stand-in: no menu');
  },
});

const MASK = 0x5a;
const mask = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ MASK));

/** No real key store is available here: the text is only masked, so that a test can tell it from plain text. */
export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => process.env.STAND_IN_KEY_STORE ?? 'gnome_libsecret',
  encryptStringAsync: (text: string) => Promise.resolve(mask(Buffer.from(text))),
  decryptStringAsync: (bytes: Buffer) =>
    Promise.resolve({ result: mask(bytes).toString(), shouldReEncrypt: false }),
});

/** The buttons pressed in each question, one after the other, by their numbers. */
const answers = (process.env.STAND_IN_ANSWERS ?? '').split(',').filter(Boolean).map(Number);

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => {
    console.log(`stand-in: error box ${JSON.stringify({ title, content })}`);
  },
  showMessageBox: (_window: object, { message, buttons }: { message: string; buttons: string[] }) => {
    const response = answers.shift();
    if (response === undefined) throw new Error(`electron stand-in: nobody answers “${message}”`);
    console.log(`stand-in: asked “${message}”, pressed “${buttons[response]}”`);
    return Promise.resolve({ response });
  },
});

export const shell = strict('shell', {});
