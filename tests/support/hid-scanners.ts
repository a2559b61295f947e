import { EventEmitter } from 'node:events';
import type { HidDevice, HidLibrary, OpenHid } from '#main/scanner/hid-scanner.ts';

/** The layout of a scanner's reports, described independently of the code that reads them. */
export type ReportForm = {
  bytes: number;
  id: number;
  countAt: number;
  aimAt: number;
  dataAt: number;
  most: number;
  /** Null if a code cannot go on in the next report. */
  flagAt: number | null;
  flag: number;
};

const usual = { id: 2, countAt: 1, aimAt: 2, dataAt: 5, most: 56, flag: 1 };

/** The reports of common scanners, and an invented one that only its descriptor explains. */
export const reportForms = {
  '64 bytes': { ...usual, bytes: 64, flagAt: 63 },
  '62 bytes': { ...usual, bytes: 62, flagAt: 61 },
  '61 bytes': { ...usual, bytes: 61, flagAt: null },
  'of a descriptor': { bytes: 40, id: 7, aimAt: 1, countAt: 5, dataAt: 6, most: 33, flagAt: 39, flag: 4 },
} satisfies Record<string, ReportForm>;

/** The descriptor of the last form: a vendor's byte between identifier and count, the flag third in its byte. */
export const ODD_DESCRIPTOR = Uint8Array.from(
  [
    [0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01], // usage page and usage of a scanner, application collection
    [0x09, 0x12, 0xa1, 0x02, 0x85, 0x07], // scanned data report, logical collection, report id 7
    [0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08], // logical minimum and maximum, eight bits each
    [0x09, 0xfb, 0x09, 0xfc, 0x09, 0xfd, 0x95, 0x03, 0x81, 0x02], // symbology identifiers 1 to 3
    [0x06, 0x66, 0xff, 0x09, 0x04, 0x95, 0x01, 0x81, 0x02], // a byte of the vendor's
    [0x05, 0x01, 0x09, 0x3b, 0x95, 0x01, 0x81, 0x02], // byte count
    [0x05, 0x8c, 0x09, 0xfe, 0x95, 0x21, 0x82, 0x02, 0x01], // decoded data, 33 buffered bytes
    [0x25, 0x01, 0x75, 0x01, 0x95, 0x02, 0x81, 0x03], // two bits of nothing
    [0x09, 0xff, 0x95, 0x01, 0x81, 0x02, 0x95, 0x05, 0x81, 0x03], // decode data continued, five bits of nothing
    [0xc0, 0xc0],
  ].flat(),
);

/** Returns the reports by which a scanner of this form sends bytes after an AIM identifier in its own field. */
export function reportsOf(sent: string, form: ReportForm): Uint8Array[] {
  const aim = /^\][A-Za-z][0-9A-Fa-f]/.exec(sent)?.[0] ?? '';
  const data = Buffer.from(sent.slice(aim.length), 'latin1');
  const reports: Uint8Array[] = [];
  for (let at = 0; at < Math.max(1, data.length); at += form.most) {
    const part = data.subarray(at, at + form.most);
    const report = Buffer.alloc(form.bytes);
    report[0] = form.id;
    report[form.countAt] = part.length;
    report.write(aim, form.aimAt, 'latin1');
    part.copy(report, form.dataAt);
    const isLast = at + form.most >= data.length;
    if (!isLast && form.flagAt !== null) report[form.flagAt] = form.flag;
    reports.push(new Uint8Array(report));
  }
  return reports;
}

/** Simulates a HID scanner that is plugged in, sends and is pulled out, behind the library's `{ devices, open }`. */
export function plugInHidScanner(form: ReportForm, descriptor: Uint8Array | null = null) {
  const ids = { vendorId: 0x0c2e, productId: 0x0b81, manufacturer: 'Honeywell', product: 'Voyager 1200g' };
  const path = '/dev/hidraw3';
  const collections: HidDevice[] = [
    { ...ids, path: '/dev/hidraw2', usagePage: 0x01, usage: 0x06 },
    { ...ids, path, usagePage: 0x8c, usage: 0x02 },
    { ...ids, path, usagePage: 0x8c, usage: 0x02 },
  ];
  let mood: 'plugged' | 'unplugged' | 'busy' = 'plugged';
  let opened: EventEmitter[] = [];
  const library: HidLibrary = {
    devices: () => Promise.resolve(mood === 'unplugged' ? collections.slice(0, 1) : collections),
    open: (wanted) => {
      if (wanted !== path || mood !== 'plugged' || opened.length > 0) {
        return Promise.reject(new Error(`cannot open device with path ${wanted}`));
      }
      const device = new EventEmitter();
      const close = () => {
        opened = opened.filter((other) => other !== device);
        return Promise.resolve();
      };
      opened.push(device);
      return Promise.resolve(Object.assign(device, { close }) as OpenHid);
    },
    descriptor: () => Promise.resolve(descriptor),
  };
  const raw = (report: Uint8Array) => {
    for (const device of opened) device.emit('data', Buffer.from(report));
  };
  return {
    library,
    settings: {
      kind: 'hid' as const,
      vendor_id: ids.vendorId,
      product_id: ids.productId,
      name: 'Honeywell Voyager 1200g',
    },
    raw,
    send: (bytes: string) => {
      for (const report of reportsOf(bytes, form)) raw(report);
    },
    unplug: () => {
      mood = 'unplugged';
      for (const device of opened) device.emit('error', new Error('could not read from HID device'));
    },
    plugIn: () => {
      mood = 'plugged';
    },
    occupy: () => {
      mood = 'busy';
      return Promise.resolve(() => {
        mood = 'plugged';
      });
    },
  };
}
