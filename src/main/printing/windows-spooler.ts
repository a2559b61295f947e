import { setTimeout as pause } from 'node:timers/promises';
import type { PrinterCondition } from '#bridge/printing.ts';
import { log } from '../app/log.ts';
import { piecesOf, within } from './line.ts';
import type { Spooler } from './spooler.ts';
import { obstacle } from './status.ts';
import { PrinterUnreachable, PrintInterrupted } from './transport.ts';
import { loadWinspool, WindowsRefusal, type WindowsQueue, type Winspool } from './winspool.ts';

// Source: Microsoft, "PRINTER_INFO_2 structure", "JOB_INFO_1 structure" (winspool.h), "System Error Codes".
const queueBits = {
  PAUSED: 0x1,
  DELETED: 0x4,
  PAPER_OUT: 0x10,
  OFFLINE: 0x80 | 0x1000,
  DOOR_OPEN: 0x40_0000,
};
const WORK_OFFLINE = 0x400;
const jobBits = {
  PAUSED: 0x1,
  // An error, a blocked queue, or a person is needed.
  ERROR: 0x2 | 0x200 | 0x400,
  OFFLINE: 0x20,
  PAPER_OUT: 0x40,
  // Deleting, deleted.
  DELETED: 0x4 | 0x100,
  // Printed, complete: where Windows keeps printed documents.
  PRINTED: 0x80 | 0x1000,
};
const ACCESS_DENIED = 5;
const NO_SUCH_DATA_TYPE = 1804;
const NO_SUCH_QUEUE = [1801, 1905];
const SERVICE_STOPPED = [1062, 1722, 1726, 1727, 1753];

/** Windows asks the person at the screen for a file's name before it prints to one of these. */
const FILE_PORTS = ['FILE:', 'PORTPROMPT:'];

/** Bytes of one call: four seconds at 9600 baud, where the queue passes them straight on. */
const PIECE = 4096;

/** Limits, all in milliseconds. */
export type SpoolLimits = {
  /** The time that Windows may take for one call. */
  call: number;
  /** The time between two looks at a job. */
  look: number;
  /** The time that a job may stand at a printer that is offline, empty, or paused. */
  trouble: number;
  /** The time that a job may stay in the queue. */
  job: number;
};

const usualSpool: SpoolLimits = { call: 15_000, look: 100, trouble: 3_000, job: 30_000 };

type Trouble = { reason: string; condition: PrinterCondition };

const byCondition = (condition: PrinterCondition): Trouble => ({
  reason: obstacle(condition) ?? 'The printer reports an error',
  condition,
});
const missing = (queue: string) => `There is no print queue ${queue}`;
const paused = (queue: string): Trouble => ({
  reason: `The print queue ${queue} is paused`,
  condition: 'offline',
});
const stuck = (queue: string): Trouble => ({
  reason: `The print queue ${queue} is stuck: switch its printer off and on`,
  condition: 'error',
});
const notTaken = (queue: string) => new PrintInterrupted(`The print queue ${queue} did not take the print`);

/** Returns why a queue would hold a job back; null if it would not. */
export function troubleOfQueue(queue: string, { status, attributes, port }: WindowsQueue): Trouble | null {
  const has = (bits: number) => (status & bits) !== 0;
  if (has(queueBits.DELETED)) return { reason: missing(queue), condition: 'unreachable' };
  if (FILE_PORTS.includes(port.toUpperCase())) {
    return { reason: `The print queue ${queue} makes files: choose the receipt printer`, condition: 'error' };
  }
  if (has(queueBits.DOOR_OPEN)) return byCondition('cover_open');
  if (has(queueBits.PAPER_OUT)) return byCondition('out_of_paper');
  if (has(queueBits.PAUSED)) return paused(queue);
  if (has(queueBits.OFFLINE) || (attributes & WORK_OFFLINE) !== 0) return byCondition('offline');
  return null;
}

/** Returns why a job does not come out; null if nothing is known to be wrong. */
function troubleOfJob(queue: string, status: number): Trouble | null {
  const has = (bits: number) => (status & bits) !== 0;
  if (has(jobBits.PAPER_OUT)) return byCondition('out_of_paper');
  if (has(jobBits.OFFLINE)) return byCondition('offline');
  if (has(jobBits.ERROR)) return byCondition('error');
  return has(jobBits.PAUSED) ? paused(queue) : null;
}

