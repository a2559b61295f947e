import { setTimeout as pause } from 'node:timers/promises';
import { call, type Send } from './http.ts';

const BUSY = 503;

/** As a screen does: a server that has too much to do did nothing, and is asked again. */
export const patiently: Send = async (...asked) => {
  for (;;) {
    const answer = await call<never>(...asked);
    if (answer.status !== BUSY) return answer;
    await pause(Number(answer.headers.get('retry-after')) * 1000);
  }
};
