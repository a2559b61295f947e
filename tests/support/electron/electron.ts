// The exports of `electron` under the stand-in. A missing name fails the import itself.
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { ipcMain } from './ipc-main.ts';
import { protocol } from './protocol.ts';
import { dialog, Menu, safeStorage, session, shell } from './services.ts';
import { strict } from './strict.ts';

export { app, BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage, session, shell };

export default strict('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  session,
  shell,
});
