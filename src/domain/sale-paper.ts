import type { ReceiptDocument, ReceiptLine } from './receipt.ts';
import { lineName, type Sale, type SaleLine } from './sale.ts';
import { labelledDiscounts } from './totals.ts';
import { notNewText } from './units.ts';

/** The facts of a line that papers show beside what was sold: its warranty, and its return, exchange or trade-in. */
export type AfterLine = Pick<ReceiptLine, 'warranty' | 'refunded' | 'exchanged_for' | 'traded_in'>;

const paperLine = (line: SaleLine, after: AfterLine): ReceiptLine => ({
  name: lineName(line),
  serial_number: line.serial_number,
  imei: line.imei,
  imei2: line.imei2,
  condition: notNewText(line) ?? undefined,
  price: line.price,
  discounts: labelledDiscounts(line.price, line.discounts),
  ...after,
});

/** The parts of a paper that the sale itself does not tell. */
type Made = Omit<
  ReceiptDocument,
  | 'customer'
  | 'lines'
  | 'subtotal'
  | 'cart_discounts'
  | 'discount_amount'
  | 'taxable_amount'
  | 'tax_amount'
  | 'tax_rate'
  | 'prices_include_tax'
  | 'total_amount'
>;

/** Returns the paper of a sale, whoever made it: with or without the server, first or again, printed or mailed. */
export function paperOf(
  { customer, lines, discounts, tax, ...sale }: Sale,
  made: Made,
  afterOf: (place: number) => AfterLine,
): ReceiptDocument {
  const { subtotal, discount_amount, taxable_amount, tax_amount, total_amount } = sale;
  return {
    ...made,
    customer: customer && { name: customer.name, group: customer.group },
    lines: lines.map((line, place) => paperLine(line, afterOf(place))),
    ...{ subtotal, discount_amount, taxable_amount, tax_amount, total_amount },
    cart_discounts: labelledDiscounts(
      lines.reduce((sum, { final_price }) => sum + final_price, 0),
      discounts,
    ),
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax,
  };
}
