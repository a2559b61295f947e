import type { PrinterCondition, PrintStatus } from '#bridge/printing.ts';
import type { ScannerState } from '#bridge/scanning.ts';
import type { CodePage, LogLevel, PrinterConnection, ScannerSettings } from '#bridge/settings.ts';
import type { CodeKind } from '#domain/barcodes.ts';
import type { LabelSize } from '#domain/label.ts';
import type { ReceiptWidth } from '#domain/receipt.ts';
import type { Tone } from '#renderer/ui/theme.ts';

// What the till's devices are called on its settings page.

export type Badge = { tone: Tone; words: string };

export const logLevelWords: Record<LogLevel, string> = {
  error: 'Errors only',
  warn: 'Warnings',
  info: 'Normal',
  debug: 'Everything',
};

export const connectionWords: Record<PrinterConnection['kind'], string> = {
  network: 'Network',
  device: 'USB or parallel device',
  serial: 'Serial port',
  queue: 'Printer of this computer',
};

export const widthWords: Record<ReceiptWidth, string> = {
  32: '58 mm paper (32 letters a line)',
  42: '80 mm paper, some heads (42 letters a line)',
  48: '80 mm paper (48 letters a line)',
};

export const labelSizeWords: Record<LabelSize, string> = {
  '40x30': 'Labels of 40 × 30 mm',
  '50x25': 'Labels of 50 × 25 mm',
  receipt: 'Receipt paper',
};

export const codePageWords: Record<CodePage, string> = {
  cp858: 'CP858, most printers',
  cp850: 'CP850',
  windows1252: 'Windows-1252',
  ascii: 'Plain letters only, without accents',
};

/** What a printer says of itself; what the badge leaves open stands below it. */
export const conditionWords: Record<PrinterCondition, Badge & { advice?: string }> = {
  ready: { tone: 'green', words: 'Ready' },
  paper_low: {
    tone: 'orange',
    words: 'Paper is running out',
    advice: 'It still prints. Have a new roll at hand.',
  },
  out_of_paper: { tone: 'red', words: 'Out of paper', advice: 'Put in a new roll.' },
  cover_open: { tone: 'red', words: 'Cover is open', advice: 'Close the cover.' },
  cutter_error: {
    tone: 'red',
    words: 'Cutter is stuck',
    advice: 'Switch it off, take out the paper, switch it on.',
  },
  offline: { tone: 'red', words: 'Offline', advice: 'Press the printer’s feed or online button.' },
  error: { tone: 'red', words: 'Printer fault', advice: 'Switch it off and on again.' },
  unknown: {
    tone: 'grey',
    words: 'Says nothing of itself',
    advice: 'Many printers never do. Print a test page and look at the paper.',
  },
  unreachable: {
    tone: 'red',
    words: 'Does not answer',
    advice: 'Check its cable, its power and its address.',
  },
};

export const printStateWords: Record<PrintStatus['state'], Badge> = {
  queued: { tone: 'orange', words: 'Waits' },
  sending: { tone: 'blue', words: 'Printing' },
  confirmed: { tone: 'green', words: 'Printed' },
  failed: { tone: 'red', words: 'Failed' },
  unknown: { tone: 'yellow', words: 'Look at the paper' },
  no_printer: { tone: 'grey', words: 'No printer' },
};

export const scannerStateWords: Record<ScannerState, Badge> = {
  ready: { tone: 'green', words: 'Ready' },
  missing: { tone: 'orange', words: 'Not plugged in' },
  failed: { tone: 'red', words: 'Cannot be used' },
};

export const codeKindWords: Record<CodeKind, string> = {
  imei: 'IMEI',
  ean: 'Product barcode',
  receipt: 'Receipt of a sale',
  gs1: 'GS1 code',
  other: 'Serial number, QR code or SKU',
};

/** What people call a scanner; the main process names it the same in its status. */
export const scannerName = (scanner: ScannerSettings): string =>
  scanner.kind === 'serial' ? scanner.path : scanner.name;

export const scannerLine = (scanner: ScannerSettings): string =>
  scanner.kind === 'serial' ? `Serial port, ${scanner.baud_rate} baud` : 'USB scanner';
