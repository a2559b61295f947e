import type { Centavos } from './money.ts';
import { paymentMethodLabels, type PaymentMethod, type PaymentStatus } from './payments.ts';
import { pesos } from './receipt.ts';
import type { ReconcilingItems } from './reconciling-items.ts';
import { tradeInLines } from './shifts.ts';
import { type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import {
  amountOf,
  heading,
  less,
  pair,
  reconcilingRows,
  result,
  rule,
  unlessZero,
  writtenOffRows,
} from './slip-amounts.ts';
import { formatDate, type CalendarDate } from './calendar-dates.ts';

type Tally = { count: number; total: Centavos };

/** Cash that came into drawers and went out of them outside of sales. */
type CashMoves = {
  float: Centavos;
  pay_in: Centavos;
  pay_out: Centavos;
  drop: Centavos;
  trade_ins: Centavos;
  correction: Centavos;
};

/** A store's daily figures, as their slip needs them. */
export type DailyFigures = Partial<ReconcilingItems> & {
  date: CalendarDate;
  store: { code: string; name: string };
  sales: Tally;
  discounts: Tally;
  tax: Centavos;
  voids: Tally;
  refunds: Tally;
  /** Amounts that customers no longer owe after the refunds, because they were never received. */
  written_off: Centavos;
  /** The part of `written_off` that nobody owed: the cash rounding of sales that came back. */
  rounding_back?: Centavos;
  /** The amount by which net sales exceed the money received, because cash is rounded to the smallest coin. */
  cash_rounding?: Centavos;
  /** The part of the cash paid for trade-ins that is given for want of smaller coins. */
  trade_in_rounding?: Centavos;
  net_sales: Centavos;
  first_invoice: string | null;
  last_invoice: string | null;
  payments: readonly (Tally & { method: PaymentMethod; status: PaymentStatus })[];
  /** Refunds, voids and trade-ins that were paid by methods other than cash. */
  payouts?: readonly { method: PaymentMethod; total: Centavos }[];
  /** `net` is what sales, refunds and voids left of cash; `in_drawer` also has what was put in and taken out. */
  cash: {
    taken: Centavos;
    change: Centavos;
    refunded: Centavos;
    voided: Centavos;
    net: Centavos;
    in_drawer: Centavos;
  } & CashMoves;
  by_hour: readonly { hour: number; sales: Centavos }[];
};

/** True if the day has any entry, such as a single refund. */
export function hasFigures(report: DailyFigures): boolean {
  const { sales, voids, refunds, payments, payouts = [] } = report;
  const counts = sales.count + voids.count + refunds.count + payments.length + payouts.length;
  return counts > 0 || cashMoves(report).length > 0;
}

/** Returns the cash that was put into the drawers or (below zero) taken out outside of sales, by what it was. */
export const cashMoves = ({
  cash,
  trade_in_rounding = 0,
}: {
  cash: CashMoves;
  trade_in_rounding?: Centavos;
}): { label: string; amount: Centavos }[] =>
  [
    { label: 'Floats', amount: cash.float },
    { label: 'Pay-ins', amount: cash.pay_in },
    { label: 'Pay-outs', amount: -cash.pay_out },
    { label: 'Drops to the safe', amount: -cash.drop },
    ...tradeInLines(cash.trade_ins, trade_in_rounding).map(({ label, amount }) => ({
      label,
      amount: -amount,
    })),
    { label: 'Corrections', amount: cash.correction },
  ].filter(({ amount }) => amount !== 0);

/** Returns `9 AM`, `12 PM`. */
export function hourName(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

const statusText: Record<PaymentStatus, string> = { completed: '', pending: ' pending', failed: ' failed' };

function paymentRows({ payments, payouts = [] }: DailyFigures): SlipRow[] {
  if (payments.length === 0 && payouts.length === 0) return [{ kind: 'text', text: 'None' }];
  return [
    ...payments.map(({ method, status, count, total }) =>
      pair(`${paymentMethodLabels[method]}${statusText[status]} (${count})`, pesos(total)),
    ),
    ...payouts.map(({ method, total }) => pair(`${paymentMethodLabels[method]} paid out`, less(total))),
  ];
}

/** Returns the daily report for the receipt printer, with a signature line. */
export function dailyReportSlip(report: DailyFigures, frame: SlipFrame): SlipDocument {
  const { cash, cash_rounding = 0 } = report;
  const moves = cashMoves(report);
  const hours = report.by_hour.filter(({ sales }) => sales !== 0);
  return slipOf(frame, 'Daily report', [
    rule,
    pair('Store', `${report.store.name} (${report.store.code})`),
    pair('Day', formatDate(report.date)),
    pair('First invoice', report.first_invoice ?? 'none'),
    pair('Last invoice', report.last_invoice ?? 'none'),
    rule,
    pair(`Sales (${report.sales.count})`, pesos(report.sales.total)),
    pair(`Voids (${report.voids.count})`, less(report.voids.total)),
    pair(`Refunds (${report.refunds.count})`, less(report.refunds.total)),
    ...writtenOffRows(report),
    result('NET SALES', report.net_sales),
    pair(`Discounts given (${report.discounts.count})`, pesos(report.discounts.total)),
    pair('Tax in net sales', amountOf(report.tax)),
    rule,
    heading('Payments'),
    ...paymentRows(report),
    ...unlessZero(cash_rounding, pair('Cash rounding', amountOf(cash_rounding))),
    ...reconcilingRows(report),
    rule,
    heading('Cash'),
    pair('Taken', pesos(cash.taken)),
    pair('Change given', less(cash.change)),
    pair('Refunded', less(cash.refunded)),
    pair('Voided', less(cash.voided)),
    result('NET CASH', cash.net),
    ...moves.map(({ label, amount }) => pair(label, amountOf(amount))),
    ...(moves.length > 0 ? [result('CASH IN DRAWER', cash.in_drawer)] : []),
    ...(hours.length > 0 ? [rule, heading('Sales by hour')] : []),
    ...hours.map(({ hour, sales }) => pair(hourName(hour), amountOf(sales))),
    rule,
    { kind: 'text', text: 'Counted' },
    { kind: 'text', text: '' },
    { kind: 'text', text: '' },
    rule,
    { kind: 'text', text: 'Signature' },
  ]);
}
