import { useQuery } from '@tanstack/react-query';
import { shifts } from '#contract/shifts.ts';
import type { Store } from '#contract/stores.ts';
import { read } from '#renderer/lib/read.ts';

/** Which till this device is, and the shift that is open there; asked for only where the store keeps shifts. */
export function useCurrentShift({ shifts: { enabled } }: Store) {
  const query = useQuery({ ...read(shifts.current), enabled });
  return enabled ? query : null;
}

/** Why no cash can leave the drawer of this till, as far as it is known; null where it can. */
export function useWhyNoCash(store: Store): string | null {
  const shift = useCurrentShift(store)?.data?.shift;
  if (shift === undefined || shift?.status === 'open') return null;
  return shift === null
    ? 'Cash goes back, and no shift is open at this till. Open one first.'
    : 'Cash goes back, and the drawer of this till is being counted. Close its shift, or go back to selling first.';
}
