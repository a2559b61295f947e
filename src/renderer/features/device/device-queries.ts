import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Scan, ScannerStatus } from '#bridge/scanning.ts';
import type { DeviceSettings, TillSettings } from '#bridge/settings.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { till } from '#renderer/lib/till.ts';

/** Milliseconds between two checks of the server in use while its card is shown. */
const SERVER_LOOK_AGAIN = 10_000;
const SCANS_SHOWN = 5;
/** The name shown for a scanner that types, as it has none of its own. */
const TYPING = 'Keyboard scanner';

const devicesQuery = queryOptions({
  queryKey: queryKeys.tillDevices,
  queryFn: () => till.settings.devices(),
  staleTime: 0,
});

/** Finds the devices that this computer has now. */
export const useFoundDevices = () => useQuery(devicesQuery);

/** Checks the state of the server in use while the card is shown. */
export const useServerState = (url: string) =>
  useQuery({
    queryKey: queryKeys.tillServer(url),
    queryFn: () => till.server.look(url),
    staleTime: 0,
    refetchInterval: SERVER_LOOK_AGAIN,
  });

/** Reads the prints that wait or were not confirmed, the newest first; follows changes by itself. */
export function useWaitingPrints() {
  const queryClient = useQueryClient();
  useEffect(
    () => till.printer.onStatus(() => void queryClient.invalidateQueries({ queryKey: queryKeys.tillPrints })),
    [queryClient],
  );
  return useQuery({ queryKey: queryKeys.tillPrints, queryFn: () => till.printer.queue(), staleTime: 0 });
}

/** Reads the state of each scanner that is set up, by its name. */
export function useScannerStates(): ReadonlyMap<string, ScannerStatus> {
  const [states, setStates] = useState<readonly ScannerStatus[]>([]);
  useEffect(() => {
    let isToldBetter = false;
    const stop = till.scanner.onStatus((told) => {
      isToldBetter = true;
      setStates(told);
    });
    void till.scanner.status().then((told) => !isToldBetter && setStates(told));
    return () => {
      isToldBetter = true;
      stop();
    };
  }, []);
  return new Map(states.map((state) => [state.scanner, state]));
}

/** A scan as shown in the scanner test. */
type TriedScan = Scan & { key: number };

/** Returns the last scans of all scanners, including those that type; the newest first. */
export function useTriedScans(): readonly TriedScan[] {
  const [scans, setScans] = useState<readonly TriedScan[]>([]);
  const count = useRef(0);
  useEffect(
    () =>
      takeScans((code, scanner) => {
        const scan = { key: (count.current += 1), code, scanner: scanner ?? TYPING, at: Date.now() };
        setScans((before) => [scan, ...before].slice(0, SCANS_SHOWN));
      }),
    [],
  );
  return scans;
}

/** Saves some of the till's settings over the current ones and returns the result. */
export function useSaveDevices() {
  const queryClient = useQueryClient();
  return async (changes: Partial<DeviceSettings>): Promise<TillSettings> => {
    const kept = await till.settings.read();
    if (!kept) throw new Error('This till has no settings');
    const { server, ...devices } = kept;
    await till.settings.write({ ...devices, ...changes });
    const saved = (await till.settings.read()) ?? { ...devices, ...changes, server };
    queryClient.setQueryData(tillSettingsQuery.queryKey, saved);
    return saved;
  };
}
