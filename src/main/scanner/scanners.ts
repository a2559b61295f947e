import type { Scan, ScannerStatus } from '#bridge/scanning.ts';
import type { ScannerSettings } from '#bridge/settings.ts';
import { readScan } from '#domain/barcodes.ts';
import { ScannerMissing, type OpenScanner, type ScannerDriver } from './port.ts';

/** All scanners of the till, opened and reopened automatically. */
export type Scanners = {
  /** Sets the scanners to work with; those that stay are not interrupted. */
  use: (scanners: readonly ScannerSettings[]) => void;
  status: () => ScannerStatus[];
  close: () => Promise<void>;
};

type ScannersDeps = {
  drivers: { [Kind in ScannerSettings['kind']]: ScannerDriver<Extract<ScannerSettings, { kind: Kind }>> };
  onScan: (scan: Scan) => void;
  onStatus: (scanners: ScannerStatus[]) => void;
};

/** Milliseconds between looks for a missing scanner: it must be back within two seconds of being plugged in. */
const LOOK_AGAIN = 500;

/** Returns a scanner's display name. */
export const scannerName = (scanner: ScannerSettings): string =>
  scanner.kind === 'serial' ? scanner.path : scanner.name;

/** Identifies the device itself, independent of name and settings. */
const deviceOf = (scanner: ScannerSettings): string =>
  scanner.kind === 'serial' ? scanner.path : `${scanner.vendor_id}:${scanner.product_id}`;

/** A scanner that is kept open: looked for until it is there, and again after it was unplugged. */
type Watch = { settings: string; status: () => ScannerStatus; close: () => Promise<void> };

/** Keeps the given scanners open; reports each scan and each status change. */
export function startScanners({ drivers, onScan, onStatus }: ScannersDeps): Scanners {
  const watched = new Map<string, Watch>();
  /** Devices that are being closed: they are not reopened before. */
  const leaving = new Map<string, Promise<void>>();
  const status = () => [...watched.values()].map((scanner) => scanner.status());

  const watch = (scanner: ScannerSettings): Watch =>
    watchScanner(scanner, {
      after: leaving.get(deviceOf(scanner)) ?? Promise.resolve(),
      driver: drivers[scanner.kind] as ScannerDriver,
      onCode: (text) => {
        const code = readScan(text);
        if (code !== '') onScan({ code, scanner: scannerName(scanner), at: Date.now() });
      },
      onChange: () => onStatus(status()),
    });
  const leave = (device: string) => {
    const closing = watched.get(device)?.close() ?? Promise.resolve();
    watched.delete(device);
    const left: Promise<void> = closing
      .catch(() => undefined)
      .then(() => {
        if (leaving.get(device) === left) leaving.delete(device);
      });
    leaving.set(device, left);
  };
  return {
    use: (scanners) => {
      // A device that is set up twice is opened once, with its first settings.
      const wanted = new Map<string, ScannerSettings>();
      for (const scanner of scanners) {
        if (!wanted.has(deviceOf(scanner))) wanted.set(deviceOf(scanner), scanner);
      }
      for (const [device, { settings }] of watched) {
        if (settings !== JSON.stringify(wanted.get(device))) leave(device);
      }
      for (const [device, scanner] of wanted) {
        if (!watched.has(device)) watched.set(device, watch(scanner));
      }
      onStatus(status());
    },
    status,
    close: async () => {
      for (const device of [...watched.keys()]) leave(device);
      await Promise.all(leaving.values());
    },
  };
}

type WatchDeps = {
  /** Work that must end before the scanner may be opened. */
  after: Promise<unknown>;
  driver: ScannerDriver;
  onCode: (text: string) => void;
  onChange: () => void;
};

function watchScanner(scanner: ScannerSettings, { after, driver, onCode, onChange }: WatchDeps): Watch {
  const name = scannerName(scanner);
  let now: ScannerStatus = { scanner: name, state: 'missing', reason: null };
  let isWanted = true;
  let opened: OpenScanner | null = null;
  let lookAgain: ReturnType<typeof setTimeout> | undefined;
  let opening: Promise<void> = after.then(open, open);

  const become = (state: ScannerStatus['state'], reason: string | null) => {
    if (!isWanted || (now.state === state && now.reason === reason)) return;
    now = { scanner: name, state, reason };
    onChange();
  };
  const later = () => {
    if (isWanted) lookAgain = setTimeout(reopen, LOOK_AGAIN);
  };
  const reopen = () => {
    opening = open();
  };
  async function open(): Promise<void> {
    if (!isWanted) return;
    let isLost = false;
    const onClose = (reason: string) => {
      isLost = true;
      opened = null;
      become('missing', reason);
      later();
    };
    const hear = (text: string) => isWanted && onCode(text);
    try {
      const next = await driver.open(scanner, { onCode: hear, onClose });
      // It was lost while it was being opened; the search for it runs already.
      if (isLost) return;
      opened = next;
      become('ready', null);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      const isMissing = fault instanceof ScannerMissing;
      const wasMissing = isMissing && now.state === 'missing';
      // An unplugged scanner keeps its reason, rather than "not there", until it is back.
      become(isMissing ? 'missing' : 'failed', wasMissing ? (now.reason ?? reason) : reason);
      later();
    }
  }
  return {
    settings: JSON.stringify(scanner),
    status: () => now,
    close: async () => {
      isWanted = false;
      clearTimeout(lookAgain);
      await opening;
      await opened?.close();
    },
  };
}
