import { printerSettings } from '#bridge/settings.ts';
import { usualPrinter } from './device-form-values.ts';
import { PrinterPaperFields } from './printer-paper-fields.tsx';
import { PrinterSetup } from './printer-setup.tsx';
import { PrinterTrial } from './printer-trial.tsx';

/** The receipt printer. */
export function PrinterCard() {
  return (
    <PrinterSetup
      name="printer"
      title="Receipt printer"
      usual={usualPrinter}
      none={{
        choice: 'No printer',
        note: 'Receipts are shown on the screen only, and no cash drawer opens. The drawer hangs on the printer.',
      }}
    >
      <PrinterPaperFields />
      <PrinterTrial
        name="printer"
        schema={printerSettings}
        text={{
          called: 'Printer',
          look: 'Check printer',
          test: 'Print test page',
          printed: 'The test page was printed.',
          note: 'Tried as it stands above, saved or not. The drawer stays shut.',
        }}
      />
    </PrinterSetup>
  );
}
