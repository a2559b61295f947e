import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { FoundDevice, FoundDevices } from '#bridge/settings.ts';
import { listQueues, troubleOfQueue } from '../printing/windows-spooler.ts';
import { PrinterUnreachable } from '../printing/transport.ts';
import { loadWinspool, type Winspool } from '../printing/winspool.ts';
import { isHidScanner, nodeHid, type HidDevice } from '../scanner/hid-scanner.ts';

/** The limit of each look in milliseconds; slower ones are silent. */
const LOOK_LIMIT = 2000;

type SerialInfo = { path: string; friendlyName?: string; manufacturer?: string };

/** The means of looking for devices on this computer. */
export type Looks = {
  platform: NodeJS.Platform;
  serialPorts: () => Promise<SerialInfo[]>;
  hidDevices: () => Promise<HidDevice[]>;
  /** Lists the names in a folder. */
  names: (folder: string) => Promise<string[]>;
  /** Returns the output of a program; rejects if there is none, or if it fails. */
  ask: (program: string, args: string[], limit: number) => Promise<string>;
  /** Windows' print service. */
  windows: () => Promise<Pick<Winspool, 'queues' | 'parallelPorts'>>;
};

const run = promisify(execFile);

const thisComputer: Looks = {
  platform: process.platform,
  serialPorts: async () => (await import('serialport')).SerialPort.list() as Promise<SerialInfo[]>,
  hidDevices: nodeHid.devices,
  names: (folder) => readdir(folder),
  ask: async (program, args, limit) =>
    (await run(program, args, { timeout: limit, killSignal: 'SIGKILL', windowsHide: true })).stdout,
  windows: loadWinspool,
};

/** Finds the devices that this computer has now. Leaves out what it cannot have, and says what it did not tell in time. */
export async function findDevices(looks: Looks = thisComputer): Promise<FoundDevices> {
  const isWindows = looks.platform === 'win32';
  const found = await Promise.all(
    Object.entries({
      serial: findSerialPorts(looks),
      hid: findHidScanners(looks),
      device: isWindows ? findParallelPorts(looks) : findPrinterFiles(looks),
      queue: isWindows ? findWindowsQueues(looks) : findQueues(looks),
    }).map(async ([kind, look]) => ({ kind: kind as FoundDevice['kind'], devices: await inTime(look) })),
  );
  return {
    devices: found.flatMap(({ devices }) => devices ?? []),
    silent: found.filter(({ devices }) => devices === null).map(({ kind }) => kind),
  };
}

/** Returns what a look finds: nothing if it fails, null if it takes too long, or an earlier one still does. */
async function inTime(look: Promise<FoundDevice[]>): Promise<FoundDevice[] | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LOOK_LIMIT, null);
  });
  try {
    return await Promise.race([
      look.catch((fault) => (fault instanceof PrinterUnreachable ? null : [])),
      over,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns `COM3`, with a description if the system knows one: `COM3 – USB Serial Device`. */
const described = (name: string, what: string | undefined) =>
  what && !what.includes(name) ? `${name} – ${what}` : (what ?? name);

async function findSerialPorts({ serialPorts }: Looks): Promise<FoundDevice[]> {
  return (await serialPorts()).map(({ path, friendlyName, manufacturer }) => ({
    kind: 'serial',
    path,
    name: described(path, friendlyName ?? manufacturer),
  }));
}

async function findHidScanners({ hidDevices }: Looks): Promise<FoundDevice[]> {
  const scanners = (await hidDevices()).filter(isHidScanner).map((device) => {
    const { vendorId: vendor_id, productId: product_id, product, manufacturer } = device;
    const name = [manufacturer, product].filter(Boolean).join(' ').trim() || 'USB scanner';
    return { kind: 'hid' as const, vendor_id, product_id, name: name.slice(0, 100) };
  });
  // Two devices of one model become one entry, and so do the collections of one device.
  return [
    ...new Map(scanners.map((scanner) => [`${scanner.vendor_id}:${scanner.product_id}`, scanner])).values(),
  ];
}

async function findPrinterFiles({ names }: Looks): Promise<FoundDevice[]> {
  const folders = [
    { folder: '/dev/usb', what: 'USB printer' },
    { folder: '/dev', what: 'Parallel printer' },
  ];
  const found = await Promise.all(
    folders.map(async ({ folder, what }): Promise<FoundDevice[]> => {
      const files = (await names(folder).catch(() => [])).filter((name) => /^lp\d+$/.test(name)).sort();
      return files.map((name) => ({
        kind: 'device',
        path: `${folder}/${name}`,
        name: `${what} ${folder}/${name}`,
      }));
    }),
  );
  return found.flat();
}

const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');
const asQueue = (name: string): FoundDevice => ({ kind: 'queue', queue: name, name });

/** Lists CUPS queues: `lpstat -e`; before 2.0 `lpstat -a`, which adds their status. */
async function findQueues({ ask }: Looks): Promise<FoundDevice[]> {
  const named = await ask('lpstat', ['-e'], LOOK_LIMIT).catch(() => '');
  const queues = named === '' ? await ask('lpstat', ['-a'], LOOK_LIMIT) : named;
  return lines(queues).map((line) => asQueue(line.split(/\s/)[0] ?? line));
}

/** Lists Windows' queues; one that would hold a job back says why: `EPSON TM-T82 – The printer is offline`. */
async function findWindowsQueues({ windows }: Looks): Promise<FoundDevice[]> {
  const queues = await listQueues(windows, LOOK_LIMIT);
  return queues.map((queue) => {
    const trouble = troubleOfQueue(queue.name, queue);
    return { ...asQueue(queue.name), name: trouble ? `${queue.name} – ${trouble.reason}` : queue.name };
  });
}

async function findParallelPorts({ windows }: Looks): Promise<FoundDevice[]> {
  const ports = await (await windows()).parallelPorts();
  return ports.map((port) => ({
    kind: 'device',
    path: `\\\\.\\${port}`,
    name: `Parallel printer ${port}`,
  }));
}
