import type { PrinterCondition, PrintStatus } from '#bridge/printing.ts';
import type { ScannerState } from '#bridge/scanning.ts';
import type { CodePage, LogLevel, PrinterConnection, ScannerSettings } from '#bridge/settings.ts';
import type { CodeKind } from '#domain/barcodes.ts';
import type { LabelSize } from '#domain/label.ts';
import type { ReceiptWidth } from '#domain/receipt.ts';
import type { Tone } from '#renderer/ui/theme.ts';

// Names of the till's devices on its settings page.

export type Badge = { tone: Tone; text: string };

export const logLevelText: Record<LogLevel, string> = {
  error: 'Errors only',
  warn: 'Warnings',
  info: 'Normal',
  debug: 'Everything',
};

export const connectionText: Record<PrinterConnection['kind'], string> = {
  network: 'Network',
  device: 'USB or parallel device',
  serial: 'Serial port',
  queue: 'Printer of this computer',
};

export const widthText: Record<ReceiptWidth, string> = {
  32: '58 mm paper (32 letters a line)',
  42: '80 mm paper, some heads (42 letters a line)',
  48: '80 mm paper (48 letters a line)',
};

export const labelSizeText: Record<LabelSize, string> = {
  '40x30': 'Labels of 40 × 30 mm',
  '50x25': 'Labels of 50 × 25 mm',
  receipt: 'Receipt paper',
};

export const codePageText: Record<CodePage, string> = {
  cp858: 'CP858, most printers',
  cp850: 'CP850',
  windows1252: 'Windows-1252',
  ascii: 'Plain letters only, without accents',
};

/** The condition that a printer reports; `advice` stands below the badge. */
export const conditionText: Record<PrinterCondition, Badge & { advice?: string }> = {
  ready: { tone: 'green', text: 'Ready' },
  paper_low: {
    tone: 'orange',
    text: 'Paper is running out',
    advice: 'It still prints. Have a new roll at hand.',
  },
  out_of_paper: { tone: 'red', text: 'Out of paper', advice: 'Put in a new roll.' },
  cover_open: { tone: 'red', text: 'Cover is open', advice: 'Close the cover.' },
  cutter_error: {
    tone: 'red',
    text: 'Cutter is stuck',
    advice: 'Switch it off, take out the paper, switch it on.',
  },
  offline: { tone: 'red', text: 'Offline', advice: 'Press the printer’s feed or online button.' },
  error: { tone: 'red', text: 'Printer fault', advice: 'Switch it off and on again.' },
  unknown: {
    tone: 'grey',
    text: 'Says nothing of itself',
    advice: 'Many printers never do. Print a test page and look at the paper.',
  },
  unreachable: {
    tone: 'red',
    text: 'Does not answer',
    advice: 'Check its cable, its power and its address.',
  },
};

export const printStateText: Record<PrintStatus['state'], Badge> = {
  queued: { tone: 'orange', text: 'Waits' },
  sending: { tone: 'blue', text: 'Printing' },
  confirmed: { tone: 'green', text: 'Printed' },
  failed: { tone: 'red', text: 'Failed' },
  unknown: { tone: 'yellow', text: 'Look at the paper' },
  no_printer: { tone: 'grey', text: 'No printer' },
};

export const scannerStateText: Record<ScannerState, Badge> = {
  ready: { tone: 'green', text: 'Ready' },
  missing: { tone: 'orange', text: 'Not plugged in' },
  failed: { tone: 'red', text: 'Cannot be used' },
};

export const codeKindText: Record<CodeKind, string> = {
  imei: 'IMEI',
  ean: 'Product barcode',
  receipt: 'Receipt of a sale',
  gs1: 'GS1 code',
  other: 'Serial number, QR code or SKU',
};

/** Returns a scanner's name; the main process uses the same one in its status. */
export const scannerName = (scanner: ScannerSettings): string =>
  scanner.kind === 'serial' ? scanner.path : scanner.name;

export const scannerLine = (scanner: ScannerSettings): string =>
  scanner.kind === 'serial' ? `Serial port, ${scanner.baud_rate} baud` : 'USB scanner';
