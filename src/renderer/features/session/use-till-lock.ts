import { useEffect, useState } from 'react';
import { clock } from '#renderer/lib/clock.ts';
import { watchIdle } from '#renderer/lib/idle.ts';

const MINUTE = 60_000;
/** Whose till locked itself: a page that is loaded again is locked still. */
const MARK = 'tindahan.locked';

const forget = () => localStorage.removeItem(MARK);

/** Locks a till that nobody touched for some minutes; null never does. It ends with the sign-in. */
export function useTillLock(staffId: number, minutes: number | null) {
  const [isLocked, setLocked] = useState(() => localStorage.getItem(MARK) === String(staffId));
  useEffect(() => {
    if (minutes === null || isLocked) return;
    return watchIdle(minutes * MINUTE, clock, () => {
      localStorage.setItem(MARK, String(staffId));
      setLocked(true);
    });
  }, [staffId, minutes, isLocked]);
  useEffect(() => forget, []);
  return {
    isLocked,
    unlock: () => {
      forget();
      setLocked(false);
    },
  };
}
