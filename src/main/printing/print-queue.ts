import type { PrintJob, PrintQueueEntry, PrintStatus } from '#bridge/printing.ts';
import { documentTitle } from '#domain/slip.ts';
import { log } from '../app/log.ts';
import { diskFaultOf, diskText } from '../disk/disk-faults.ts';
import { printerName } from './connect-printer.ts';
import { encodeDocument, opensDrawer } from './escpos.ts';
import type { Printer } from './label-printer.ts';
import type { JournalledJob, PrintJournal } from './print-journal.ts';
import type { PrinterTransport } from './transport.ts';

/** A drawer that springs open long after its sale invites a thief: from then on the paper is printed without a kick. */
const DRAWER_WAITS_MS = 2 * 60_000;

/**
 * Whether a job is young enough for its drawer, by two clocks: the computer's may be set back while the paper waits, and
 * the one that nobody sets stands still while the computer sleeps.
 */
function watchAges(now: () => number, uptime: () => number) {
  const begun = new Map<string, number>();
  const begin = (jobKey: string): number => {
    const since = begun.get(jobKey) ?? uptime();
    begun.set(jobKey, since);
    return since;
  };
  return {
    /** The job was asked for now; returns since when it is known here. */
    begin,
    isFresh: ({ job_key, queued_at }: JournalledJob): boolean => {
      const since = begin(job_key);
      return [now() - queued_at, uptime() - since].every((age) => age >= 0 && age <= DRAWER_WAITS_MS);
    },
    /** Nothing waits any more. */
    forgetAll: () => begun.clear(),
  };
}

export type PrintQueue = {
  /**
   * Takes a job and returns at once. A key that was seen before returns how that job stands and prints nothing. A job that
   * the disk does not take is `failed` without a printer: nothing of it is kept, and it may be asked for again.
   */
  print: (job: PrintJob) => PrintStatus;
  /** What waits, is leaving, failed or was not confirmed, the newest first. */
  list: () => PrintQueueEntry[];
  /** Takes a job off the list, so that one that waits is never printed; one that is leaving stays. */
  forget: (jobKey: string) => void;
  /** Tries again at once, as after a change of the printer. */
  wake: () => void;
  /** Goes on where the till stopped: what was leaving then becomes `unknown`, what waited is tried. */
  resume: () => void;
  /** Stops trying; what waits stays in the journal. */
  stop: () => void;
};

export type PrintQueueDeps = {
  journal: PrintJournal;
  /** The printer as it is set up now, asked before each try. */
  readPrinter: () => Printer | null;
  connect: (printer: Printer) => PrinterTransport;
  /** Hears of every change of every job. */
  onStatus: (status: PrintStatus) => void;
  /** Calls `then` after some milliseconds; returns how to call that off. */
  after?: (milliseconds: number, then: () => void) => () => void;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Milliseconds of a clock that nobody sets. */
  uptime?: () => number;
};

/** Soon after somebody asked for paper, he stands before the printer and mends it: then it is tried every second. */
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
 * Prints documents one after the other, in the order they were asked for. A job is tried again by itself only while no
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

  /** What happened on paper is told, also when it cannot be written down: then it is `unknown` after the next start. */
  const recordDone = (job: JournalledJob, change: Partial<PrintStatus>): void => {
    const status = { ...statusOf(job), ...change };
    onStatus(status);
    try {
      journal.record(status);
    } catch (fault) {
      log.error('print queue:', fault);
    }
  };

  /** Every job that waits, waits for the same reason; told once, not at each try. */
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

  /** The queue itself cannot go on, as on a full disk: whoever waits for paper hears why. */
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

  /** From now on it is tried every second for a while. */
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

  function take({ job_key, document, open_drawer, logo }: PrintJob): PrintStatus {
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
    });
    ages.begin(job.job_key);
    onStatus(statusOf(job));
    // Whoever asks has a sale to show: he hears before the paper is even laid out.
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

/** In words for the cashier. */
function reasonOf(fault: unknown): string {
  const disk = diskFaultOf(fault);
  if (disk) return diskText[disk].reason;
  return fault instanceof Error ? fault.message : 'The printer does not answer';
}

function statusOf({ job_key, state, printer, drawer_opened, reason }: JournalledJob): PrintStatus {
  return { job_key, state, printer, drawer_opened, reason };
}

/** The job's bytes, or null when they cannot be made: then trying again would not help. */
function encode(job: JournalledJob, printer: Printer): Uint8Array | null {
  try {
    return encodeDocument(job.document, printer, job.open_drawer, job.logo);
  } catch (fault) {
    log.error('print queue:', fault);
    return null;
  }
}
