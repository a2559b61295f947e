import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, Menu, protocol, safeStorage, session } from 'electron';
import { SIGN_IN_NOTE } from '#bridge/drafts.ts';
import type { DeviceSettings } from '#bridge/settings.ts';
import { serveTill, TILL_ORIGIN, tillScheme } from './app/app-protocol.ts';
import { guardClosing } from './app/closing.ts';
import { denyRequests, keepInPlace } from './app/deny.ts';
import { guardDownloads } from './app/downloads.ts';
import { forwardApi } from './app/forward-api.ts';
import { forwardCompletions } from './app/forward-completions.ts';
import { findDevices } from './app/find-devices.ts';
import { answerCalls, tellPage } from './app/ipc.ts';
import { keepPictures } from './app/kept-pictures.ts';
import { openKiosk, type Kiosk } from './app/kiosk.ts';
import { log, logUncaught, openLogFile, outliveConsole, useLogLevel } from './app/log.ts';
import { keepPageAlive } from './app/page-lifecycle.ts';
import { startFailure } from './app/start-failure.ts';
import { readLogEnd } from './app/support.ts';
import { openUnlocking } from './app/unlocking.ts';
import { openTillData } from './app/till-data.ts';
import { askToDiscard, createTillWindow } from './app/window.ts';
import { openOffline } from './offline/offline.ts';
import { standsSinceIn } from './offline/sold.ts';
import { openServerConnection } from './connection/server-connection.ts';
import { serverTag } from './disk/server-tag.ts';
import { serverMoved, troubleOfCall } from './disk/troubles.ts';
import { portIn } from './own-server/address.ts';
import { elevateOnLinux, elevateOnWindows } from './own-server/elevate.ts';
import { openOwnServer, placesOn } from './own-server/own-server.ts';
import { connectPrinter } from './printing/connect-printer.ts';
import { startPrintQueues } from './printing/print-queues.ts';
import { openPrinterTester } from './printing/printer-tester.ts';
import { hidScanner } from './scanner/hid-scanner.ts';
import { startScanners } from './scanner/scanners.ts';
import { serialScanner } from './scanner/serial-scanner.ts';
import { installerOf } from './updates/installer.ts';
import { openUpdates, placesOf, readBuiltIn, whyNotNow } from './updates/updates.ts';
import { updatesIn } from './updates/update-state.ts';

const out = join(import.meta.dirname, '..');

outliveConsole(process);
logUncaught(process);
protocol.registerSchemesAsPrivileged([tillScheme]);
app.on('web-contents-created', (_event, contents) => {
  keepInPlace(contents);
});

if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(startTill)
    .catch((fault: unknown) => {
      log.error('The till cannot start:', fault);
      const { title, content } = startFailure(fault, app.getPath('userData'));
      dialog.showErrorBox(title, content);
      app.exit(1);
    });
} else app.quit();

