import { useEffect, useState } from 'react';
import type { UpdateStatus } from '#bridge/updates.ts';
import { till } from './till.ts';

/** Returns what becomes of this till's own program, null until it is read; the component follows it. */
export function useUpdateStatus(): UpdateStatus | null {
  const [status, setStatus] = useState<UpdateStatus | null>(null);
  useEffect(() => {
    const stop = till.updates.onChange(setStatus);
    void till.updates.status().then(setStatus, () => undefined);
    return stop;
  }, []);
  return status;
}
