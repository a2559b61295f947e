import { useLayoutEffect } from 'react';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';

/**
 * Passes every scan of every scanner to `onScan` while mounted, one after another; `onTaken` is called at once, with what
 * becomes of it.
 */
export function useScan(
  onScan: (code: string) => Promise<unknown>,
  onTaken?: (outcome: Promise<unknown>) => void,
): void {
  const latest = useLatest({ onScan, onTaken });
  useLayoutEffect(() => {
    const take = createScanQueue((code) => latest.current.onScan(code), soundError);
    return takeScans((code) => {
      const outcome = take(code);
      latest.current.onTaken?.(outcome);
    });
  }, [latest]);
}
