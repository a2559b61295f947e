import { ipcMain, type WebContents, type WebFrameMain } from 'electron';
import { z } from 'zod';
import { calls, events, type Call } from '#bridge/channels.ts';
import { draftSnapshot, printJob, tillSettings, type PrintStatus } from '#bridge/till.ts';
import type { DraftCache } from '../drafts/draft-cache.ts';
import type { PrintQueue } from '../printing/print-queue.ts';
import { TILL_ORIGIN } from './app-protocol.ts';
import type { Settings } from './settings.ts';

const nothing = z.undefined();

/** Answers every call of the bridge's table; each comes from the till's own page and is parsed before it is used. */
export function answerCalls(till: { queue: PrintQueue; drafts: DraftCache; settings: Settings }): void {
  const { queue, drafts, settings } = till;
  answer(calls.print, printJob, queue.print);
  answer(calls.saveDraft, draftSnapshot, drafts.save);
  answer(calls.loadDraft, nothing, drafts.load);
  answer(calls.clearDraft, nothing, drafts.clear);
  answer(calls.readSettings, nothing, settings.read);
  answer(calls.writeSettings, tillSettings, settings.write);
}

/** Tells the page how a print job stands. */
export function sendPrintStatus(page: WebContents, status: PrintStatus): void {
  if (!page.isDestroyed()) page.send(events.printStatus, status);
}

function answer<S extends z.ZodType>(call: Call, payload: S, work: (payload: z.output<S>) => unknown): void {
  ipcMain.handle(call, (event, message: unknown) => {
    if (!isTillPage(event.senderFrame)) throw new Error('Not the till’s page');
    return work(payload.parse(message));
  });
}

/** The main frame with exactly our origin; about:blank inherits an origin, so the address counts as well. */
function isTillPage(frame: WebFrameMain | null): boolean {
  return (
    frame !== null &&
    frame.parent === null &&
    frame.origin === TILL_ORIGIN &&
    frame.url.startsWith(`${TILL_ORIGIN}/`)
  );
}
