import { constants, write as writeFile, type Stats } from 'node:fs';
import { open as openFile, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isSpoolerPort, SPOOLER_PORT } from '#bridge/settings.ts';
import { Answers, brokenOff, piecesOf, stalled, within, type LineLimits, type PrinterLine } from './line.ts';
import { PrinterUnreachable } from './transport.ts';

const PIECE = 4_096;
/** Milliseconds before a busy device is tried again. */
const BUSY_MS = 5;
const LISTEN_MS = 20;

const writeTo = promisify(writeFile);

/** Ports of Windows, with or without the device prefix. Any other path may be a file, which would be overwritten. */
const windowsPort = /^(?:\\\\\.\\)?((?:COM|LPT)\d{1,3}):?$/i;

/**
 * Opens a printer behind a device file: `/dev/usb/lp0`, `\\.\LPT1`. Opened so that a busy printer returns EAGAIN and
 * never blocks: a thread that hangs in the kernel could not be stopped, nor the process end. Windows has no such mode;
 * there a piece that is not taken in time is given up.
 * @throws PrinterUnreachable when it is not there, or may not be used
 */
export async function openDeviceLine(
  { path }: { path: string },
  limits: LineLimits,
  platform: NodeJS.Platform = process.platform,
): Promise<PrinterLine> {
  const printer = `The printer at ${path}`;
  const { file, isTwoWay } = await within(
    open(deviceOf(path, platform), platform),
    limits.connect,
    () => new PrinterUnreachable(`The printer at ${path} does not answer`),
  );
  const answers = isTwoWay ? new Answers() : null;
  let isOpen = true;
  const listening = answers ? listen(file, answers, () => isOpen) : Promise.resolve();

  const write = async (bytes: Uint8Array) => {
    for (const piece of piecesOf(bytes, PIECE)) await writePiece(file, piece, limits.idle, printer);
  };
  return {
    answers,
    write,
    ask: (bytes) => void write(bytes).catch(() => undefined),
    finish: async () => {
      await settle(file, limits.idle, printer);
      return 'sent';
    },
    close: async () => {
      isOpen = false;
      await listening;
      await file.close().catch(() => undefined);
    },
  };
}

/** Returns the path to open for a printer. Linux shows the device's kind once it is open; Windows shows none. */
function deviceOf(path: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return path;
  if (isSpoolerPort(path)) throw new PrinterUnreachable(SPOOLER_PORT);
  const [, port] = windowsPort.exec(path) ?? [];
  if (!port)
    throw new PrinterUnreachable(`${path} is no device. A printer’s port is called \\\\.\\LPT1, for example`);
  return `\\\\.\\${port}`;
}

const codeOf = (fault: unknown) => (fault as NodeJS.ErrnoException).code ?? '';
const isBusy = (fault: unknown) => codeOf(fault) === 'EAGAIN';

async function open(
  path: string,
  platform: NodeJS.Platform,
): Promise<{ file: FileHandle; isTwoWay: boolean }> {
  const { O_RDWR, O_WRONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
  const careful = O_NONBLOCK | O_NOCTTY;
  const missing = () => new PrinterUnreachable(`The printer at ${path} is not there`);
  const oneWay = async () => {
    const file = await openFile(path, O_WRONLY | careful).catch((fault: unknown) => {
      throw codeOf(fault) === 'EACCES' ? new PrinterUnreachable(`${path} may not be used`) : missing();
    });
    // Windows tells nothing of an open port, not even that it is one (libuv): its name has shown that.
    if (platform === 'win32' || isDevice(await file.stat())) return { file, isTwoWay: false };
    await file.close();
    throw new PrinterUnreachable(`${path} is a file, not a device`);
  };
  if (platform === 'win32') return oneWay();
  const first = await oneWay();
  // A pipe that is opened both ways would read back what was written to it.
  if (!(await first.file.stat()).isCharacterDevice()) return first;
  const both = await openFile(path, O_RDWR | careful).catch(() => null);
  if (!both) return { file: first.file, isTwoWay: false };
  await first.file.close();
  return { file: both, isTwoWay: true };
}

/** A receipt must not be written to an ordinary file. */
const isDevice = (stats: Stats) => stats.isCharacterDevice() || stats.isFIFO();

async function writePiece(file: FileHandle, piece: Uint8Array, idle: number, printer: string): Promise<void> {
  let at = 0;
  let movedAt = performance.now();
  while (at < piece.length) {
    const written = await within(tryWrite(file, piece.subarray(at), printer), idle, () => stalled(printer));
    if (written > 0) {
      at += written;
      movedAt = performance.now();
    } else if (performance.now() - movedAt > idle) throw stalled(printer);
    else await pause(BUSY_MS);
  }
}

/** Returns the number of bytes taken; 0 if the device is busy. */
async function tryWrite(file: FileHandle, bytes: Uint8Array, printer: string): Promise<number> {
  try {
    return (await file.write(bytes)).bytesWritten;
  } catch (fault) {
    if (isBusy(fault)) return 0;
    throw brokenOff(printer);
  }
}

/**
 * Waits until the last piece has gone out: closing Linux' usblp discards unsent bytes. An empty write is busy for just as
 * long (drivers/usb/class/usblp.c, usblp_write).
 */
async function settle(file: FileHandle, idle: number, printer: string): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      await writeTo(file.fd, Buffer.alloc(1), 0, 0);
      return;
    } catch (fault) {
      if (!isBusy(fault)) throw brokenOff(printer);
      if (performance.now() - since > idle) throw stalled(printer);
      await pause(BUSY_MS);
    }
  }
}

async function listen(file: FileHandle, answers: Answers, isOpen: () => boolean): Promise<void> {
  const buffer = Buffer.alloc(64);
  while (isOpen()) {
    try {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead > 0) {
        answers.hear(buffer.subarray(0, bytesRead));
        continue;
      }
    } catch (fault) {
      // An unreadable device is silent; an unplugged one is gone.
      if (codeOf(fault) === 'ENODEV') return answers.end();
      if (!isBusy(fault)) return;
    }
    await pause(LISTEN_MS);
  }
}
