import type { LabelDocument } from '#domain/label.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { openLabelDialog } from './label-pages.ts';
import { sendToPrinter } from './print-document.ts';
import { till } from './till.ts';
import { usePrintTelling } from './use-print-telling.ts';

export type LabelPrintOptions = {
  /** Prints them once, however often it is asked for; the labels of one request are numbered behind it. */
  key?: string;
};

/**
 * Prints labels of units: on this till's label printer, or its receipt printer where it has none for labels, which then
 * says how it went; in a browser by its print dialog, one label a page.
 */
export function useLabelPrinting() {
  const notify = useNotify();
  const { ask, tell } = usePrintTelling();
  return async (labels: readonly LabelDocument[], { key = crypto.randomUUID() }: LabelPrintOptions = {}) => {
    if (labels.length === 0) return;
    const codeless = labels.filter(({ code }) => code === null).length;
    if (codeless > 0) {
      const units = codeless === 1 ? 'A unit has' : `${codeless} units have`;
      notify.warning('Label without a code', `${units} no number that could be scanned. Give it one first`);
    }
    if (till.kind === 'browser') return openLabelDialog(labels);
    const keys = labels.map((_, index) => `label-${key}-${index + 1}`);
    const title = labels.length === 1 ? 'Label' : `${labels.length} labels`;
    ask({ title, noPrinter: 'No label printer and no receipt printer is set up at this till' }, keys);
    for (const [index, label] of labels.entries()) {
      const status = await sendToPrinter(
        { kind: 'label', label },
        { key: keys[index] ?? key, openDrawer: false },
      );
      if (status) tell(status);
    }
  };
}
