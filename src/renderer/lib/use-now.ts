import { useEffect, useState } from 'react';
import { serverNow } from './server-time.ts';

const HALF_MINUTE = 30_000;

/** Returns the server's time (epoch milliseconds), updated every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), HALF_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
