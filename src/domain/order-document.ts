import { countText } from './count-text.ts';
import { formatDate, type CalendarDate } from './calendar-dates.ts';
import { escapeHtml } from './escape-html.ts';
import { formatMoney, type Centavos } from './money.ts';
import { unitsText } from './units.ts';

/** A row of an order document; without costs for readers who may not see them. */
type OrderDocumentItem = {
  product: string;
  variation: string;
  sku: string;
  barcode: string | null;
  quantity: number;
  /** Further ordered units that will not be delivered any more. */
  given_up: number;
  unit_cost?: Centavos | undefined;
  total_cost?: Centavos | undefined;
};

/** A purchase order as its supplier gets it: as a document, or as a mail. */
export type OrderDocument = {
  transaction_number: string;
  shop_name: string;
  /** The order's date at the store. */
  ordered_on: CalendarDate;
  ordered_by: string;
  is_cancelled: boolean;
  /** True if the rest of it was given up: quantities and sums count what arrived. */
  is_closed: boolean;
  supplier: {
    name: string;
    contact_person: string | null;
    address: string | null;
    phone: string | null;
    email: string | null;
  };
  deliver_to: { name: string; address: string | null; phone: string | null };
  notes: string | null;
  items: OrderDocumentItem[];
  total_quantity: number;
  total_amount?: Centavos | undefined;
};

/** Returns the order without its costs. */
export const withoutCosts = ({ total_amount: _, items, ...document }: OrderDocument): OrderDocument => ({
  ...document,
  items: items.map(({ unit_cost: _cost, total_cost: _total, ...item }) => item),
});

const pesos = (amount: Centavos) => formatMoney(amount, 'purchasing');
const codesOf = ({ sku, barcode }: OrderDocumentItem) => [sku, barcode].filter(Boolean).join(' · ');
const lines = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null && text !== '');

const givenUp = ({ given_up }: OrderDocumentItem) =>
  given_up > 0 ? ` (${countText(given_up)} given up)` : '';
/** Returns the note about units not to be delivered any more. */
function givenUpText({ items }: OrderDocument): string | null {
  const units = items.reduce((sum, { given_up }) => sum + given_up, 0);
  return units === 0 ? null : `Given up: ${unitsText(units)}. Deliver no more of this order.`;
}

/** Returns the prefix of an ended order's subject. */
const endedSign = ({ is_cancelled, is_closed }: OrderDocument) =>
  is_cancelled ? 'CANCELLED: ' : is_closed ? 'CLOSED: ' : '';

/** Returns the mail's subject. */
export function orderMailSubject(document: OrderDocument): string {
  const sign = endedSign(document);
  return `${sign}${sign ? 'purchase' : 'Purchase'} order ${document.transaction_number} from ${document.shop_name}`;
}

/** Returns the introduction of the mail. */
export function orderGreeting({ transaction_number, deliver_to, ...document }: OrderDocument): string {
  if (document.is_cancelled) return `Our order ${transaction_number} is cancelled. Deliver nothing of it.`;
  return document.is_closed
    ? `What was left of our order ${transaction_number} is given up. Deliver no more of it: below stands what came.`
    : `We order what stands below, to be delivered to ${deliver_to.name}. Name ${transaction_number} on what you send.`;
}

const toWhom = ({ supplier }: OrderDocument) =>
  lines([supplier.name, supplier.contact_person, supplier.address, supplier.phone, supplier.email]);
const whereTo = ({ deliver_to }: OrderDocument) =>
  lines([deliver_to.name, deliver_to.address, deliver_to.phone]);

/** Returns the order as plain text, for mail programs without HTML. */
export function orderDocumentText(document: OrderDocument): string {
  const item = (row: OrderDocumentItem, place: number) => {
    const cost =
      row.unit_cost === undefined || row.total_cost === undefined
        ? ''
        : ` at ${pesos(row.unit_cost)} = ${pesos(row.total_cost)}`;
    return `${place + 1}. ${row.product}, ${row.variation} (${codesOf(row)}): ${countText(row.quantity)}${givenUp(row)}${cost}`;
  };
  const total = document.total_amount === undefined ? '' : `, ${pesos(document.total_amount)}`;
  return [
    orderMailSubject(document),
    `Ordered ${formatDate(document.ordered_on)} by ${document.ordered_by}`,
    ['Supplier', ...toWhom(document)].join('\n'),
    ['Deliver to', ...whereTo(document)].join('\n'),
    document.items.map(item).join('\n'),
    lines([`Total: ${countText(document.total_quantity)} units${total}`, givenUpText(document)]).join('\n'),
    ...(document.notes === null ? [] : [`Notes\n${document.notes}`]),
  ].join('\n\n');
}

