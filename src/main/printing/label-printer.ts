import type { LabelPrinterSettings, PrinterSettings } from '#bridge/settings.ts';
import type { PrinterProfile } from './escpos.ts';

/** A printer that documents go to. */
export type Printer = PrinterSettings & Pick<PrinterProfile, 'label_size'>;

/** The narrowest paper of receipts: labels that stand on it fit any printer. */
const LABEL_COLUMNS = 32;

/** A printer as it is set up: one for labels has neither cutter nor drawer. */
export function asPrinter(settings: PrinterSettings | LabelPrinterSettings): Printer {
  if (!('size' in settings)) return settings;
  const { size, ...shared } = settings;
  return { ...shared, columns: LABEL_COLUMNS, cutter: false, drawer_pin: null, label_size: size };
}
