import { useEffect, useState } from 'react';

const MINUTE = 60_000;
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];
const format = new Intl.RelativeTimeFormat('en');

/** `4 minutes ago`; a till whose clock is behind says `just now` rather than something of the future. */
export function relativeTime(instant: number, now: number): string {
  const passed = now - instant;
  const step = STEPS.find(([, length]) => passed >= length);
  return step ? format.format(-Math.floor(passed / step[1]), step[0]) : 'just now';
}

/** The time (epoch milliseconds), and again every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}