async function startTill(): Promise<void> {
  const data = app.getPath('userData');
  // Names, phones and the session are for the till's own user only.
  process.umask(0o077);
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  const logs = join(data, 'logs');
  openLogFile(logs, 'info');
  log.info(`Tindahan ${app.getVersion()} on ${process.platform} ${process.arch}, in ${data}`);
  const tillData = await openTillData(data, safeStorage);
  const { settings, token, verifiers, drafts, units, journal, troubles } = tillData;
  const { kiosk: startsInKiosk, log_level } = settings.read();
  useLogLevel(log_level);

  const unlocking = openUnlocking(verifiers, token.read);
  const server = openServerConnection({
    settings,
    tillVersion: app.getVersion(),
    signOut: () => {
      token.write(null);
      unlocking.forget();
      drafts.notes.remove(SIGN_IN_NOTE);
    },
    forget: () => {
      units.clear();
      offline.leave();
    },
    whyNotLeave: () => offline.whyNotLeave(),
    onChange: () => openSales(),
    onFound: (url) => troubles.tell(serverMoved(url)),
  });
  const offline = openOffline({
    ...tillData.offline,
    backend: server.current,
    tillVersion: app.getVersion(),
    readToken: token.read,
    maySend: () => !settings.readServer().is_new,
    onChange: (state) => tell.offline.onChange(state),
    standsSince: standsSinceIn(units),
  });

  const openSales = () => {
    offline.start().catch((fault: unknown) => log.error('The till’s own sales cannot be opened:', fault));
  };

  /** A server that somebody signed in at is the till's, also one that nobody had to choose. */
  const keepServer = () => {
    if (token.read() === null) return;
    server.keep().catch((fault: unknown) => log.error('The server cannot be kept:', fault));
  };
  // An older till did not keep it at the sign-in.
  keepServer();
  const { TINDAHAN_SERVER_ROOT: root = '/' } = process.env;
  const ownServer = openOwnServer({
    packed: join(process.resourcesPath, 'server'),
    places: placesOn(process.platform, process.env, root),
    root,
    port: portIn(process.env),
    elevate: process.platform === 'win32' ? elevateOnWindows : elevateOnLinux,
    server,
  });
  /** How the page names its store and its till, for the till's own calls while it has no credential. */
  let places: Record<string, string> | null = null;
  const pass = (request: Request) =>
    forwardApi(request, {
      backend: server.current(),
      tillVersion: app.getVersion(),
      readToken: token.read,
      readTillSecret: offline.secret,
      writeToken: (next) => {
        token.write(next);
        if (next === null) unlocking.forget();
        else keepServer();
      },
      accepted: unlocking.accepted,
      heard: (date) => {
        keepServer();
        offline.heard(date);
      },
    });
  const passOnce = forwardCompletions(pass, drafts);
  const forward = (request: Request) => {
    places = placesOf(request.headers) ?? places;
    return passOnce(request);
  };
  const updates = openUpdates({
    ...readBuiltIn(import.meta.dirname),
    folder: updatesIn(data),
    version: app.getVersion(),
    platform: process.platform,
    arch: process.arch,
    installer: installerOf(app),
    backend: server.current,
    caller: async () => {
      const secret = await offline.secret();
      if (secret !== null) return { authorization: `Till ${secret}` };
      const signedIn = token.read();
      return signedIn !== null && places ? { ...places, authorization: `Bearer ${signedIn}` } : null;
    },
    whyNotNow: () => whyNotNow(window.webContents.getURL(), queue.list()),
    quit: () => app.quit(),
    onChange: (status) => tell.updates.onChange(status),
  });
  if (await updates.installAtStart()) return app.exit(0);
  const show = keepPictures(forward, () => (token.read() === null ? null : server.current().url));
  serveTill(protocol, join(out, 'renderer'), show);
  denyRequests(session.defaultSession);
  // Electron's own menu has entries for developers, and Ctrl+W.
  if (app.isPackaged || startsInKiosk) Menu.setApplicationMenu(null);
  const window = createTillWindow({
    preload: join(out, 'preload/index.cjs'),
    kiosk: startsInKiosk,
    devTools: !app.isPackaged,
  });
  const kiosk = openKiosk(window, { on: startsInKiosk, askServer: forward });
  guardDownloads(
    session.defaultSession,
    () => (kiosk.isOn() ? app.getPath('downloads') : null),
    offline.saved,
  );
  const loadPage = () => window.loadURL(`${TILL_ORIGIN}/`);
  keepPageAlive(window, loadPage);
  const tell = tellPage(window.webContents);
  troubles.tellPage(tell.troubles.onNew);
  const queue = startPrintQueues({
    journal,
    readPrinters: settings.read,
    connect: (printer) => connectPrinter(printer, journal),
    onStatus: tell.printer.onStatus,
    serverTag: () => serverTag(settings.readServer()),
  });
  const scanners = startScanners({
    drivers: { serial: serialScanner, hid: hidScanner },
    onScan: tell.scanner.onScan,
    onStatus: tell.scanner.onStatus,
  });
  const writeSettings = async (wanted: DeviceSettings) => {
    await useKiosk(kiosk, settings.read().kiosk, wanted.kiosk);
    await settings.write(wanted);
    useLogLevel(wanted.log_level);
    scanners.use(wanted.scanners);
    queue.wake();
  };
  const { look, test } = openPrinterTester(() => settings.read().till_name);
  answerCalls(
    {
      printer: { print: queue.print, find: queue.find, queue: queue.list, forget: queue.forget, look, test },
      scanner: scanners,
      drafts,
      journal: drafts.journal,
      notes: drafts.notes,
      units,
      offline,
      settings: { read: settings.read, write: writeSettings, devices: () => findDevices() },
      server,
      ownServer,
      support: { log: () => readLogEnd(logs) },
      troubles,
      lock: { unlock: unlocking.unlock },
      kiosk,
      updates,
    },
    (name, fault) => {
      const trouble = troubleOfCall(name, fault);
      if (trouble) troubles.tell(trouble);
    },
  );

  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  guardClosing(app, window, { kiosk, ask: () => askToDiscard(window) });
  app.on('window-all-closed', () => {
    queue.stop();
    offline.stop();
    void scanners.close().finally(() => app.quit());
  });

  window.on('session-end', updates.forbid);
  let isUpdated = false;
  app.on('will-quit', (event) => {
    if (isUpdated) return;
    event.preventDefault();
    void updates.installAtEnd().finally(() => {
      isUpdated = true;
      app.quit();
    });
  });

  await loadPage();
  log.info('till ready');
  updates.start();
  queue.resume();
  scanners.use(settings.read().scanners);
  openSales();
}

/** Applies a saved full-screen setting: on at once, off only for a person who may leave it. */
async function useKiosk(kiosk: Kiosk, was: boolean, wanted: boolean): Promise<void> {
  if (wanted && !was) kiosk.enter();
  if (wanted || !kiosk.isOn()) return;
  const { reason } = await kiosk.leave();
  if (reason) throw new Error(reason);
}
