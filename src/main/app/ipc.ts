import { ipcMain, type WebContents, type WebFrameMain } from 'electron';
import { z } from 'zod';
import { calls, events, type Call } from '#bridge/channels.ts';
import { serverAddress, serverChoice } from '#bridge/connection.ts';
import {
  cartKey,
  draftPlace,
  draftSnapshot,
  note,
  noteName,
  wish,
  wishKey,
  wishSubject,
} from '#bridge/drafts.ts';
import { printJob, type PrintStatus } from '#bridge/printing.ts';
import type { Scan, ScannerStatus } from '#bridge/scanning.ts';
import {
  deviceSettings,
  printerSettings,
  type DeviceSettings,
  type FoundDevice,
  type KioskExit,
} from '#bridge/settings.ts';
import { unitsGone, unitsSeen, unitWanted } from '#bridge/units.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { DraftCache } from '../drafts/draft-cache.ts';
import type { KnownUnits } from '../drafts/known-units.ts';
import type { PrintQueue } from '../printing/print-queue.ts';
import type { PrinterTester } from '../printing/printer-tester.ts';
import type { Scanners } from '../scanner/scanners.ts';
import { TILL_ORIGIN } from './app-protocol.ts';
import { isTillAddress } from './deny.ts';
import type { Settings } from './settings.ts';

const nothing = z.undefined();
const jobKey = z.string().min(1).max(100);

/** What the page can ask the till's main process for. */
export type TillParts = {
  queue: PrintQueue;
  tester: PrinterTester;
  scanners: Scanners;
  drafts: DraftCache;
  units: KnownUnits;
  settings: Settings;
  server: ServerConnection;
  findDevices: () => Promise<FoundDevice[]>;
  /** Keeps new settings and takes them into use. */
  changeSettings: (settings: DeviceSettings) => Promise<void>;
  leaveKiosk: () => Promise<KioskExit>;
};

/** Answers every call of the bridge's table; each comes from the till's own page and is parsed before it is used. */
export function answerCalls(till: TillParts): void {
  const { queue, tester, scanners, drafts, units, settings, server } = till;
  answer(calls.print, printJob, queue.print);
  answer(calls.printQueue, nothing, queue.list);
  answer(calls.forgetPrint, jobKey, queue.forget);
  answer(calls.lookAtPrinter, printerSettings, tester.look);
  answer(calls.testPrinter, printerSettings, tester.test);
  answer(calls.scannerStatus, nothing, scanners.status);
  answer(calls.saveDraft, draftSnapshot, drafts.save);
  answer(calls.listDrafts, draftPlace, drafts.list);
  answer(calls.removeDraft, cartKey, drafts.remove);
  answer(calls.writeWish, wish, drafts.journal.write);
  answer(calls.listWishes, wishSubject, drafts.journal.list);
  answer(calls.forgetWish, wishKey, drafts.journal.forget);
  answer(calls.writeNote, note, drafts.notes.write);
  answer(calls.readNote, noteName, drafts.notes.read);
  answer(calls.removeNote, noteName, drafts.notes.remove);
  answer(calls.rememberUnits, unitsSeen, units.remember);
  answer(calls.findUnit, unitWanted, units.find);
  answer(calls.forgetUnits, unitsGone, units.forget);
  answer(calls.readSettings, nothing, settings.read);
  answer(calls.writeSettings, deviceSettings, till.changeSettings);
  answer(calls.findDevices, nothing, till.findDevices);
  answer(calls.lookAtServer, serverAddress, ({ url }) => server.look(url));
  answer(calls.chooseServer, serverChoice, server.choose);
  answer(calls.leaveKiosk, nothing, till.leaveKiosk);
}

/** What the main process tells the page, as long as there is one. */
export function tellPage(page: WebContents) {
  const send = (event: (typeof events)[keyof typeof events], message: unknown) => {
    if (!page.isDestroyed() && !page.isCrashed()) page.send(event, message);
  };
  return {
    printStatus: (status: PrintStatus) => send(events.printStatus, status),
    scanned: (scan: Scan) => send(events.scanned, scan),
    scannerStatus: (scanners: ScannerStatus[]) => send(events.scannerStatus, scanners),
  };
}

function answer<S extends z.ZodType>(call: Call, payload: S, work: (payload: z.output<S>) => unknown): void {
  ipcMain.handle(call, (event, message: unknown) => {
    if (!isTillPage(event.senderFrame)) throw new Error('Not the till’s page');
    return work(payload.parse(message));
  });
}

/** The main frame with exactly our origin; about:blank inherits an origin, so the address counts as well. */
function isTillPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === TILL_ORIGIN && isTillAddress(frame.url);
}
