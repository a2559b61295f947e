import { renderSVG } from 'uqr';
import { z } from '#contract/zod.ts';
import { printDocument as documentSchema, type Glyph, type PrintStatus } from '#bridge/printing.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { lettersToDraw } from '#domain/printer-letters.ts';
import type { ReceiptDocument, ReceiptWidth } from '#domain/receipt.ts';
import { documentRows, documentTitle, type PrintDocument } from '#domain/slip.ts';
import { readyLogo } from './logo-raster.ts';
import { till } from './till.ts';

/** Columns of a document in a browser's print dialog. */
const BROWSER_WIDTH: ReceiptWidth = 42;

function page(document: PrintDocument, width: ReceiptWidth): string {
  const rows = documentRows(document, width).map((row) => {
    switch (row.kind) {
      case 'rule':
        return '-'.repeat(width);
      case 'qr':
        return `</pre>${renderSVG(row.data, { ecc: 'M', border: 0 })}<pre>`;
      case 'tall':
        return `<b>${escapeHtml(row.text)}</b>`;
      case 'text':
        return row.bold ? `<b>${escapeHtml(row.text)}</b>` : escapeHtml(row.text);
    }
  });
  const style =
    "@page{margin:4mm}body{margin:0}pre{margin:0;font:12px/17px 'DejaVu Sans Mono',monospace}svg{width:26mm;margin:3mm}";
  return `<!doctype html><title>${escapeHtml(documentTitle(document))}</title><style>${style}</style><pre>${rows.join('\n')}</pre>`;
}

/** Opens the browser's print dialog with one page only. */
export function openPagePrint(html: string, title: string): void {
  const frame = document.createElement('iframe');
  // Rendered out of sight: an element without rendering prints as an empty page in some browsers.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  frame.title = `${title} to print`;
  frame.srcdoc = html;
  frame.onload = () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  };
  document.body.append(frame);
}

/** Opens the browser's print dialog with one document of the till. */
export function openPrintDialog(printed: PrintDocument, width = BROWSER_WIDTH): void {
  openPagePrint(page(printed, width), documentTitle(printed));
}

/** Draws the letters that no printer has; a printer without them prints question marks in their place. */
async function glyphsOf(printed: PrintDocument): Promise<Glyph[] | undefined> {
  const letters = lettersToDraw(printed);
  if (letters.length === 0) return undefined;
  const drawn = import('./letter-glyphs.ts').then(({ drawGlyphs }) => drawGlyphs(letters));
  return drawn.catch(() => undefined);
}

/** A `key` that was used before prints nothing. */
export type PrintOptions = { key: string; openDrawer: boolean };

/** Sends a receipt to this till's printer; resolves to null in a browser, which has none. */
export type PrintReceipt = (receipt: ReceiptDocument, options: PrintOptions) => Promise<PrintStatus | null>;

/** Sends a document to this till's printer, never rejecting; null in a browser, which has none. */
export async function sendToPrinter(
  document: PrintDocument,
  { key, openDrawer }: PrintOptions,
): Promise<PrintStatus | null> {
  if (till.kind === 'browser') return null;
  try {
    return await till.printer.print({
      job_key: key,
      document: z.encode(documentSchema, document),
      open_drawer: openDrawer,
      logo: document.kind === 'label' ? null : await readyLogo(),
      glyphs: await glyphsOf(document),
    });
  } catch {
    const reason = 'The till could not reach its printer queue';
    return { job_key: key, state: 'failed', printer: null, drawer_opened: false, reason };
  }
}

/** Prints a receipt on this till's printer, or opens the browser's print dialog. */
export const putOut: PrintReceipt = (receipt, options) => {
  if (till.kind === 'electron') return sendToPrinter({ kind: 'receipt', receipt }, options);
  openPrintDialog({ kind: 'receipt', receipt });
  return Promise.resolve(null);
};
