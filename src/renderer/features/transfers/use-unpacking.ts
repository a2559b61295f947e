import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import { transfers, type ScannedCode, type Transfer } from '#contract/transfers.ts';
import { api } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';

/** The receiver's last scan: its outcome, or why it could not be saved. */
export type LastScan = ScannedCode | { code: string; outcome: 'failed'; item: null; text: string };

const withItem = (transfer: Transfer, { item }: ScannedCode): Transfer => {
  if (!item) return transfer;
  const isKnown = transfer.items.some((one) => one.inventory_item_id === item.inventory_item_id);
  const items = isKnown
    ? transfer.items.map((one) => (one.inventory_item_id === item.inventory_item_id ? item : one))
    : [...transfer.items, item];
  return { ...transfer, items };
};

const textOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'The server could not be reached. Scan it again';

/** Saves scans of arrived units one after another, and updates the shown transfer with each outcome. */
export function useUnpacking(transferId: number) {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LastScan | null>(null);

  const work = async (code: string) => {
    try {
      const input = { params: { transferId }, body: { codes: [code] } };
      const { data } = await api.transfers.scan(input, { key: crypto.randomUUID() });
      const [scan] = data;
      if (!scan) return;
      const { queryKey } = read(transfers.get, { params: { transferId } });
      // A read started before this scan would miss it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Transfer>(queryKey, (shown) => shown && withItem(shown, scan));
      setLast(scan);
      if (scan.outcome !== 'scanned') soundError();
    } catch (error) {
      setLast({ code, outcome: 'failed', item: null, text: textOf(error) });
      soundError();
    }
  };
  const latest = useLatest(work);
  const [take] = useState(() =>
    createScanQueue((code: string) => latest.current(code), soundError, Number.POSITIVE_INFINITY),
  );
  return { take, last, forget: () => setLast(null) };
}
