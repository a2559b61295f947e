import { escapeHtml } from '#domain/escape-html.ts';
import { receiptRows, type ReceiptDocument, type ReceiptRow } from '#domain/receipt.ts';
import type { Writer } from '../../db/access.ts';
import { queueMail, type Asked, type Mail } from './outbox.usecases.ts';

const WIDTH = 42;

function rowText(row: ReceiptRow): string[] {
  if (row.kind === 'rule') return ['-'.repeat(WIDTH)];
  return row.kind === 'qr' ? [] : [row.text];
}

/** Returns the words before the receipt; a sale that was taken back gets no thanks. */
function textOf({ invoice_number: number, shop_name: shop, taken_back: takenBack }: ReceiptDocument) {
  switch (takenBack?.status) {
    case 'void':
      return {
        subject: `VOID: receipt ${number} from ${shop}`,
        greeting: `This sale at ${shop} was voided. Its receipt is not valid any more.`,
      };
    case 'refunded':
      return {
        subject: `REFUNDED: receipt ${number} from ${shop}`,
        greeting: `This sale at ${shop} was refunded. Here is its receipt.`,
      };
    default:
      return {
        subject: `Your receipt ${number} from ${shop}`,
        greeting: `Thank you for buying at ${shop}. Here is your receipt.`,
      };
  }
}

/** Returns a text so that no mail program makes a link of a part: addresses of pages and mailboxes are broken by spaces. */
const withoutLinks = (text: string): string =>
  text
    .replaceAll('://', ' ')
    .replaceAll('@', ' at ')
    .replaceAll(/(?<=\S)([.\u3002\uFF0E\uFF61])(?=\p{L})/gu, '$1 ');

/** Returns a value with each of its texts without links. */
function textsWithoutLinks<T>(value: T): T {
  if (typeof value === 'string') return withoutLinks(value) as T;
  if (Array.isArray(value)) return value.map(textsWithoutLinks) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, textsWithoutLinks(each as unknown)]),
  ) as T;
}

/** Returns a receipt whose only links are the shop's own: what was typed for a sale may be anybody's words. */
const linkedByShop = ({ shop_name, store, footer, ...sold }: ReceiptDocument): ReceiptDocument => ({
  ...{ shop_name, store, footer },
  ...textsWithoutLinks(sold),
});

/** Returns a receipt as a mail: its rows as plain text, and the same rows in a monospaced font. */
export function receiptMail(receipt: ReceiptDocument): Omit<Mail, 'recipient'> {
  const { subject, greeting } = textOf(receipt);
  const text = receiptRows(linkedByShop(receipt), WIDTH).flatMap(rowText).join('\n');
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8" /><title>${escapeHtml(subject)}</title></head>
<body style="margin: 0; padding: 24px; background: #ffffff; color: #1b1b1b; font-family: sans-serif">
<p>${escapeHtml(greeting)}</p>
<pre style="font-family: Consolas, Menlo, monospace; font-size: 14px; line-height: 1.35">${escapeHtml(text)}</pre>
</body>
</html>
`;
  return { subject, text, html };
}

/** Sends a receipt to an address, through the outbox. */
export async function queueReceipt(
  writer: Writer,
  receipt: ReceiptDocument,
  { recipient, now, ...asked }: Asked & { recipient: string; now: number },
): Promise<void> {
  await queueMail(writer, { recipient, ...receiptMail(receipt) }, now, asked);
}
