import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counts, type CountScan, type ScannedBarcode, type StockCount } from '#contract/counts.ts';
import { ApiError } from '#contract/errors.ts';
import { api, keyOf } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useThrottled } from '#renderer/lib/use-throttled.ts';

/** The last scan: what it came to, or why it could not be written down. */
export type LastScan = { scan: CountScan } | { code: string; failed: string };

/** The lists follow the scans at most so often, however fast somebody scans. */
const FOLLOWED = 1000;

const textOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'The server could not be reached. Scan it again';

const COUNTED_AS = { found: 'found', unexpected: 'unexpected', sold_meanwhile: 'sold' } as const;

/** The count as it is after a scan of one's own: what all of it comes to is asked for every few seconds. */
function withScan(count: StockCount, { outcome }: CountScan, own: number): StockCount {
  const { progress } = count;
  if (outcome === 'already_counted' || outcome === 'unknown' || outcome === 'barcode') return count;
  const kind = COUNTED_AS[outcome];
  const missing =
    progress.missing === undefined ? {} : { missing: progress.missing - Number(kind === 'found') };
  return { ...count, progress: { ...progress, own, [kind]: progress[kind] + 1, ...missing } };
}

/**
 * Writes scans down one after another, however fast they come; a sound says whether one is to be looked at. The barcode
 * of what has no serial numbers goes to `onBarcode`: of that, a number is entered.
 */
export function useCounting(countId: number, onBarcode: (variation: ScannedBarcode) => void) {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LastScan | null>(null);
  const { queryKey } = read(counts.get, { params: { countId } });
  const follow = useThrottled(() => {
    const [module, name] = keyOf(counts.scans);
    void queryClient.invalidateQueries({ queryKey: [module, name] });
  }, FOLLOWED);

  const work = async (code: string) => {
    try {
      const input = { params: { countId }, body: { codes: [code] } };
      const { data, own } = await api.counts.scan(input, { key: crypto.randomUUID() });
      const [scan] = data;
      if (!scan) return;
      // What was asked before this scan does not know it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<StockCount>(queryKey, (shown) => shown && withScan(shown, scan, own));
      setLast({ scan });
      const { outcome, variation } = scan;
      if (outcome === 'found') soundDone();
      else if (variation && !variation.product.requires_serial) onBarcode(variation);
      else soundError();
      follow();
    } catch (error) {
      setLast({ code, failed: textOf(error) });
      soundError();
      // Somebody may have ended it.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  const latest = useLatest(work);
  const [take] = useState(() =>
    createScanQueue((code: string) => latest.current(code), soundError, Number.POSITIVE_INFINITY),
  );
  return { take, last, forget: () => setLast(null) };
}
