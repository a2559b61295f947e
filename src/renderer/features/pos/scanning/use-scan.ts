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
    const take = createScanQueue<{ code: string; tell: (outcome: unknown) => void }>(
      async ({ code, tell }) => tell(await latest.current.onScan(code)),
      ({ tell }) => {
        soundError();
        tell(false);
      },
    );
    return takeScans((code) => {
      const outcome = new Promise((tell) => take({ code, tell }));
      latest.current.onTaken?.(outcome);
    });
  }, [latest]);
}
