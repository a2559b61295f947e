import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { transfers, type ScannedCode, type Transfer } from '#contract/transfers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { api } from '#renderer/lib/api.ts';
import { read } from '#renderer/lib/read.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useWaitingScans } from '#renderer/lib/use-waiting-scans.ts';
import type { WaitingScan } from '#renderer/lib/waiting-scans.ts';

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

/** Saves scans of arrived units one after another, and updates the shown transfer with each outcome. */
export function useUnpacking(transferId: number) {
  const { staff } = useSignedIn();
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LastScan | null>(null);

  const send = async ({ code, key }: WaitingScan) => {
    const input = { params: { transferId }, body: { codes: [code] } };
    const { data } = await api.transfers.scan(input, { key });
    const [scan] = data;
    if (!scan) return;
    const { queryKey } = read(transfers.get, { params: { transferId } });
    // A read started before this scan would miss it.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Transfer>(queryKey, (shown) => shown && withItem(shown, scan));
    setLast(scan);
    if (scan.outcome !== 'scanned') soundError();
  };
  const scans = useWaitingScans({
    name: `transfer.${staff.id}.${transferId}`,
    send,
    onFailed: (code, text) => setLast({ code, outcome: 'failed', item: null, text }),
  });
  return { ...scans, last, forget: () => setLast(null) };
}
