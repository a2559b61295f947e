import { BrowserWindow, dialog } from 'electron';

type WindowOptions = {
  preload: string;
  /** True to fill the screen, so that nobody at the till can close it. */
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

/** Asks, in the words of the page's own question, if unsaved changes may be discarded with the window. */
export async function askToDiscard(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Tindahan',
    message: 'Leave without saving?',
    detail: 'Your changes on this page are lost.',
    buttons: ['Discard changes', 'Stay'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
