import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counts, type CountScan, type ScannedBarcode } from '#contract/counts.ts';
import { ApiError } from '#contract/errors.ts';
import { api, keyOf } from '#renderer/lib/api-client.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useThrottled } from '#renderer/lib/use-throttled.ts';

/** The last scan: what it came to, or why it could not be written down. */
export type LastScan = { scan: CountScan } | { code: string; failed: string };

/** Figures and lists follow the scans at most so often, however fast somebody scans. */
const FOLLOWED = 1000;

const wordsOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'The server could not be reached. Scan it again';

type Counting = {
  /** How many units one has scanned by now. */
  onOwn: (own: number) => void;
  /** The barcode of what has no serial numbers was scanned: a number is entered of it. */
  onBarcode: (variation: ScannedBarcode) => void;
};

/** Writes scans down one after another, however fast they come; a sound says whether one is to be looked at. */
export function useCounting(countId: number, { onOwn, onBarcode }: Counting) {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LastScan | null>(null);
  const follow = useThrottled(() => {
    for (const route of [counts.get, counts.scans]) {
      const [area, name] = keyOf(route);
      void queryClient.invalidateQueries({ queryKey: [area, name] });
    }
  }, FOLLOWED);

  const work = async (code: string) => {
    try {
      const input = { params: { countId }, body: { codes: [code] } };
      const answer = await api.counts.scan(input, { key: crypto.randomUUID() });
      const [scan] = answer.data;
      if (!scan) return;
      onOwn(answer.own);
      setLast({ scan });
      const { outcome, variation } = scan;
      if (outcome === 'found') soundDone();
      else if (variation && !variation.product.requires_serial) onBarcode(variation);
      else soundError();
    } catch (error) {
      setLast({ code, failed: wordsOf(error) });
      soundError();
    }
    follow();
  };
  const latest = useLatest(work);
  const [take] = useState(() =>
    createScanQueue((code: string) => latest.current(code), soundError, Number.POSITIVE_INFINITY),
  );
  return { take, last, forget: () => setLast(null) };
}
