import { ipcMain, type WebContents, type WebFrameMain } from 'electron';
import type { z } from 'zod';
import { calls, events } from '#bridge/channels.ts';
import type { Answers, Tellings } from '#bridge/till.ts';
import { TILL_ORIGIN } from './app-protocol.ts';
import { isTillAddress } from './deny.ts';
import { log } from './log.ts';

type Work = (message: unknown) => unknown;

/** Called when the work of a call, such as `drafts.save`, failed. */
type OnFault = (name: string, fault: unknown) => void;

/**
 * Answers every call of the bridge's table. Accepts calls of the till's own page only, parses each message, and returns
 * only the fields of the answer's schema. Logs every call that fails.
 */
export function answerCalls(answers: Answers, onFault: OnFault): void {
  for (const [part, members] of Object.entries(calls)) {
    const works = answers[part as keyof Answers] as Record<string, Work>;
    for (const [name, schemas] of Object.entries(members)) {
      const work = works[name];
      if (work) answer(`${part}.${name}`, schemas, work, onFault);
    }
  }
}

/** Returns the functions that send the table's events to the page, while there is one. */
export function tellPage(page: WebContents): Tellings {
  const send = (name: string) => (message: unknown) => {
    if (!page.isDestroyed() && !page.isCrashed()) page.send(name, message);
  };
  const parts = Object.entries(events).map(([part, members]) => {
    const tellings = Object.keys(members).map((name) => [name, send(`${part}.${name}`)]);
    return [part, Object.fromEntries(tellings)];
  });
  return Object.fromEntries(parts) as Tellings;
}

function answer(
  name: string,
  [message, result]: readonly [z.ZodType, z.ZodType],
  work: Work,
  onFault: OnFault,
): void {
  ipcMain.handle(name, async (event, sent: unknown) => {
    try {
      if (!isTillPage(event.senderFrame)) throw new Error('Not the till’s page');
      const parsed = message.parse(sent);
      try {
        return result.parse(await work(parsed));
      } catch (fault) {
        onFault(name, fault);
        throw fault;
      }
    } catch (fault) {
      log.error(`${name} failed:`, fault);
      throw fault;
    }
  });
}

/** The main frame with exactly our origin; about:blank inherits an origin, so the address counts as well. */
function isTillPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === TILL_ORIGIN && isTillAddress(frame.url);
}
