import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { app, protocol, safeStorage, session } from 'electron';
import Store from 'electron-store';
import { serveTill, TILL_ORIGIN, tillScheme } from './app/app-protocol.ts';
import { forwardApi } from './app/forward-api.ts';
import { answerCalls, sendPrintStatus } from './app/ipc.ts';
import { openSettings } from './app/settings.ts';
import { openTokenStore } from './app/token-store.ts';
import { createTillWindow, denyPermissions } from './app/window.ts';
import { openDraftCache } from './drafts/draft-cache.ts';
import { networkTransport } from './printing/network-transport.ts';
import { openPrintJournal } from './printing/print-journal.ts';
import { startPrintQueue } from './printing/print-queue.ts';

const out = join(import.meta.dirname, '..');

if (process.env.TINDAHAN_TILL_DATA) app.setPath('userData', process.env.TINDAHAN_TILL_DATA);
protocol.registerSchemesAsPrivileged([tillScheme]);

if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(startTill)
    .catch((fault: unknown) => {
      console.error('The till cannot start:', fault);
      app.exit(1);
    });
} else app.quit();

async function startTill(): Promise<void> {
  const data = app.getPath('userData');
  mkdirSync(data, { recursive: true });
  const settings = openSettings(new Store({ name: 'settings', clearInvalidConfig: true }));
  const token = openTokenStore(join(data, 'session'), safeStorage);
  const drafts = openOrReplace(join(data, 'drafts.db'), openDraftCache);
  const journal = openOrReplace(join(data, 'print-queue.db'), openPrintJournal);

  serveTill(protocol, join(out, 'renderer'), (request) =>
    forwardApi(request, {
      serverUrl: settings.read().server_url,
      readToken: token.read,
      writeToken: token.write,
      fetch,
    }),
  );
  denyPermissions(session.defaultSession);

  const window = createTillWindow(join(out, 'preload/index.cjs'));
  const queue = startPrintQueue({
    journal,
    readPrinter: () => settings.read().printer,
    connect: networkTransport,
    onStatus: (status) => {
      sendPrintStatus(window.webContents, status);
    },
  });
  answerCalls({ queue, drafts, settings });

  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('window-all-closed', () => {
    queue.stop();
    app.quit();
  });

  await window.loadURL(`${TILL_ORIGIN}/`);
  console.log('till ready');
  queue.resume();
}

/** Opens a database; a file that is damaged is put aside, so that it never stops the till. */
function openOrReplace<T>(file: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (fault) {
    console.error(`${file} is damaged and was put aside:`, fault);
    renameSync(file, `${file}.damaged`);
    return open(file);
  }
}
