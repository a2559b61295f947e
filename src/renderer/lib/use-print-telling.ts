import { useEffect, useMemo, useRef } from 'react';
import type { PrintStatus } from '#bridge/printing.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { together } from './prints-together.ts';
import { till } from './till.ts';

type AskedPrint = {
  /** `Refund`, `3 labels`; the toast begins with it. */
  title: string;
  /** The text where there is no printer. */
  noPrinter: string;
};

/** The request, the status of each print by key, and the last reported state. */
type Asked = AskedPrint & { prints: Map<string, PrintStatus | null>; said: PrintStatus['state'] | null };

/**
 * Reports by toasts on prints of this till. `ask` registers prints by their keys before they are sent, `tell` takes the
 * first answers; later states come from the till.
 */
export function usePrintTelling() {
  const notify = useNotify();
  const asked = useRef(new Map<string, Asked>());

  const tell = useMemo(
    () => (status: PrintStatus) => {
      const job = asked.current.get(status.job_key);
      if (!job) return;
      job.prints.set(status.job_key, status);
      const now = together([...job.prints.values()]);
      if (!now || job.said === now.state) return;
      job.said = now.state;
      switch (now.state) {
        case 'confirmed':
          return notify.success(`${job.title} printed`, now.printer);
        case 'queued':
          return notify.warning(
            `${job.title} ${job.prints.size > 1 ? 'wait' : 'waits'} for the printer`,
            now.reason,
          );
        case 'unknown':
          return notify.warning(`Check the ${job.title.toLowerCase()} on paper`, now.reason);
        case 'failed':
          return notify.error(`${job.title} not printed`, now.reason);
        case 'no_printer':
          return notify.error(`${job.title} not printed`, job.noPrinter);
        case 'sending':
          return;
      }
    },
    [notify],
  );
  useEffect(() => till.printer.onStatus(tell), [tell]);

  const ask = (print: AskedPrint, keys: readonly string[]): void => {
    const job: Asked = { ...print, prints: new Map(keys.map((key) => [key, null])), said: null };
    for (const key of keys) asked.current.set(key, job);
  };
  return { ask, tell };
}
