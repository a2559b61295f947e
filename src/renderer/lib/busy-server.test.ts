import { expect, it } from 'vitest';
import { isServerBusy, untilServed } from './busy-server.ts';
import type { Clock } from './clock.ts';

const busy = (headers: HeadersInit = { 'Retry-After': '3' }) => ({
  status: 503,
  headers: new Headers(headers),
  body: { code: 'busy' },
});
const done = { status: 200, headers: new Headers(), body: { id: 1 } };

/** A clock on which every pause ends at once; records the length of each. */
function quickClock() {
  const pauses: number[] = [];
  const after: Clock['after'] = (milliseconds, work) => {
    pauses.push(milliseconds);
    queueMicrotask(work);
    return () => undefined;
  };
  return { pauses, clock: { now: () => 0, after, limit: () => new AbortController().signal } };
}

/** Returns these answers, one per request. */
function answering(...answers: (typeof done | ReturnType<typeof busy>)[]) {
  let sent = 0;
  return { send: () => Promise.resolve(answers[sent++] ?? done), count: () => sent };
}

it('asks a busy server again after the seconds that it names, and some more', async () => {
  const { clock, pauses } = quickClock();
  const { send, count } = answering(busy(), busy(), done);
  expect(await untilServed(send, clock)).toBe(done);
  expect(count()).toBe(3);
  expect(pauses).toHaveLength(2);
  for (const pause of pauses) {
    expect(pause).toBeGreaterThanOrEqual(3000);
    expect(pause).toBeLessThanOrEqual(6000);
  }
});

it('gives up after a few times that differ, with the last refusal', async () => {
  const { clock, pauses } = quickClock();
  const last = busy();
  const { send, count } = answering(busy(), busy(), busy(), busy(), last);
  expect(await untilServed(send, clock)).toBe(last);
  expect([count(), pauses.length]).toEqual([5, 4]);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

it('asks no more often than the caller says', async () => {
  const { clock, pauses } = quickClock();
  const last = busy();
  const { send, count } = answering(last);
  expect(await untilServed(send, clock, { triesMax: 1 })).toBe(last);
  expect([count(), pauses.length]).toEqual([1, 0]);
});

it('waits for a moment where the server does not say how long', async () => {
  const { clock, pauses } = quickClock();
  await untilServed(answering(busy({})).send, clock);
  expect(pauses[0]).toBeGreaterThanOrEqual(2000);
});

it.each([
  ['the till’s shell, whose server is away', 503, { code: 'server_unreachable' }],
  ['a proxy in front of a server that is away', 503, null],
  ['a server that broke', 500, { code: 'server_error' }],
])('does not ask %s again', async (_, status, body) => {
  const { clock } = quickClock();
  let sent = 0;
  await untilServed(() => Promise.resolve({ status, headers: new Headers(), body, nth: ++sent }), clock);
  expect(sent).toBe(1);
});

it('ends the pause when nobody waits for the answer any more', async () => {
  const leaving = new AbortController();
  let isCalledOff = false;
  const clock: Clock = {
    now: () => 0,
    after: () => () => {
      isCalledOff = true;
    },
    limit: () => leaving.signal,
  };
  const { send, count } = answering(busy());
  const asking = untilServed(send, clock, { signal: leaving.signal });
  const ended = expect(asking).rejects.toThrow('left');
  // By now the answer was read and the pause has begun.
  await Promise.resolve();
  leaving.abort(new Error('left'));
  await ended;
  expect([count(), isCalledOff]).toEqual([1, true]);
});

it('knows for how long the server is busy', async () => {
  const { clock } = quickClock();
  const { send } = answering(busy(), done);
  await untilServed(send, clock);
  expect(isServerBusy(2999)).toBe(true);
  expect(isServerBusy(3000)).toBe(false);
});
