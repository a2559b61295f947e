import { useEffect, useState } from 'react';
import { clock } from '#renderer/lib/clock.ts';
import { watchIdle } from '#renderer/lib/idle.ts';

const MINUTE = 60_000;
/** The storage key of the cashier whose till is locked: a reloaded page stays locked. */
const MARK = 'tindahan.locked';

const forget = () => localStorage.removeItem(MARK);

/** Locks the till after `minutes` without input; null never does. The lock ends with the sign-in. */
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
