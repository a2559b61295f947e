import type { PrinterSettings, PrintJob, PrintStatus } from '#bridge/till.ts';
import { encodeReceipt, opensDrawer } from './escpos.ts';
import type { JournalledJob, PrintJournal } from './print-journal.ts';
import { PrinterUnreachable, type PrinterTransport } from './transport.ts';

export type PrintQueue = {
  /** Takes a job and answers at once. A key that was seen before answers how that job stands and prints nothing. */
  print: (job: PrintJob) => PrintStatus;
  /** Goes on where the till stopped: what was leaving then becomes `unknown`, what waited is tried. */
  resume: () => void;
  /** Stops trying; what waits stays in the journal. */
  stop: () => void;
};

export type PrintQueueDeps = {
  journal: PrintJournal;
  /** The printer as it is set up now, asked before each try. */
  readPrinter: () => PrinterSettings | null;
  connect: (printer: PrinterSettings) => PrinterTransport;
  /** Hears of every change of every job. */
  onStatus: (status: PrintStatus) => void;
  /** Calls `then` after some milliseconds; answers how to call that off. */
  after?: (milliseconds: number, then: () => void) => () => void;
};

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

const realTimer = (milliseconds: number, then: () => void) => {
  const timer = setTimeout(then, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Prints receipts one after the other, in the order they were asked for. A job is tried again by itself only while no
 * byte of it has left; then its state is `queued`, with the reason. Once bytes have left and the line broke it is
 * `unknown`, and only the cashier can ask for a repeat, as a job with a new key that does not open the drawer.
 */
export function startPrintQueue(deps: PrintQueueDeps): PrintQueue {
  const { journal, readPrinter, connect, onStatus, after = realTimer } = deps;
  let busy = false;
  let stopped = false;
  let tries = 0;
  let callOffRetry = () => {};

  const record = (job: JournalledJob, change: Partial<PrintStatus>): void => {
    const status = { ...statusOf(job), ...change };
    journal.record(status);
    onStatus(status);
  };

  async function work(): Promise<void> {
    if (busy || stopped) return;
    callOffRetry();
    busy = true;
    try {
      for (let job = journal.next(); job && !stopped; job = journal.next()) {
        if (!(await tryJob(job))) return retryLater();
        tries = 0;
      }
    } finally {
      busy = false;
    }
  }

  function wake(): void {
    work().catch((fault: unknown) => {
      console.error('print queue:', fault);
      retryLater();
    });
  }

  function retryLater(): void {
    if (stopped) return;
    callOffRetry();
    callOffRetry = after(Math.min(FIRST_RETRY_MS * 2 ** tries, LAST_RETRY_MS), wake);
    tries += 1;
  }

  /** Answers false when the job still waits. */
  async function tryJob(job: JournalledJob): Promise<boolean> {
    const printer = readPrinter();
    if (!printer) {
      record(job, { reason: 'No printer is set up' });
      return false;
    }
    const bytes = encode(job, printer);
    if (!bytes) {
      record(job, { state: 'failed', printer: printer.host, reason: 'This receipt cannot be printed' });
      return true;
    }
    return send(job, printer, bytes);
  }

  async function send(job: JournalledJob, printer: PrinterSettings, bytes: Uint8Array): Promise<boolean> {
    const begun = {
      printer: printer.host,
      drawer_opened: opensDrawer(job.receipt, printer, job.open_drawer),
      reason: null,
    };
    let bytesLeft = false;
    try {
      await connect(printer).send(bytes, () => {
        record(job, { ...begun, state: 'sending' });
        bytesLeft = true;
      });
    } catch (fault) {
      const waits = !bytesLeft || fault instanceof PrinterUnreachable;
      const reason = fault instanceof Error ? fault.message : 'The printer does not answer';
      if (waits) record(job, { printer: printer.host, reason, state: 'queued' });
      else record(job, { ...begun, reason, state: 'unknown' });
      return !waits;
    }
    record(job, { ...begun, state: 'confirmed' });
    return true;
  }

  return {
    print: ({ job_key, receipt, open_drawer }) => {
      const known = journal.find(job_key);
      if (known) return statusOf(known);
      const printer = readPrinter();
      const status = { job_key, drawer_opened: false, reason: null };
      if (!printer) return { ...status, state: 'no_printer', printer: null };
      const job = { ...status, state: 'queued' as const, printer: printer.host, receipt, open_drawer };
      journal.add(job);
      onStatus(statusOf(job));
      tries = 0;
      wake();
      return statusOf(job);
    },
    resume: () => {
      const reason = 'The till stopped in the middle of this receipt';
      for (const job of journal.cutOff()) record(job, { state: 'unknown', reason });
      wake();
    },
    stop: () => {
      stopped = true;
      callOffRetry();
    },
  };
}

function statusOf({ job_key, state, printer, drawer_opened, reason }: JournalledJob): PrintStatus {
  return { job_key, state, printer, drawer_opened, reason };
}

/** The job's bytes, or null when they cannot be made: then trying again would not help. */
function encode(job: JournalledJob, printer: PrinterSettings): Uint8Array | null {
  try {
    return encodeReceipt(job.receipt, printer, job.open_drawer);
  } catch (fault) {
    console.error('print queue:', fault);
    return null;
  }
}
