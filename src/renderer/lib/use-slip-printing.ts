import { useEffect, useMemo, useRef } from 'react';
import type { PrintStatus } from '#bridge/printing.ts';
import type { SlipDocument } from '#domain/slip.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { openPrintDialog, sendToPrinter } from './print-document.ts';
import { till } from './till.ts';

/** Prints slips: on this till's receipt printer, which then says how it went, else by the browser's print dialog. */
export function useSlipPrinting() {
  const notify = useNotify();
  /** The slips asked for here, by key, with what was last said of each. */
  const asked = useRef(new Map<string, { title: string; said: PrintStatus['state'] | null }>());

  const tell = useMemo(
    () => (status: PrintStatus) => {
      const job = asked.current.get(status.job_key);
      if (!job || job.said === status.state) return;
      switch (status.state) {
        case 'confirmed':
          notify.success(`${job.title} printed`, status.printer);
          break;
        case 'queued':
          // Without a reason it is on its way.
          if (status.reason === null) return;
          notify.warning(`${job.title} waits for the printer`, status.reason);
          break;
        case 'unknown':
          notify.warning(`Check the ${job.title.toLowerCase()} on paper`, status.reason);
          break;
        case 'failed':
          notify.error(`${job.title} not printed`, status.reason);
          break;
        case 'no_printer':
          notify.error(`${job.title} not printed`, 'No receipt printer is set up at this till');
          break;
        case 'sending':
          return;
      }
      job.said = status.state;
    },
    [notify],
  );
  useEffect(() => till.printer.onStatus(tell), [tell]);

  return async (slip: SlipDocument, { openDrawer = false, key = crypto.randomUUID() as string } = {}) => {
    const document = { kind: 'slip' as const, slip };
    if (till.kind === 'browser') return openPrintDialog(document);
    asked.current.set(key, { title: slip.title, said: null });
    const status = await sendToPrinter(document, { key, openDrawer });
    if (status) tell(status);
  };
}