// Inline styles: most mail programs drop a style sheet.
const GREY = 'color:#566060';
const CELL = 'padding:6px 8px;border-bottom:1px solid #d5dcdc;vertical-align:top';
const HEAD = `padding:6px 8px;border-bottom:2px solid #1a2020;font-size:12px;text-align:left;${GREY}`;
const END = 'text-align:right;white-space:nowrap';

const headCell = (text: string, end = false) => `<th style="${HEAD}${end ? `;${END}` : ''}">${text}</th>`;
const cell = (text: string, style = '') => `<td style="${CELL}${style && `;${style}`}">${text}</td>`;

function party(title: string, [name = '', ...more]: readonly (string | null)[]): string {
  const rest = more.map((line) => escapeHtml(line ?? '').replaceAll('\n', '<br>')).join('<br>');
  return `<td style="width:50%;padding:0 16px 0 0;vertical-align:top"><div style="font-size:12px;${GREY}">${title}</div>
<div><b>${escapeHtml(name ?? '')}</b><br>${rest}</div></td>`;
}

function itemRow(row: OrderDocumentItem, place: number, hasCosts: boolean): string {
  const name = `${escapeHtml(row.product)}, ${escapeHtml(row.variation)}`;
  const costs = [row.unit_cost ?? 0, row.total_cost ?? 0].map((cost) => cell(pesos(cost), END)).join('');
  return `<tr style="break-inside:avoid">${cell(String(place + 1), GREY)}
${cell(`${name}<div style="font-size:12px;${GREY}">${escapeHtml(`${codesOf(row)}${givenUp(row)}`)}</div>`)}
${cell(countText(row.quantity), END)}${hasCosts ? costs : ''}</tr>`;
}

/** Returns the order as HTML: an A4 page for printing, or the body of a mail with a `greeting`. */
export function orderHtml(document: OrderDocument, greeting?: string): string {
  const hasCosts = document.total_amount !== undefined;
  const costHeads = hasCosts ? headCell('Unit cost', true) + headCell('Total cost', true) : '';
  const total = hasCosts ? cell('', END) + cell(`<b>${pesos(document.total_amount ?? 0)}</b>`, END) : '';
  const ended = givenUpText(document);
  const notes =
    document.notes === null
      ? ''
      : `<div style="margin-top:20px;break-inside:avoid"><div style="font-size:12px;${GREY}">Notes</div>
<div style="white-space:pre-line">${escapeHtml(document.notes)}</div></div>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(orderMailSubject(document))}</title>
<style>@page{size:A4;margin:16mm 14mm}@media print{body{font-size:12px!important;line-height:17px!important}}</style></head>
<body style="margin:0;padding:${greeting === undefined ? 0 : '24px'};background:#ffffff;color:#1a2020;font-family:'Inter Variable',Inter,Arial,sans-serif;font-size:14px;line-height:20px">
${greeting === undefined ? '' : `<p style="margin:0 0 24px">${escapeHtml(greeting)}</p>`}
<div style="max-width:760px">
<div style="${GREY}">${escapeHtml(document.shop_name)}</div>
<h1 style="margin:0;font-size:22px;line-height:28px">${endedSign(document)}Purchase order ${escapeHtml(document.transaction_number)}</h1>
<div style="margin-bottom:20px;${GREY}">Ordered ${escapeHtml(formatDate(document.ordered_on))} by ${escapeHtml(document.ordered_by)}</div>
<table style="width:100%;margin-bottom:20px;border-collapse:collapse"><tr>${party('Supplier', toWhom(document))}${party('Deliver to', whereTo(document))}</tr></table>
<table style="width:100%;border-collapse:collapse">
<thead><tr>${headCell('#')}${headCell('Product')}${headCell('Quantity', true)}${costHeads}</tr></thead>
<tbody>${document.items.map((row, place) => itemRow(row, place, hasCosts)).join('\n')}
<tr style="break-inside:avoid">${cell('')}${cell('<b>Total</b>')}${cell(`<b>${countText(document.total_quantity)}</b>`, END)}${total}</tr></tbody>
</table>
${ended === null ? '' : `<p style="margin:20px 0 0"><b>${ended}</b></p>`}
${notes}
</div>
</body>
</html>
`;
}
