import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counts, type CountScan } from '#contract/counts.ts';
import { ApiError } from '#contract/errors.ts';
import { api } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';

/** The last scan: what it came to, or why it could not be written down. */
export type LastScan = { scan: CountScan } | { code: string; failed: string };

const wordsOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'The server could not be reached. Scan it again';

/** Writes scans down one after another, however fast they come; a sound says which one is to be looked at. */
export function useCounting(countId: number) {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LastScan | null>(null);
  const [own, setOwn] = useState<number | null>(null);

  const work = async (code: string) => {
    try {
      const input = { params: { countId }, body: { codes: [code] } };
      const answer = await api.counts.scan(input, { key: crypto.randomUUID() });
      const [scan] = answer.data;
      if (!scan) return;
      setOwn(answer.own);
      setLast({ scan });
      if (scan.outcome !== 'found') soundError();
    } catch (error) {
      setLast({ code, failed: wordsOf(error) });
      soundError();
    }
  };
  const latest = useLatest(work);
  const [queue] = useState(() =>
    createScanQueue(
      async (code: string) => {
        await latest.current(code);
        const { queryKey } = read(counts.get, { params: { countId } });
        void queryClient.invalidateQueries({ queryKey });
        void queryClient.invalidateQueries({ queryKey: ['counts', 'scans'] });
      },
      soundError,
      Number.POSITIVE_INFINITY,
    ),
  );
  return { take: queue, last, own };
}
