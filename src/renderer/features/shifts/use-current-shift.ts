import { useQuery } from '@tanstack/react-query';
import { shifts } from '#contract/shifts.ts';
import type { Store } from '#contract/stores.ts';
import { read } from '#renderer/lib/read.ts';

/** Which till this device is, and the shift that is open there; asked for only where the store keeps shifts. */
export function useCurrentShift({ shifts: { enabled } }: Store) {
  const query = useQuery({ ...read(shifts.current), enabled });
  return enabled ? query : null;
}
