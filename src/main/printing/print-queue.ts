import type { PrintJob, PrintQueueEntry, PrintStatus } from '#bridge/printing.ts';
import { documentTitle } from '#domain/slip.ts';
import { log } from '../app/log.ts';
import { diskFaultOf, diskText } from '../disk/disk-faults.ts';
import { printerName } from './connect-printer.ts';
import { encodeDocument, opensDrawer } from './escpos.ts';
import type { Printer } from './label-printer.ts';
import type { JournalledJob, PrintJournal } from './print-journal.ts';
import type { PrinterTransport } from './transport.ts';

/**
 * Milliseconds after which the paper is printed without a kick: a drawer that opens long after its sale invites a thief.
 */
const DRAWER_WAITS_MS = 2 * 60_000;

/**
 * Tells if a job is young enough to open the drawer, by two clocks: the computer's may be set back while the paper waits,
 * and the monotonic one stands still while the computer sleeps.
 */
function watchAges(now: () => number, uptime: () => number) {
  const begun = new Map<string, number>();
  const begin = (jobKey: string): number => {
    const since = begun.get(jobKey) ?? uptime();
    begun.set(jobKey, since);
    return since;
  };
  return {
    /** Notes that the job was asked for now; returns since when it is known here. */
    begin,
    isFresh: ({ job_key, queued_at }: JournalledJob): boolean => {
      const since = begin(job_key);
      return [now() - queued_at, uptime() - since].every((age) => age >= 0 && age <= DRAWER_WAITS_MS);
    },
    /** Clears the notes when nothing waits any more. */
    forgetAll: () => begun.clear(),
  };
}

export type PrintQueue = {
  /**
   * Takes a job and returns at once. A key that was seen before returns that job's status and prints nothing. A job that
   * the disk does not take is `failed` without a printer: nothing of it is kept, and it may be asked for again.
   */
  print: (job: PrintJob) => PrintStatus;
  /** Returns the status of a job that was taken; null for an unknown key. */
  find: (jobKey: string) => PrintStatus | null;
  /** Jobs that wait, are leaving, failed or were not confirmed, newest first. */
  list: () => PrintQueueEntry[];
  /** Takes a job off the list, so that a waiting one is never printed; one that is leaving stays. */
  forget: (jobKey: string) => void;
  /** Tries again at once, as after a change of the printer. */
  wake: () => void;
  /** Resumes after a restart: jobs that were leaving become `unknown`, waiting ones are tried. */
  resume: () => void;
  /** Stops trying; waiting jobs stay in the journal. */
  stop: () => void;
};

export type PrintQueueDeps = {
  journal: PrintJournal;
  /** Returns the printer's present settings, before each try. */
  readPrinter: () => Printer | null;
  connect: (printer: Printer) => PrinterTransport;
  /** Called on every change of every job. */
  onStatus: (status: PrintStatus) => void;
  /** Calls `then` after some milliseconds; returns how to cancel that. */
  after?: (milliseconds: number, then: () => void) => () => void;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Milliseconds of a monotonic clock. */
  uptime?: () => number;
};

/**
 * Milliseconds after a request for paper during which the printer is tried every second: the cashier may be mending it.
 */