/** Returns what a refusal of Windows means; null if nobody has designed for it. */
function meaningOf(queue: string, code: number): Trouble | null {
  if (NO_SUCH_QUEUE.includes(code)) return { reason: missing(queue), condition: 'unreachable' };
  if (SERVICE_STOPPED.includes(code)) {
    const reason = 'Windows’ print service is stopped: restart this computer';
    return { reason, condition: 'unreachable' };
  }
  if (code === ACCESS_DENIED) {
    const reason = `This user of Windows may not print on ${queue}: an administrator can allow it`;
    return { reason, condition: 'unreachable' };
  }
  if (code === NO_SUCH_DATA_TYPE) {
    const advice = 'install it with the driver Generic / Text Only';
    return { reason: `The driver of ${queue} takes no receipts: ${advice}`, condition: 'error' };
  }
  return null;
}

/** Throws what a fault means before bytes have left. */
const refuse =
  (queue: string) =>
  (fault: unknown): never => {
    if (fault instanceof PrinterUnreachable) throw fault;
    const code = fault instanceof WindowsRefusal ? fault.code : null;
    const meaning = code === null ? null : meaningOf(queue, code);
    if (meaning) throw new PrinterUnreachable(meaning.reason, meaning.condition);
    log.error('printing:', fault);
    throw new PrinterUnreachable(
      code === null
        ? 'Windows’ print service cannot be used: install the till again'
        : `Windows does not open the print queue ${queue} (error ${code})`,
    );
  };

/** Throws what a fault means when bytes may have left. */
const interrupt =
  (queue: string) =>
  (fault: unknown): never => {
    if (fault instanceof PrintInterrupted) throw fault;
    if (fault instanceof PrinterUnreachable) throw new PrintInterrupted(fault.message, fault.condition);
    log.error('printing:', fault);
    const meaning = fault instanceof WindowsRefusal ? meaningOf(queue, fault.code) : null;
    throw meaning ? new PrintInterrupted(meaning.reason, meaning.condition) : notTaken(queue);
  };

/**
 * Calls that are out of time and have not ended, of all queues: each holds one of Node's few threads, so no further one
 * begins before they end.
 */
let unanswered = 0;

/** Ends the till at once: Node, and Electron, would wait for a call that may never end, and no new till could start. */
const endWithoutAnswer = () => void (unanswered > 0 && process.kill(process.pid, 'SIGKILL'));

const silent = () => new PrinterUnreachable('Windows’ print service does not answer: restart this computer');

/** An open queue at work. `ask` waits for a call to it as long as the limits say. */
type OpenQueue = {
  name: string;
  windows: Winspool;
  printer: bigint;
  ask: <T>(call: Promise<T>) => Promise<T>;
};

/**
 * Windows' spooler. A job goes to the printer unchanged: as RAW, or as XPS_PASS past a driver of version 4, which prints
 * nothing of a RAW job (Microsoft, KB 2779300). It is followed until it has left the queue; one that stands there is
 * taken off, as a receipt that prints hours later is worse than none.
 */
export function windowsSpooler(
  limits: SpoolLimits = usualSpool,
  load: () => Promise<Winspool> = loadWinspool,
): Spooler {
  /** Opens a queue that is at work, for as long as `use` takes. @throws PrinterUnreachable */
  async function withQueue<T>(name: string, use: (open: OpenQueue) => Promise<T>): Promise<T> {
    if (unanswered > 0) throw silent();
    const { windows, printer } = await open(name, load, limits.call);
    let last: Promise<unknown> = Promise.resolve();
    const ask = <R>(call: Promise<R>): Promise<R> => {
      last = call;
      return inTime(call, limits.call);
    };
    try {
      const trouble = troubleOfQueue(name, await ask(windows.describe(printer)).catch(refuse(name)));
      if (trouble) throw new PrinterUnreachable(trouble.reason, trouble.condition);
      return await use({ name, windows, printer, ask });
    } finally {
      // A handle is closed when the last call with it has ended, however late.
      const closing = last.catch(() => undefined).then(() => windows.close(printer));
      closing.catch((fault: unknown) => log.error('printing:', fault));
      if (unanswered === 0) await inTime(closing, limits.call).catch(() => undefined);
    }
  }

  return {
    find: (name) => withQueue(name, () => Promise.resolve()),
    submit: (name, bytes, onFirstByte) =>
      withQueue(name, async (queue) => {
        const job = await begin(queue).catch(async (fault: unknown) => {
          // Begun by half, it would be an empty job.
          await abort(queue);
          return refuse(name)(fault);
        });
        try {
          onFirstByte();
        } catch (fault) {
          await abort(queue);
          throw fault;
        }
        await feed(queue, bytes).catch(interrupt(name));
        await follow(queue, job, limits).catch(interrupt(name));
      }),
  };
}

