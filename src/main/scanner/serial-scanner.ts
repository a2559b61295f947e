import { stat } from 'node:fs/promises';
import type { SerialPort } from 'serialport';
import type { ScannerSettings } from '#bridge/settings.ts';
import { createFraming } from './framing.ts';
import { ScannerMissing, type OpenScanner, type ScannerDriver, type ScannerEvents } from './port.ts';

type SerialScanner = Extract<ScannerSettings, { kind: 'serial' }>;

/** The systems' messages for a missing port; `31` is Windows' code of a converter that was just pulled out. */
const NOT_THERE = /no such (file|device)|file not found|device not configured|error code 31/i;
const IN_USE = /cannot lock port|access denied|resource busy/i;
const NOT_ALLOWED = /permission denied/i;
const NO_PORT = /inappropriate ioctl|not a typewriter|is a directory/i;

/** Returns why a serial port cannot be opened, as display text for the cashier. */
export function serialFault(path: string, message: string): Error {
  if (NOT_THERE.test(message)) return new ScannerMissing(`${path} is not there`);
  if (IN_USE.test(message)) return new Error(`${path} is in use by another program`);
  if (NOT_ALLOWED.test(message)) return new Error(`${path} is not open to this computer’s user`);
  if (NO_PORT.test(message)) return new Error(`${path} is not a serial port`);
  return new Error(`${path} cannot be opened: ${message}`);
}

/**
 * Drives scanners on a serial port, a USB converter or in their USB serial mode: eight data bits, no parity, one stop
 * bit.
 */
export const serialScanner: ScannerDriver<SerialScanner> = {
  open: async ({ path, baud_rate }, events) => {
    const library = await import('serialport').catch(() => {
      throw new ScannerMissing(`${path} is not there: this computer knows no serial ports`);
    });
    const port = new library.SerialPort({ path, baudRate: baud_rate, autoOpen: false });
    await new Promise<void>((resolve, reject) => {
      port.open((fault) => (fault ? reject(serialFault(path, fault.message)) : resolve()));
    });
    return listenTo(port, await identityOf(port), events);
  },
};

/** Milliseconds between checks that a port is still there. */
const LOOK = 500;

/** Returns an identity that changes when the port is replugged; null if it is gone. */
async function identityOf(port: SerialPort): Promise<string | null> {
  try {
    // Windows has no files for ports: reading the modem lines fails without the device.
    if (process.platform === 'win32') return await modemLines(port);
    const { ino, rdev } = await stat(port.path);
    return `${ino} ${rdev}`;
  } catch {
    return null;
  }
}

const modemLines = (port: SerialPort) =>
  new Promise<string>((resolve, reject) => {
    port.get((fault) => (fault ? reject(fault) : resolve('there')));
  });

function listenTo(
  port: SerialPort,
  identity: string | null,
  { onCode, onClose }: ScannerEvents,
): OpenScanner {
  const framing = createFraming(onCode);
  let isOver = false;
  let looking: ReturnType<typeof setTimeout> | undefined;

  const finish = () => {
    isOver = true;
    clearTimeout(looking);
    framing.close();
  };
  const close = () =>
    new Promise<void>((resolve) => {
      finish();
      if (port.isOpen) port.close(() => resolve());
      else resolve();
    });
  const lose = () => {
    if (isOver) return;
    void close().then(() => onClose(`${port.path} was unplugged`));
  };
  port.on('data', framing.feed);
  // Unplugging shows as `close`, `end` or `error`, depending on the system.
  for (const event of ['close', 'end', 'error']) port.on(event, lose);
  // serialport 13 on Linux misses one unplugging in five (measured with pseudo-terminals).
  const look = async () => {
    if ((await identityOf(port)) !== identity) lose();
    else lookLater();
  };
  const lookLater = () => {
    if (!isOver) looking = setTimeout(() => void look(), LOOK);
  };
  lookLater();
  return { close };
}