const SOON_MS = 5 * 60_000;
const SOON_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const realTimer = (milliseconds: number, then: () => void) => {
  const timer = setTimeout(then, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Prints documents one after the other, in the order they were asked for. A job is retried automatically only while no
 * byte of it has left; then its state is `queued`, with the reason. Once bytes have left and the line broke it is
 * `unknown`, and only the cashier can ask for a repeat, as a job with a new key that does not open the drawer.
 */
export function startPrintQueue(deps: PrintQueueDeps): PrintQueue {
  const { journal, readPrinter, connect, onStatus, after = realTimer, now = Date.now } = deps;
  const ages = watchAges(now, deps.uptime ?? (() => performance.now()));
  let busy = false;
  let stopped = false;
  let wakenAt = now();
  let tries = 0;
  let callOffRetry = () => {};

  const record = (job: JournalledJob, change: Partial<PrintStatus>): void => {
    const status = { ...statusOf(job), ...change };
    journal.record(status);
    onStatus(status);
  };

  /** Reports what happened on paper even if it cannot be written down: then it is `unknown` after the next start. */
  const recordDone = (job: JournalledJob, change: Partial<PrintStatus>): void => {
    const status = { ...statusOf(job), ...change };
    onStatus(status);
    try {
      journal.record(status);
    } catch (fault) {
      log.error('print queue:', fault);
    }
  };

  /** Gives every waiting job the same reason; reported once, not at each try. */
  const recordWaiting = (change: { reason: string; printer?: string }): void => {
    for (const job of journal.waiting()) {
      const isNews = job.reason !== change.reason || job.printer !== (change.printer ?? job.printer);
      if (isNews) record(job, change);
    }
  };

  async function work(): Promise<void> {
    if (busy || stopped) return;
    callOffRetry();
    busy = true;
    try {
      for (let job = journal.next(); job && !stopped; job = journal.next()) {
        if (!(await tryJob(job))) return retryLater();
      }
      ages.forgetAll();
    } finally {
      busy = false;
    }
  }

  function wake(): void {
    work().catch((fault: unknown) => {
      log.error('print queue:', fault);
      tellStuck(fault);
      retryLater();
    });
  }

  /** Reports why the queue itself cannot go on, as on a full disk. */
  function tellStuck(fault: unknown): void {
    try {
      for (const job of journal.waiting()) onStatus({ ...statusOf(job), reason: reasonOf(fault) });
    } catch (unreadable) {
      log.error('print queue:', unreadable);
    }
  }

  function retryLater(): void {
    if (stopped) return;
    callOffRetry();
    if (now() - wakenAt < SOON_MS) tries = 0;
    else tries += 1;
    callOffRetry = after(Math.min(SOON_RETRY_MS * 2 ** tries, LAST_RETRY_MS), wake);
  }

  /** Retries every second for a while. */
  function wakeSoon(): void {
    wakenAt = now();
    wake();
  }

  /** Returns false when the job still waits. */
  async function tryJob(job: JournalledJob): Promise<boolean> {
    const printer = readPrinter();
    if (!printer) {
      recordWaiting({ reason: 'No printer is set up' });
      return false;
    }
    const kicksDrawer = job.open_drawer && ages.isFresh(job);
    const bytes = encode({ ...job, open_drawer: kicksDrawer }, printer);
    if (!bytes) {
      record(job, {
        state: 'failed',
        printer: printerName(printer.connection),
        reason: `This ${job.document.kind} cannot be printed`,
      });
      return true;
    }
    return send({ ...job, open_drawer: kicksDrawer }, printer, bytes);
  }

  async function send(job: JournalledJob, printer: Printer, bytes: Uint8Array): Promise<boolean> {
    const begun = {
      printer: printerName(printer.connection),
      drawer_opened: opensDrawer(job.document, printer, job.open_drawer),
      reason: null,
    };
    let bytesLeft = false;
    const isForgotten = () => journal.find(job.job_key)?.state !== 'queued';
    try {
      const taken = await connect(printer).send(bytes, () => {
        if (isForgotten()) throw new Error('It was taken off the list');
        record(job, { ...begun, state: 'sending' });
        bytesLeft = true;
      });
      const reason = taken === 'spooled' ? `The print queue ${begun.printer} took it` : null;
      recordDone(job, { ...begun, reason, state: 'confirmed' });
      return true;
    } catch (fault) {
      const reason = reasonOf(fault);
      if (bytesLeft) recordDone(job, { ...begun, reason, state: 'unknown' });
      else if (!isForgotten()) recordWaiting({ printer: begun.printer, reason });
      return bytesLeft || isForgotten();
    }
  }

  function take({ job_key, document, open_drawer, logo, glyphs }: PrintJob): PrintStatus {
    const known = journal.find(job_key);
    if (known) return known;
    const printer = readPrinter();
    const status = { job_key, drawer_opened: false, reason: null };
    if (!printer) return { ...status, state: 'no_printer', printer: null };
    const job = journal.add({
      ...status,
      state: 'queued',
      printer: printerName(printer.connection),
      document,
      open_drawer,
      logo,
      glyphs,
    });
    ages.begin(job.job_key);
    onStatus(statusOf(job));
    // The request is answered before the paper is laid out: the cashier's sale comes first.
    setImmediate(wakeSoon);
    return statusOf(job);
  }

  return {
    print: (wanted) => {
      try {
        return take(wanted);
      } catch (fault) {
        log.error('print queue:', fault);
        const { job_key } = wanted;
        return { job_key, state: 'failed', printer: null, drawer_opened: false, reason: reasonOf(fault) };
      }
    },
    find: journal.find,
    list: () =>
      journal.open().map((job) => ({
        ...statusOf(job),
        title: documentTitle(job.document),
        queued_at: job.queued_at,
      })),
    forget: (jobKey) => {
      const job = journal.find(jobKey);
      if (!job || job.state === 'sending') return;
      if (job.state !== 'queued') return journal.hide(job);
      const failed = { ...job, state: 'failed', reason: job.reason ?? 'It was taken off the list' } as const;
      journal.hide(failed);
      onStatus(failed);
    },
    wake: wakeSoon,
    resume: () => {
      for (const job of journal.cutOff()) {
        const reason = `The till stopped in the middle of this ${job.document.kind}`;
        record(job, { state: 'unknown', reason });
      }
      wakeSoon();
    },
    stop: () => {
      stopped = true;
      callOffRetry();
    },
  };
}

/** Returns display text for the cashier. */
function reasonOf(fault: unknown): string {
  const disk = diskFaultOf(fault);
  if (disk) return diskText[disk].reason;
  return fault instanceof Error ? fault.message : 'The printer does not answer';
}

function statusOf({ job_key, state, printer, drawer_opened, reason }: JournalledJob): PrintStatus {
  return { job_key, state, printer, drawer_opened, reason };
}

/** Returns the job's bytes, or null if they cannot be made: then another try would not help. */
function encode(job: JournalledJob, printer: Printer): Uint8Array | null {
  try {
    return encodeDocument(job.document, printer, job.open_drawer, job);
  } catch (fault) {
    log.error('print queue:', fault);
    return null;
  }
}