/** Lists Windows' queues within a time. @throws PrinterUnreachable when the print service does not answer */
export async function listQueues(
  load: () => Promise<Pick<Winspool, 'queues'>>,
  limit: number,
): Promise<WindowsQueue[]> {
  if (unanswered > 0) throw silent();
  return inTime((await load()).queues(), limit);
}

/** Waits for a call; one that is out of time counts as unanswered until it ends. @throws PrinterUnreachable then */
const inTime = <T>(call: Promise<T>, limit: number): Promise<T> =>
  within(call, limit, () => {
    unanswered += 1;
    process.off('exit', endWithoutAnswer).on('exit', endWithoutAnswer);
    const over = () => void (unanswered -= 1);
    call.then(over, over);
    return silent();
  });

async function open(
  name: string,
  load: () => Promise<Winspool>,
  limit: number,
): Promise<{ windows: Winspool; printer: bigint }> {
  const windows = await load().catch(refuse(name));
  const opening = windows.open(name);
  const printer = await inTime(opening, limit).catch((fault: unknown) => {
    opening.then(windows.close).catch(() => undefined);
    return refuse(name)(fault);
  });
  return { windows, printer };
}

/** Begins a job; none of its bytes is in the queue yet. */
async function begin({ windows, printer, ask }: OpenQueue): Promise<number> {
  // A driver that says nothing of itself is an old one.
  const takesXps = await ask(windows.takesXps(printer).catch(() => false));
  return ask(windows.startJob(printer, 'Tindahan', takesXps ? 'XPS_PASS' : 'RAW'));
}

async function abort({ windows, printer, ask }: OpenQueue): Promise<void> {
  if (unanswered === 0) await ask(windows.abort(printer)).catch(() => undefined);
}

async function feed(queue: OpenQueue, bytes: Uint8Array): Promise<void> {
  const { name, windows, printer, ask } = queue;
  try {
    for (const piece of piecesOf(bytes, PIECE)) {
      if ((await ask(windows.write(printer, piece))) !== piece.length) throw notTaken(name);
    }
    await ask(windows.endJob(printer));
  } catch (fault) {
    await abort(queue);
    throw fault;
  }
}

/** Waits until a job has left the queue. @throws PrintInterrupted when it does not, and it is taken off */
async function follow(queue: OpenQueue, job: number, limits: SpoolLimits): Promise<void> {
  const { name, windows, printer, ask } = queue;
  const since = performance.now();
  let fineUntil = since;
  for (;;) {
    const status = await ask(windows.jobStatus(printer, job));
    if (status === null || (status & jobBits.PRINTED) !== 0) return;
    if ((status & jobBits.DELETED) !== 0) {
      throw new PrintInterrupted(`The print was taken off the print queue ${name}`);
    }
    const trouble = troubleOfJob(name, status) ?? troubleOfQueue(name, await ask(windows.describe(printer)));
    const now = performance.now();
    if (!trouble) fineUntil = now;
    const isStuck = now - fineUntil >= limits.trouble || now - since >= limits.job;
    if (isStuck) return takeOff(queue, job, trouble ?? stuck(name));
    await pause(limits.look);
  }
}

/** Takes a job that stands still off the queue. @throws PrintInterrupted with the reason */
async function takeOff(
  { windows, printer, ask }: OpenQueue,
  job: number,
  { reason, condition }: Trouble,
): Promise<never> {
  const isOff = await ask(windows.deleteJob(printer, job)).then(
    () => true,
    () => false,
  );
  throw new PrintInterrupted(isOff ? reason : `${reason}; delete the print in its queue, too`, condition);
}
