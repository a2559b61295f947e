import { setTimeout as pause } from 'node:timers/promises';
import { call, type Answer, type Refusal, type Send } from './http.ts';

const BUSY = 503;

/** Sends a call until its answer is none of these, as a screen does: a server that refuses so did nothing. */
const again =
  (isRefused: (answer: Answer<Refusal | undefined>) => boolean): Send =>
  async (...asked) => {
    for (;;) {
      const answer = await call<never>(...asked);
      if (!isRefused(answer)) return answer;
      await pause(Number(answer.headers.get('retry-after')) * 1000);
    }
  };

export const patiently = again(({ status }) => status === BUSY);

/** Retries only while the server cannot keep up, as one that just started on a busy machine: it may be refused for more. */
export const unlessBusy = again(({ status, body }) => status === BUSY && body?.code === 'busy');
