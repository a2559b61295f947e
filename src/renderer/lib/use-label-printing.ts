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

/** The label roll assumed for a browser; its dialog may scale to another one. */
const BROWSER_ROLL: LabelRoll = '40x30';
/** Millimetres of a printer's dot, so that the page looks like a printed label. */
const DOT_MM = 1 / 8;

function labelPage(label: LabelDocument, roll: LabelRoll): string {
  const parts = labelRows(label, labelSpace(roll, label.code)).map((row) => {
    if (row.kind === 'qr') return qrPicture(row.data);
    if (row.kind !== 'text') return '';
    return `<p>${row.bold ? `<b>${escapeHtml(row.text)}</b>` : escapeHtml(row.text)}</p>`;
  });
  return `<section>${parts.join('')}</section>`;
}

/** Scales the QR code to the printer's size: the picture's own size is in modules. */
function qrPicture(data: string): string {
  const svg = renderSVG(data, { ecc: 'M', border: 0, pixelSize: 1 });
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const side = modules * labelModule(data) * DOT_MM;
  return svg.replace('<svg', `<svg style="width:${side}mm;height:${side}mm"`);
}

/** Returns one page per label. A letter is 12 dots wide, which this font is at a size of 20 dots. */
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

/** Opens the browser's print dialog with labels, one per page. */
function openLabelDialog(labels: readonly LabelDocument[], roll: LabelRoll = BROWSER_ROLL): void {
  openPagePrint(labelPages(labels, roll), titleOf(labels));
}

type LabelPrintOptions = {
  /** Prints them only once per key; each label gets the key with its number. */
  key?: string;
};

/**
 * Prints unit labels on this till's label printer, or else its receipt printer, and reports the result; in a browser by
 * its print dialog, one label per page.
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
