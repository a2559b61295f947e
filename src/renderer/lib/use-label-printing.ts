import { renderSVG } from 'uqr';
import { escapeHtml } from '#domain/escape-html.ts';
import {
  LABEL_GAP,
  type LabelDocument,
  labelMeasures,
  labelModule,
  type LabelRoll,
  labelRows,
  labelSpace,
} from '#domain/label.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { openPagePrint, sendToPrinter } from './print-document.ts';
import { till } from './till.ts';
import { usePrintTelling } from './use-print-telling.ts';

/** What a browser is taken to print labels on; its dialog may scale them to another roll. */
const BROWSER_ROLL: LabelRoll = '40x30';
/** Millimetres of a printer's dot: the page looks as a label printer's label does. */
const DOT_MM = 1 / 8;

function labelPage(label: LabelDocument, roll: LabelRoll): string {
  const parts = labelRows(label, labelSpace(roll, label.code)).map((row) => {
    if (row.kind === 'qr') return qrPicture(row.data);
    if (row.kind !== 'text') return '';
    return `<p>${row.bold ? `<b>${escapeHtml(row.text)}</b>` : escapeHtml(row.text)}</p>`;
  });
  return `<section>${parts.join('')}</section>`;
}

/** As large as the printer's: the picture's own size is that of its modules. */
function qrPicture(data: string): string {
  const svg = renderSVG(data, { ecc: 'M', border: 0, pixelSize: 1 });
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const side = modules * labelModule(data) * DOT_MM;
  return svg.replace('<svg', `<svg style="width:${side}mm;height:${side}mm"`);
}

/** The pages of labels, each as large as one. A letter is 12 dots wide, which this font is at 20 of its units. */
function labelPages(labels: readonly LabelDocument[], roll: LabelRoll): string {
  const { width, height } = labelMeasures[roll];
  const style = [
    `@page{size:${width}mm ${height}mm;margin:0}`,
    'body{margin:0}',
    `section{box-sizing:border-box;width:${width}mm;height:${height}mm;padding:.5mm;overflow:hidden;break-after:page}`,
    'section:last-child{break-after:auto}',
    `p{margin:0;font:${20 * DOT_MM * 0.98}mm/${24 * DOT_MM}mm 'DejaVu Sans Mono',monospace;white-space:pre}`,
    `svg{display:block;margin:${LABEL_GAP * DOT_MM}mm auto 0}`,
  ].join('');
  const pages = labels.map((label) => labelPage(label, roll)).join('');
  return `<!doctype html><title>${titleOf(labels)}</title><style>${style}</style>${pages}`;
}

const titleOf = ({ length }: readonly LabelDocument[]) => (length === 1 ? 'Label' : `${length} labels`);

/** Opens the browser's print dialog with labels, one a page. */
function openLabelDialog(labels: readonly LabelDocument[], roll: LabelRoll = BROWSER_ROLL): void {
  openPagePrint(labelPages(labels, roll), titleOf(labels));
}

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
