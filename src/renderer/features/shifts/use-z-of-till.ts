import { useQuery } from '@tanstack/react-query';
import { zReadings, type ZReading } from '#contract/z-readings.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';

const numbersOf = (taken: readonly ZReading[]) =>
  taken.length === 1
    ? `Z reading ${taken[0]?.no} taken`
    : `Z readings ${taken[0]?.no} to ${taken.at(-1)?.no} taken`;

/** The Z reading of a till whose shift was closed: offered while a day of it is due, and told by its number. */
export function useZOfTill(tillId: number, isClosed: boolean) {
  const { may } = useSignedIn();
  const { busy, run } = useRouteMutation(zReadings.create, {
    done: ({ data }) => numbersOf(data),
    failed: 'The Z reading was not taken',
  });
  const due = useQuery({
    ...read(zReadings.due, { query: { till_id: tillId } }),
    enabled: isClosed && may('shifts.close'),
  });
  return {
    busy,
    // Where nobody knows, pressing it says so.
    isDue: isClosed && (due.isError || (due.data?.data.length ?? 0) > 0),
    /** Returns what was taken; null where it failed, which was told. */
    take: async () => (await run({ body: { till_id: tillId } }))?.data ?? null,
  };
}
