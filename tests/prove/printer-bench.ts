import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PrintJob, PrintStatus } from '#bridge/printing.ts';
import type { PrinterSettings } from '#bridge/settings.ts';
import type { LineLimits, PrinterLine } from '#main/printing/line.ts';
import { lineTransport, type TalkLimits } from '#main/printing/line-transport.ts';
import { openNetworkLine } from '#main/printing/network-line.ts';
import { openPrintJournal } from '#main/printing/print-journal.ts';
import { startPrintQueue } from '#main/printing/print-queue.ts';
import { openSerialLine } from '#main/printing/serial-line.ts';
import { openPty } from '#tests/support/pty.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#tests/support/virtual-printer.ts';

export type LineKind = 'network' | 'serial';

/** A till's print queue with a virtual printer at the end of a real line. */
export type PrinterBench = {
  printer: VirtualPrinter;
  /** Queues a job; returns the milliseconds that this took. */
  print: (job: PrintJob) => number;
  /** Waits until a job has one of these states, and returns its status. */
  reached: (jobKey: string, states: PrintStatus['state'][]) => Promise<PrintStatus>;
  /** Switches the printer off and on; resolves when the till can notice it. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

// Short enough for thousands of stalls, long enough for a printer of the same process that is busy with its neighbours.
const lineLimits: LineLimits = { connect: 2_000, idle: 400, close: 400 };
const talkLimits: TalkLimits = { status: 250, recheck: 150, inOrder: 300 };
const times = <Limits extends Record<string, number>>(limits: Limits, factor: number): Limits =>
  Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit * factor])) as Limits;
const RETRY_MS = 20;
const PATIENCE_MS = 20_000;

export const benchProfile: Omit<PrinterSettings, 'connection'> = {
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  asks_status: true,
};

/** Returns the till's way to the printer; a pseudo-terminal that a reset removed exists again for the next job. */
async function lineTo(kind: LineKind, printer: VirtualPrinter, limits: LineLimits) {
  if (kind === 'network') {
    const open = () => openNetworkLine({ host: '127.0.0.1', port: printer.port }, limits);
    return { open, broken: () => Promise.resolve(), close: () => Promise.resolve() };
  }
  let pty = await openPty(printer.port);
  const open = async (): Promise<PrinterLine> => {
    if (pty.isUnplugged()) {
      await pty.close();
      pty = await openPty(printer.port);
    }
    return openSerialLine({ path: pty.path, baud_rate: 115_200 }, limits);
  };
  return { open, broken: () => pty.ended, close: () => pty.close() };
}

/** Opens a bench, whose limits are `patience` times the shortest; its journal is a file, synced like the till's. */
export async function openPrinterBench(kind: LineKind, patience: number): Promise<PrinterBench> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-printer-'));
  const printer = await startVirtualPrinter();
  const line = await lineTo(kind, printer, times(lineLimits, patience));
  const journal = openPrintJournal(path.join(folder, 'print-queue.db'));
  const heard = new Map<string, PrintStatus>();
  const listeners = new Set<() => void>();
  const connection = { kind: 'network' as const, host: kind, port: printer.port };
  const queue = startPrintQueue({
    journal,
    readPrinter: () => ({ ...benchProfile, connection }),
    connect: () =>
      lineTransport({
        printer: 'The printer',
        open: line.open,
        asksStatus: true,
        hasAnswered: { read: () => journal.hasAnswered(kind), note: () => journal.noteAnswer(kind) },
        limits: times(talkLimits, patience),
      }),
    onStatus: (status) => {
      heard.set(status.job_key, status);
      for (const listener of listeners) listener();
    },
    after: (milliseconds, then) => {
      const timer = setTimeout(then, Math.min(milliseconds, RETRY_MS));
      return () => clearTimeout(timer);
    },
  });
  return {
    printer,
    print: (job) => {
      const started = performance.now();
      queue.print(job);
      return performance.now() - started;
    },
    reached: (jobKey, states) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`${jobKey} stays ${heard.get(jobKey)?.state ?? 'unheard of'}`));
        }, PATIENCE_MS);
        const look = () => {
          const status = heard.get(jobKey);
          if (!status || !states.includes(status.state)) return;
          clearTimeout(late);
          listeners.delete(look);
          resolve(status);
        };
        listeners.add(look);
        look();
      }),
    restart: () => {
      printer.restart();
      return line.broken();
    },
    close: async () => {
      queue.stop();
      await line.close();
      await printer.close();
      journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
