import type { StockCount } from '#contract/counts.ts';
import { countSlip, type PrintedList } from '#domain/count-slip.ts';
import { differenceKinds, differenceText, type DifferenceKind } from '#domain/counts.ts';
import type { SlipFrame } from '#domain/slip.ts';
import { api } from '#renderer/lib/api-client.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** As much of each list is put on paper; the file has all of it. */
const PRINTED = 100;

async function listOf(countId: number, kind: DifferenceKind): Promise<PrintedList> {
  const query = { kind, per_page: PRINTED };
  const { data, total, total_capped } = await api.counts.differences({ params: { countId }, query });
  return { title: differenceText[kind], rows: data, total, total_capped };
}

/** Prints a count's report: on this till's receipt printer, else by the browser's print dialog. */
export function useCountReport(frame: Omit<SlipFrame, 'printed_at'>) {
  const printSlip = useSlipPrinting();
  const notify = useNotify();
  return useOnce(async (count: StockCount) => {
    try {
      const lists = await Promise.all(differenceKinds.map((kind) => listOf(count.id, kind)));
      const document = { ...count, is_open: count.status === 'open', found: count.progress.found };
      await printSlip(countSlip(document, lists, { ...frame, printed_at: serverNow() }));
    } catch (error) {
      const { title, body } = errorTextFor(error, 'Failed to print the report');
      notify.error(title, body);
    }
  });
}
