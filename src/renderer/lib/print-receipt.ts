import { renderSVG } from 'uqr';
import { receiptRows, type ReceiptDocument, type ReceiptWidth } from '#domain/receipt.ts';

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

function page(receipt: ReceiptDocument, width: ReceiptWidth): string {
  const rows = receiptRows(receipt, width).map((row) => {
    switch (row.kind) {
      case 'rule':
        return '-'.repeat(width);
      case 'qr':
        return `</pre>${renderSVG(row.data, { ecc: 'M', border: 0 })}<pre>`;
      case 'total':
        return `<b>${escaped(row.text)}</b>`;
      case 'text':
        return row.bold ? `<b>${escaped(row.text)}</b>` : escaped(row.text);
    }
  });
  const style =
    "@page{margin:4mm}body{margin:0}pre{margin:0;font:12px/17px 'DejaVu Sans Mono',monospace}svg{width:26mm;margin:3mm}";
  return `<!doctype html><title>${escaped(receipt.invoice_number)}</title><style>${style}</style><pre>${rows.join('\n')}</pre>`;
}

/** Opens the browser's print dialog with one receipt and nothing else. */
export function openPrintDialog(receipt: ReceiptDocument, width: ReceiptWidth): void {
  const frame = document.createElement('iframe');
  // Out of sight but drawn: what is not drawn at all prints as an empty page in some browsers.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  frame.title = 'Receipt to print';
  frame.srcdoc = page(receipt, width);
  frame.onload = () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  };
  document.body.append(frame);
}
