import { useLayoutEffect } from 'react';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';

/** Passes every scan of every scanner to `onScan` while mounted, one after another. */
export function useScan(onScan: (code: string) => Promise<unknown>): void {
  const latest = useLatest(onScan);
  useLayoutEffect(() => takeScans(createScanQueue((code) => latest.current(code), soundError)), [latest]);
}
