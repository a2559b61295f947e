import { BrowserWindow, type Session } from 'electron';
import { TILL_ORIGIN } from './app-protocol.ts';

/** The till's one window: sandboxed, without Node, and unable to leave `app://till`. */
export function createTillWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Tindahan',
    width: 1366,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.webContents.on('will-navigate', (event) => {
    if (!event.url.startsWith(`${TILL_ORIGIN}/`)) event.preventDefault();
  });
  return window;
}

/** The page asks for no camera, place or notification; whatever it asks for is denied. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_page, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}
