import { ipcMain, type WebContents, type WebFrameMain } from 'electron';
import type { z } from 'zod';
import { calls, events } from '#bridge/channels.ts';
import type { Answers, Tellings } from '#bridge/till.ts';
import { TILL_ORIGIN } from './app-protocol.ts';
import { isTillAddress } from './deny.ts';

type Work = (message: unknown) => unknown;

/**
 * Answers every call of the bridge's table. Each comes from the till's own page and is parsed before it is used; of the
 * answer the page is given what its schema says, and nothing else.
 */
export function answerCalls(answers: Answers): void {
  for (const [part, members] of Object.entries(calls)) {
    const works = answers[part as keyof Answers] as Record<string, Work>;
    for (const [name, schemas] of Object.entries(members)) {
      const work = works[name];
      if (work) answer(`${part}.${name}`, schemas, work);
    }
  }
}

/** How the page is told of each event of the table, as long as there is a page. */
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

function answer(name: string, [message, result]: readonly [z.ZodType, z.ZodType], work: Work): void {
  ipcMain.handle(name, async (event, sent: unknown) => {
    if (!isTillPage(event.senderFrame)) throw new Error('Not the till’s page');
    return result.parse(await work(message.parse(sent)));
  });
}

/** The main frame with exactly our origin; about:blank inherits an origin, so the address counts as well. */
function isTillPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === TILL_ORIGIN && isTillAddress(frame.url);
}
