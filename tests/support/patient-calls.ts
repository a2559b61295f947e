import { setTimeout as pause } from 'node:timers/promises';
import { call, type Send } from './http.ts';

const BUSY = 503;

/** Retries as a screen does: a busy server did nothing. */
export const patiently: Send = async (...asked) => {
  for (;;) {
    const answer = await call<never>(...asked);
    if (answer.status !== BUSY) return answer;
    await pause(Number(answer.headers.get('retry-after')) * 1000);
  }
};
