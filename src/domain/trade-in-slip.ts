import type { Centavos } from './money.ts';
import { paymentMethodLabels, type PaymentMethod } from './payments.ts';
import { pesos } from './receipt.ts';
import { pair, result, rule, unlessZero } from './slip-amounts.ts';
import { signatureRows, type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import { formatInstant } from './store-time.ts';
import { sellerIdLabels, type SellerId } from './trade-ins.ts';
import type { UnitCategory } from './transactions.ts';
import { conditionText, numberLines, type UnitNumbers } from './units.ts';

/** A trade-in as its slip needs it; amounts in centavos. */
export type PrintedTradeIn = {
  number: string | null;
  /** Epoch milliseconds. */
  at: number;
  staff: { name: string };
  unit: UnitNumbers & {
    product_name: string;
    variation_name: string;
    category: UnitCategory;
    condition_rating: number | null;
  };
  amount: Centavos | null;
  payment: { number: string; amount: Centavos } | null;
  payout: {
    method: PaymentMethod;
    amount: Centavos;
    /** The part of the amount that is given for want of smaller coins. */
    cash_rounding?: Centavos;
    reference_number: string | null;
  } | null;
  seller: {
    name: string;
    address?: string | null;
    id_type?: SellerId | null;
    id_number?: string | null;
  };
};

const DECLARATION =
  'I declare that this item is mine to sell, that it is neither stolen nor lost, and that nothing is owed for it. I sell it to the shop for the amount above.';

const text = (line: string): SlipRow => ({ kind: 'text', text: line });

function moneyRows({ amount, payment, payout }: PrintedTradeIn): SlipRow[] {
  const rounding = payout?.cash_rounding ?? 0;
  return [
    result('AGREED', amount ?? 0),
    ...(payment ? [pair(`Pays for ${payment.number}`, pesos(payment.amount))] : []),
    ...unlessZero(rounding, pair('Cash rounding', pesos(rounding))),
    ...(payout ? [pair(`Paid out, ${paymentMethodLabels[payout.method]}`, pesos(payout.amount))] : []),
    ...(payout?.reference_number ? [text(`Ref. ${payout.reference_number}`)] : []),
  ];
}

function sellerRows({ name, address, id_type, id_number }: PrintedTradeIn['seller']): SlipRow[] {
  return [
    pair('Seller', name),
    ...(address ? [text(address)] : []),
    ...(id_type && id_number ? [pair(sellerIdLabels[id_type], id_number)] : []),
  ];
}

/** Returns the slip of a trade-in: unit, money, seller, and the seller's declaration to sign. */
export const tradeInSlip = (traded: PrintedTradeIn, frame: SlipFrame): SlipDocument =>
  slipOf(frame, 'Trade-in', [
    rule,
    ...(traded.number === null ? [] : [pair('Number', traded.number)]),
    pair('Date', formatInstant(traded.at, frame.time_zone)),
    pair('Staff', traded.staff.name),
    rule,
    text(`${traded.unit.product_name} ${traded.unit.variation_name}`),
    ...numberLines(traded.unit).map(text),
    pair('Condition', conditionText(traded.unit)),
    rule,
    ...moneyRows(traded),
    rule,
    ...sellerRows(traded.seller),
    rule,
    text(DECLARATION),
    ...signatureRows('Seller’s signature'),
    ...signatureRows('For the shop'),
  ]);
