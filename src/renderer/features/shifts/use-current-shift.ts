import { useQuery } from '@tanstack/react-query';
import { shifts } from '#contract/shifts.ts';
import type { Store } from '#contract/stores.ts';
import { read } from '#renderer/lib/read.ts';

/** Milliseconds after which it is asked again whether a drawer may be sold from by now: another window may have it. */
const WAITING = 10_000;

/** Which till this device is, and the shift that is open there; asked for only where the store keeps shifts. */
export function useCurrentShift({ shifts: { enabled } }: Store) {
  const query = useQuery({
    ...read(shifts.current),
    enabled,
    refetchInterval: ({ state: { data } }) => (data?.till && data.shift?.status !== 'open' ? WAITING : false),
  });
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

/** Why nothing is paid in full at this till now; null where it is, and where nobody knows. */
export function useDrawerTrouble(store: Store): string | null {
  const current = useCurrentShift(store)?.data;
  if (!current?.keeps_shifts || current.shift?.status === 'open') return null;
  return current.shift
    ? 'The drawer is being counted: close the shift, or go back to selling first'
    : 'No shift is open at this till: open one first';
}
