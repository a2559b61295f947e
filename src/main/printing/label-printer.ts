import type { LabelPrinterSettings, PrinterSettings } from '#bridge/settings.ts';
import type { PrinterProfile } from './escpos.ts';

/** A printer for documents. */
export type Printer = PrinterSettings & Pick<PrinterProfile, 'label_size'>;

/** Columns of the narrowest receipt paper: labels laid out for it fit any printer. */
const LABEL_COLUMNS = 32;

/** Returns a printer as it is set up: a label printer has neither cutter nor drawer. */
export function asPrinter(settings: PrinterSettings | LabelPrinterSettings): Printer {
  if (!('size' in settings)) return settings;
  const { size, ...shared } = settings;
  return { ...shared, columns: LABEL_COLUMNS, cutter: false, drawer_pin: null, label_size: size };
}
