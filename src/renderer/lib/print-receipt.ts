import { receiptRows, type ReceiptDocument, type ReceiptWidth } from '#domain/receipt.ts';

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

function page(receipt: ReceiptDocument, width: ReceiptWidth): string {
  const rows = receiptRows(receipt, width).map((row) => {
    switch (row.kind) {
      case 'rule':
        return '-'.repeat(width);
      case 'qr':
        return '';
      case 'total':
        return `<b>${escaped(row.text)}</b>`;
      case 'text':
        return row.bold ? `<b>${escaped(row.text)}</b>` : escaped(row.text);
    }
  });
  const style = "@page{margin:4mm}body{margin:0}pre{font:12px/17px 'DejaVu Sans Mono',monospace}";
  return `<!doctype html><title>${escaped(receipt.invoice_number)}</title><style>${style}</style><pre>${rows.join('\n')}</pre>`;
}

/** Opens the browser's print dialog with one receipt and nothing else. */
export function openPrintDialog(receipt: ReceiptDocument, width: ReceiptWidth): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Receipt to print';
  frame.srcdoc = page(receipt, width);
  frame.onload = () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  };
  document.body.append(frame);
}
