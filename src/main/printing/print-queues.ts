import type { PrintQueueEntry } from '#bridge/printing.ts';
import type { TillSettings } from '#bridge/settings.ts';
import { asPrinter } from './label-printer.ts';
import type { openPrintJournal } from './print-journal.ts';
import { startPrintQueue, type PrintQueue, type PrintQueueDeps } from './print-queue.ts';

type PrintQueuesDeps = Omit<PrintQueueDeps, 'journal' | 'readPrinter'> & {
  journal: ReturnType<typeof openPrintJournal>;
  /** Returns both printers' present settings, before each try. */
  readPrinters: () => Pick<TillSettings, 'printer' | 'label_printer'>;
};

const newestFirst = (one: PrintQueueEntry, other: PrintQueueEntry) => other.queued_at - one.queued_at;

/**
 * Starts the queues of a till's two printers as one: labels go to the label printer, if there is one, everything else to
 * the receipt printer. Neither waits for the other.
 */
export function startPrintQueues({ journal, readPrinters, ...deps }: PrintQueuesDeps): PrintQueue {
  const receipts = startPrintQueue({ ...deps, journal, readPrinter: () => readPrinters().printer });
  const labels = startPrintQueue({
    ...deps,
    journal: journal.labels,
    readPrinter: () => {
      const { label_printer } = readPrinters();
      return label_printer && asPrinter(label_printer);
    },
  });
  /** Moves jobs that wait for a removed label printer to the receipt printer, which prints labels now. */
  const handOver = (): void => {
    if (readPrinters().label_printer === null) journal.labels.handOver();
  };
  return {
    print: (job) => {
      const isForLabels = job.document.kind === 'label' && readPrinters().label_printer !== null;
      return (isForLabels ? labels : receipts).print(job);
    },
    list: () => [...receipts.list(), ...labels.list()].toSorted(newestFirst),
    // Both queues know every key.
    forget: (jobKey) => receipts.forget(jobKey),
    wake: () => {
      handOver();
      receipts.wake();
      labels.wake();
    },
    resume: () => {
      handOver();
      receipts.resume();
      labels.resume();
    },
    stop: () => {
      receipts.stop();
      labels.stop();
    },
  };
}
