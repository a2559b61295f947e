import type { PrintQueueEntry, PrintStatus } from '#bridge/printing.ts';
import type { TillSettings } from '#bridge/settings.ts';
import { asPrinter } from './label-printer.ts';
import type { openPrintJournal } from './print-journal.ts';
import { startPrintQueue, type PrintQueue, type PrintQueueDeps } from './print-queue.ts';

type PrintQueuesDeps = Omit<PrintQueueDeps, 'journal' | 'readPrinter'> & {
  journal: ReturnType<typeof openPrintJournal>;
  /** Returns both printers' present settings, before each try. */
  readPrinters: () => Pick<TillSettings, 'printer' | 'label_printer'>;
  /** Returns the tag of the server that the till works with now. */
  serverTag: () => string;
};

/** A key in the journal, as opposed to one that the page made. */
const WITH_SERVER = /^[0-9a-f]{16}\//;

const newestFirst = (one: PrintQueueEntry, other: PrintQueueEntry) => other.queued_at - one.queued_at;

/**
 * The page names its jobs by ids of its server, which mean another sale at another one: the journal's keys begin with the
 * server, `0a1b…/sale-12`. A job of another server has its whole key on the page, too.
 */
function keysOf(serverTag: () => string) {
  const start = () => `${serverTag()}/`;
  const inJournal = (key: string) => (WITH_SERVER.test(key) ? key : start() + key);
  const onPage = <Status extends PrintStatus>(status: Status): Status => {
    const { job_key: key } = status;
    return { ...status, job_key: key.startsWith(start()) ? key.slice(start().length) : key };
  };
  return { inJournal, onPage };
}

/**
 * Starts the queues of a till's two printers as one: labels go to the label printer, if there is one, everything else to
 * the receipt printer. Neither waits for the other.
 */
export function startPrintQueues({
  journal,
  readPrinters,
  serverTag,
  onStatus,
  ...deps
}: PrintQueuesDeps): PrintQueue {
  const { inJournal, onPage } = keysOf(serverTag);
  journal.adopt(serverTag());
  const shared = { ...deps, onStatus: (status: PrintStatus) => onStatus(onPage(status)) };
  const receipts = startPrintQueue({ ...shared, journal, readPrinter: () => readPrinters().printer });
  const labels = startPrintQueue({
    ...shared,
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
      const queue = isForLabels ? labels : receipts;
      return onPage(queue.print({ ...job, job_key: inJournal(job.job_key) }));
    },
    // Both queues know every key.
    find: (jobKey) => {
      const found = receipts.find(inJournal(jobKey));
      return found && onPage(found);
    },
    list: () => [...receipts.list(), ...labels.list()].toSorted(newestFirst).map(onPage),
    forget: (jobKey) => receipts.forget(inJournal(jobKey)),
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
