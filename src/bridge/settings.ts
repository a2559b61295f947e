import { z } from '#contract/zod.ts';
import { labelSizes } from '#domain/label.ts';
import { receiptWidths } from '#domain/receipt.ts';

// The till's settings: its name, its devices, its server. Each part is parsed separately, so that one broken part does
// not lose the others.

/** Bits a second that receipt printers and scanners use. */
export const baudRates = [9600, 19_200, 38_400, 57_600, 115_200] as const;

/** A serial port: `/dev/ttyUSB0`, `COM3`. Eight data bits, no parity, one stop bit. */
const serialLine = {
  path: z.string().trim().min(1, 'Port is required').max(255),
  baud_rate: z.literal(baudRates),
};

/** `USB001` and the like: a name that Windows' spooler gives a printer, and no device that a program could open. */
export const isSpoolerPort = (path: string) => /^(?:\\\\\.\\)?USB\d{1,3}:?$/i.test(path);
export const SPOOLER_PORT =
  'A port such as USB001 belongs to a print queue. Choose “Printer of this computer”, and the printer’s name';

/** The connection of a receipt printer. */
const printerConnection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('network'),
    host: z.string().trim().min(1, 'Printer address is required').max(255),
    port: z
      .int('Port must be a number')
      .min(1, 'Port must be at least 1')
      .max(65_535, 'Port must be at most 65535'),
  }),
  z.object({ kind: z.literal('serial'), ...serialLine }),
  /** A file that passes bytes on to the printer: `/dev/usb/lp0`, `\\.\LPT1`. */
  z.object({
    kind: z.literal('device'),
    path: z
      .string()
      .trim()
      .min(1, 'Device is required')
      .max(255)
      .refine((path) => !isSpoolerPort(path), SPOOLER_PORT),
  }),
  /** A queue of the operating system, to which bytes go raw: CUPS, or Windows' spooler. */
  z.object({ kind: z.literal('queue'), queue: z.string().trim().min(1, 'Printer is required').max(255) }),
]);
export type PrinterConnection = z.output<typeof printerConnection>;

/** Code pages that receipt printers know and that hold Spanish letters; `ascii` for printers that know none. */
export const codePages = ['cp858', 'cp850', 'windows1252', 'ascii'] as const;
export type CodePage = (typeof codePages)[number];

export const printerSettings = z.object({
  connection: printerConnection,
  columns: z.literal(receiptWidths),
  code_page: z.enum(codePages),
  cutter: z.boolean(),
  /** The pin of the drawer connector that the drawer listens to; null without a drawer. */
  drawer_pin: z.literal([2, 5]).nullable(),
  /** True if it is asked for its status; some printers never answer. */
  asks_status: z.boolean(),
});
export type PrinterSettings = z.output<typeof printerSettings>;

/** A printer for the labels of units; it neither cuts nor opens a drawer. */
export const labelPrinterSettings = printerSettings
  .pick({ connection: true, code_page: true, asks_status: true })
  .extend({ size: z.enum(labelSizes) });
export type LabelPrinterSettings = z.output<typeof labelPrinterSettings>;

/** A scanner that the till opens itself. Scanners that type as keyboards need no setup. */
export const scannerSettings = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serial'), ...serialLine }),
  z.object({
    kind: z.literal('hid'),
    vendor_id: z.int().min(0).max(0xffff),
    product_id: z.int().min(0).max(0xffff),
    name: z.string().max(100),
  }),
]);
export type ScannerSettings = z.output<typeof scannerSettings>;

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** All settings of the till except its server. */
export const deviceSettings = z.object({
  till_name: z.string().trim().max(100, 'Till name must be at most 100 characters'),
  printer: printerSettings.nullable(),
  /** Null while labels are printed on the receipt printer. */
  label_printer: labelPrinterSettings.nullable(),
  scanners: z.array(scannerSettings).max(8, 'At most 8 scanners'),
  log_level: z.enum(logLevels),
  /** True to fill the screen with the till alone until a manager leaves it. */
  kiosk: z.boolean(),
});
export type DeviceSettings = z.output<typeof deviceSettings>;

/** The result of leaving the full screen; `reason` is display text for the person at the till, null when it was left. */
export const kioskExit = z.discriminatedUnion('left', [
  z.object({ left: z.literal(true), reason: z.null() }),
  z.object({ left: z.literal(false), reason: z.string() }),
]);
export type KioskExit = z.output<typeof kioskExit>;

/**
 * The backend's address. `fingerprint` is that of a trusted self-made certificate; null for any other. `is_chosen` is false
 * while nobody has said which server it is: the first start.
 */
const serverSettings = z.object({
  url: z.string(),
  fingerprint: z.string().nullable(),
  is_chosen: z.boolean(),
});
export type ServerSettings = z.output<typeof serverSettings>;

export const tillSettings = deviceSettings.extend({ server: serverSettings });
export type TillSettings = z.output<typeof tillSettings>;

/** A device that this computer has now, to choose from. */
const foundDevice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serial'), path: z.string(), name: z.string() }),
  z.object({ kind: z.literal('hid'), vendor_id: z.number(), product_id: z.number(), name: z.string() }),
  z.object({ kind: z.literal('device'), path: z.string(), name: z.string() }),
  z.object({ kind: z.literal('queue'), queue: z.string(), name: z.string() }),
]);
export type FoundDevice = z.output<typeof foundDevice>;

/** The devices of this computer. `silent` lists the kinds whose search timed out: there may be some of them. */
export const foundDevices = z.object({
  devices: z.array(foundDevice),
  silent: z.array(z.enum(['serial', 'hid', 'device', 'queue'])),
});
export type FoundDevices = z.output<typeof foundDevices>;
