import { BrowserWindow } from 'electron';

export type WindowOptions = {
  preload: string;
  /** Fills the screen, and cannot be closed by whoever stands before it. */
  kiosk: boolean;
  /** For development only. */
  devTools: boolean;
};

/** The till's one window: sandboxed, without Node, and shown once it has something to show. */
export function createTillWindow({ preload, kiosk, devTools }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Tindahan',
    width: 1366,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    autoHideMenuBar: true,
    kiosk,
    webPreferences: {
      preload,
      devTools,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  return window;
}
