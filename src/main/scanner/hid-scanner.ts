import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type * as nodeHidTypes from 'node-hid';
import type { ScannerSettings } from '#bridge/settings.ts';
import { createFraming } from './framing.ts';
import { createReportReader, layoutIn } from './hid-report.ts';
import { ScannerMissing, type OpenScanner, type ScannerDriver, type ScannerEvents } from './port.ts';

type HidScanner = Extract<ScannerSettings, { kind: 'hid' }>;

/** A HID device as the system lists it; one with several collections is listed once for each. */
export type HidDevice = {
  path?: string | undefined;
  vendorId: number;
  productId: number;
  product?: string | undefined;
  manufacturer?: string | undefined;
  usagePage?: number | undefined;
  usage?: number | undefined;
};

/** An open HID device: `data` with each report, its id in front; `error` when it is gone. */
export type OpenHid = {
  on: {
    (event: 'data', listener: (report: Uint8Array) => void): unknown;
    (event: 'error', listener: (fault: Error) => void): unknown;
  };
  close: () => Promise<void>;
};

/** The part of the HID library that is used. */
export type HidLibrary = {
  devices: () => Promise<HidDevice[]>;
  open: (path: string) => Promise<OpenHid>;
  /** Returns a device's report descriptor, if the system shows it. */
  descriptor?: (path: string) => Promise<Uint8Array | null>;
};

const SCANNER_PAGE = 0x8c;
const SCANNER_USAGE = 0x02;

/** True if a listed device is a scanner in POS mode, not a keyboard. */
export const isHidScanner = ({ usagePage, usage }: HidDevice): boolean =>
  usagePage === SCANNER_PAGE && (usage === undefined || usage === SCANNER_USAGE);

/** The system's HID devices through node-hid, which is loaded on first use. */
export const nodeHid: HidLibrary = {
  devices: async () => (await loadNodeHid()).devicesAsync(),
  open: async (path) => (await loadNodeHid()).HIDAsync.open(path),
  descriptor: (path) =>
    readFile(`/sys/class/hidraw/${basename(path)}/device/report_descriptor`).catch(() => null),
};

/** Loads node-hid; as a CommonJS module it exports its default. */
async function loadNodeHid() {
  const library: unknown = await import('node-hid');
  return (library as { default: typeof nodeHidTypes }).default;
}

/** Drives scanners in their USB HID POS mode. Several of one model are one scanner to the till. */
export function hidScannerOver(library: HidLibrary): ScannerDriver<HidScanner> {
  return {
    open: async (scanner, events) => {
      const paths = await pathsOf(library, scanner);
      if (paths.length === 0) throw new ScannerMissing(`${scanner.name} is not there`);
      return openAll(library, scanner, { paths, events });
    },
  };
}

export const hidScanner = hidScannerOver(nodeHid);

async function pathsOf(library: HidLibrary, { vendor_id, product_id }: HidScanner): Promise<string[]> {
  // Without the library's binary no such devices are listed.
  const devices = await library.devices().catch(() => []);
  const found = devices.filter(
    (device) => isHidScanner(device) && device.vendorId === vendor_id && device.productId === product_id,
  );
  return [...new Set(found.flatMap(({ path }) => path ?? []))];
}

type Wanted = { paths: readonly string[]; events: ScannerEvents };

async function openAll(
  library: HidLibrary,
  { name }: HidScanner,
  { paths, events }: Wanted,
): Promise<OpenScanner> {
  const opened: { device: OpenHid; stop: () => void }[] = [];
  let isOver = false;

  const close = async () => {
    isOver = true;
    for (const { device, stop } of opened) {
      stop();
      await device.close().catch(() => undefined);
    }
  };
  const lose = () => {
    if (isOver) return;
    void close().then(() => events.onClose(`${name} was unplugged`));
  };
  try {
    for (const path of paths) {
      const device = await library.open(path);
      const descriptor = (await library.descriptor?.(path)) ?? null;
      opened.push({ device, stop: listenTo(device, descriptor, { onCode: events.onCode, onClose: lose }) });
    }
  } catch (fault) {
    await close();
    const { message } = fault as Error;
    throw new Error(`${name} cannot be opened; another program may be using it (${message})`, {
      cause: fault,
    });
  }
  return { close };
}

function listenTo(
  device: OpenHid,
  descriptor: Uint8Array | null,
  { onCode, onClose }: ScannerEvents,
): () => void {
  const reader = createReportReader(descriptor && layoutIn(descriptor));
  const framing = createFraming(onCode);
  let isOver = false;
  device.on('data', (report) => {
    const code = isOver ? null : reader.read(report, performance.now());
    if (!code) return;
    framing.feed(code);
    framing.end();
  });
  device.on('error', ({ message }) => onClose(message));
  return () => {
    isOver = true;
    framing.close();
  };
}
