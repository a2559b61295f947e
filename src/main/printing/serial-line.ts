import type { SerialPort } from 'serialport';
import {
  Answers,
  brokenOff,
  piecesOf,
  stalled,
  whileAlive,
  within,
  type LineLimits,
  type PrinterLine,
} from './line.ts';
import { PrinterUnreachable } from './transport.ts';

/** Bytes of a piece: half a second at 9600 baud, far below the idle limit. */
const PIECE = 512;

/**
 * Opens a printer on a serial port. The line holds the bytes back while the printer sends XOFF; it can tell when the last
 * one left the computer, but not if the printer printed it.
 * @throws PrinterUnreachable when the port is not there, or is in use
 */
export async function openSerialLine(
  { path, baud_rate }: { path: string; baud_rate: number },
  limits: LineLimits,
): Promise<PrinterLine> {
  const printer = `The printer at ${path}`;
  const port = await open(path, baud_rate, limits.connect);
  const answers = new Answers();
  const lifetime = new AbortController();
  port.on('data', (bytes: Buffer) => answers.hear(bytes));
  port.on('error', () => lifetime.abort());
  port.on('close', () => {
    answers.end();
    lifetime.abort();
  });

  const done = (act: (told: (fault?: Error | null) => void) => unknown) => {
    const work = new Promise<void>((resolve, reject) => {
      act((fault) => (fault ? reject(fault) : resolve()));
    });
    const text = { late: () => stalled(printer), broken: () => brokenOff(printer) };
    return whileAlive(lifetime.signal, work, limits.idle, text);
  };

  let isDrained = false;
  return {
    answers,
    ask: (bytes) => void port.write(Buffer.from(bytes)),
    write: async (bytes) => {
      isDrained = false;
      for (const piece of piecesOf(bytes, PIECE)) await done((told) => port.write(Buffer.from(piece), told));
    },
    finish: async () => {
      await done((told) => port.drain(told));
      isDrained = true;
      return 'sent';
    },
    close: () => close(port, isDrained),
  };
}

async function open(path: string, baudRate: number, limit: number): Promise<SerialPort> {
  const missing = (cause?: Error) =>
    new PrinterUnreachable(`The printer at ${path} is not there`, 'unreachable', cause);
  // A native module: if it cannot be loaded there is no serial port, and the till goes on.
  const library = await import('serialport').catch(() => null);
  if (!library) throw missing();
  const port = new library.SerialPort({ path, baudRate, xon: true, autoOpen: false });
  const opened = new Promise<SerialPort>((resolve, reject) => {
    port.open((fault) => (fault ? reject(missing(fault)) : resolve(port)));
  });
  return within(opened, limit, missing);
}

/** Discards unsent bytes, or closing would wait for a printer that takes nothing. */
async function close(port: SerialPort, isDrained: boolean): Promise<void> {
  if (!port.isOpen) return;
  if (!isDrained) await new Promise((resolve) => port.flush(resolve));
  await new Promise((resolve) => port.close(resolve));
}
