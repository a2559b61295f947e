import { useEffect, useState } from 'react';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { endOfDay, storeDate, type Zones } from '#domain/store-time.ts';
import { serverNow } from './server-time.ts';

/** Milliseconds after which a computer that slept, or whose clock was set, learns the date. */
const HALF_MINUTE = 30_000;

/** Returns the store's date by the server's clock, the next one as soon as that begins. */
export function useToday(zones: Zones): CalendarDate {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const left = endOfDay(now, zones) - serverNow();
    const timer = setTimeout(() => setNow(serverNow()), Math.min(left, HALF_MINUTE));
    return () => clearTimeout(timer);
  }, [now, zones]);
  return storeDate(now, zones);
}
