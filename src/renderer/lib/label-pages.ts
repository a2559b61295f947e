import { renderSVG } from 'uqr';
import {
  LABEL_GAP,
  labelMeasures,
  labelModule,
  labelRows,
  labelSpace,
  type LabelDocument,
  type LabelRoll,
} from '#domain/label.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { openPagePrint } from './print-document.ts';

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
export function labelPages(labels: readonly LabelDocument[], roll: LabelRoll): string {
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
export function openLabelDialog(labels: readonly LabelDocument[], roll: LabelRoll = BROWSER_ROLL): void {
  openPagePrint(labelPages(labels, roll), titleOf(labels));
}
