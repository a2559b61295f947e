import { describe, expect, it } from 'vitest';
import { handClocks, SERVER_TIME } from '#tests/support/offline-sales.ts';
import { startTillClock } from './till-clock.ts';

const HOUR = 3_600_000;
/** The server's time is other than the computer's. */
const start = SERVER_TIME + 7 * HOUR;

function aClock() {
  const hand = handClocks();
  const clock = startTillClock(null, hand.clocks);
  clock.hear(start);
  return { ...hand, clock };
}

describe('the till’s clock', () => {
  it('goes on from the server’s time of its last answer', () => {
    const { clock, pass } = aClock();
    pass(5 * HOUR);
    expect([clock.now() - start, clock.answeredAt()]).toEqual([5 * HOUR, start]);
    clock.hear(start + 5 * HOUR + 3000);
    expect([clock.now() - start, clock.answeredAt()]).toEqual([5 * HOUR + 3000, start + 5 * HOUR + 3000]);
  });

  it('knows no answer before the first', () => {
    const { clocks } = handClocks();
    expect(startTillClock(null, clocks).answeredAt()).toBeNull();
  });

  it.each([-9, 9, 24 * 365 * 4, -24 * 365])(
    'neither wins nor loses by a clock that is set by %d h',
    (hours) => {
      const { clock, pass, set, clocks, restart } = aClock();
      pass(HOUR);
      set(hours * HOUR);
      pass(2 * HOUR);
      expect(clock.now() - start).toBe(3 * HOUR);
      const kept = clock.moments();
      restart();
      const again = startTillClock(kept, clocks);
      pass(HOUR);
      expect([again.now() - start, again.answeredAt()]).toEqual([4 * HOUR, start]);
    },
  );

  it('goes on after a restart by the computer’s clock, and never before what was kept', () => {
    const { clock, pass, restart, clocks } = aClock();
    pass(2 * HOUR);
    const kept = clock.moments();
    restart(3 * HOUR);
    expect(startTillClock(kept, clocks).now() - start).toBe(5 * HOUR);
    restart(-20 * HOUR);
    const setBack = startTillClock(kept, clocks);
    expect(setBack.now() - start).toBe(2 * HOUR);
    pass(HOUR);
    expect(setBack.now() - start).toBe(3 * HOUR);
  });

  it('never goes back for an answer that was overtaken', () => {
    const { clock, pass } = aClock();
    pass(1000);
    clock.hear(start - 2000);
    expect([clock.now() - start, clock.answeredAt()]).toEqual([1000, start]);
    clock.hear(start + 500);
    expect([clock.now() - start, clock.answeredAt()]).toEqual([1000, start + 500]);
    pass(600);
    expect(clock.now() - start).toBe(1100);
  });

  it('believes the server against a computer whose clock was years ahead while it was off', () => {
    const { clock, restart, clocks } = aClock();
    const kept = clock.moments();
    restart(4 * 365 * 24 * HOUR);
    const ahead = startTillClock(kept, clocks);
    expect(ahead.now() - start).toBeGreaterThan(365 * 24 * HOUR);
    ahead.hear(start + HOUR);
    expect([ahead.now() - start, ahead.answeredAt()]).toEqual([HOUR, start + HOUR]);
  });
});
