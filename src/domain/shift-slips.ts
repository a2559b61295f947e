import { formatDate, type CalendarDate } from './calendar-dates.ts';
import type { Centavos } from './money.ts';
import { paymentMethodLabels, type PaymentMethod } from './payments.ts';
import { pesos } from './receipt.ts';
import type { ReconcilingItems } from './reconciling-items.ts';
import {
  cashInDrawer,
  movementLabels,
  overOrShort,
  paidOutBy,
  tradeInLines,
  type ReadingFigures,
  type MethodDifference,
  type MovementKind,
} from './shifts.ts';
import { signatureRows, type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import {
  amountOf,
  boldPair,
  heading,
  less,
  pair,
  reconcilingRows,
  result,
  rule,
  unlessZero,
  writtenOffRows,
} from './slip-amounts.ts';
import { formatInstant, type Zones } from './store-time.ts';

// The slips of a till's day: X and Z readings, and the count of a drawer.

type Tally = { count: number; total: Centavos };

/** The figures of a reading on paper; null for those hidden from users who still have to count. */
export type PrintedFigures = {
  sales: Tally;
  discounts: Centavos;
  tax: Centavos;
  voids: Tally;
  refunds: Tally;
  written_off: Centavos;
  /** The part of `written_off` that nobody owed; absent from figures of older servers, as `cash_rounding`. */
  rounding_back?: Centavos;
  cash_rounding?: Centavos;
  /** The part of `trade_ins` that its cash was rounded up by. */
  trade_in_rounding?: Centavos;
  net: Centavos;
  first_invoice: string | null;
  last_invoice: string | null;
  methods: readonly {
    method: PaymentMethod;
    count: number;
    taken?: Centavos | null;
    net: Centavos | null;
  }[];
  cash: ReadingFigures['cash'] | null;
  trade_ins: Tally;
  no_sales: number;
};

const apart = (label: string, difference: Centavos) => boldPair(label, overOrShort(difference, pesos));

function cashRows({ cash, trade_in_rounding = 0 }: PrintedFigures): SlipRow[] {
  if (!cash) return [pair('Cash', 'after counting')];
  const { float, taken, change, refunded, voided, pay_in, pay_out, drop, trade_ins, correction } = cash;
  return [
    pair('Float', pesos(float)),
    pair('Cash taken', pesos(taken)),
    pair('Change given', less(change)),
    pair('Cash refunded', less(refunded)),
    pair('Cash of voids', less(voided)),
    ...unlessZero(pay_in, pair('Pay-ins', pesos(pay_in))),
    ...unlessZero(pay_out, pair('Pay-outs', less(pay_out))),
    ...unlessZero(drop, pair('Drops to the safe', less(drop))),
    ...tradeInLines(trade_ins, trade_in_rounding).map(({ label, amount }) => pair(label, less(amount))),
    ...unlessZero(correction, pair('Corrections', amountOf(correction))),
    result('CASH IN DRAWER', cashInDrawer(cash)),
  ];
}

function methodRows(methods: PrintedFigures['methods']): SlipRow[] {
  if (methods.length === 0) return [pair('Payments', 'none')];
  return methods.flatMap(({ method, count, net, ...sum }) => {
    const label = paymentMethodLabels[method];
    const out = paidOutBy({ method, net, ...sum });
    if (net === null) return [pair(`${label} (${count})`, 'after counting')];
    if (out === 0) return [pair(`${label} (${count})`, amountOf(net))];
    return [
      pair(`${label} (${count})`, amountOf(net + out)),
      pair(`${label} paid out`, less(out)),
      pair(`${label} net`, amountOf(net)),
    ];
  });
}

/** Returns the rows of what was paid out for traded-in units by any method; the first one with their number. */
const tradeInRows = ({ trade_ins: { count, total }, trade_in_rounding = 0 }: PrintedFigures): SlipRow[] =>
  tradeInLines(total, trade_in_rounding).map(({ label, amount }, place) =>
    pair(place === 0 ? `${label} (${count})` : label, less(amount)),
  );

/** Returns the rows that X and Z readings share. */
const figureRows = ({ cash_rounding = 0, ...figures }: PrintedFigures): SlipRow[] => [
  pair('First invoice', figures.first_invoice ?? 'none'),
  pair('Last invoice', figures.last_invoice ?? 'none'),
  rule,
  pair(`Gross sales (${figures.sales.count})`, pesos(figures.sales.total)),
  pair(`Voids (${figures.voids.count})`, less(figures.voids.total)),
  pair(`Refunds (${figures.refunds.count})`, less(figures.refunds.total)),
  ...writtenOffRows(figures),
  result('NET SALES', figures.net),
  pair('Discounts given', pesos(figures.discounts)),
  pair('Net before tax', amountOf(figures.net - figures.tax)),
  pair('Tax', amountOf(figures.tax)),
  rule,
  heading('Payments'),
  ...methodRows(figures.methods),
  ...unlessZero(cash_rounding, pair('Cash rounding', amountOf(cash_rounding))),
  ...tradeInRows(figures),
  rule,
  heading('Drawer'),
  ...cashRows(figures),
  pair('Opened without a sale', String(figures.no_sales)),
];

type PrintedShift = {
  number: string;
  till: { name: string };
  opened_at: number;
  opened_by: { name: string };
  closed_at: number | null;
  closed_by: { name: string } | null;
  reason: string | null;
};

const shiftRows = (shift: PrintedShift, timeZone: Zones): SlipRow[] => [
  pair('Till', shift.till.name),
  pair('Shift', shift.number),
  pair('Opened', formatInstant(shift.opened_at, timeZone)),
  pair('By', shift.opened_by.name),
  ...(shift.closed_at === null ? [] : [pair('Closed', formatInstant(shift.closed_at, timeZone))]),
  ...(shift.closed_by === null ? [] : [pair('By', shift.closed_by.name)]),
];

/** Returns the slip of a shift's figures so far. */
export function xReadingSlip(
  { shift, figures }: { shift: PrintedShift; figures: PrintedFigures },
  frame: SlipFrame,
): SlipDocument {
  return slipOf(frame, 'X reading', [rule, ...shiftRows(shift, frame.time_zone), ...figureRows(figures)]);
}

/** The expected amount is shown to few users. */
type ToldDifference = Omit<MethodDifference, 'expected'> & { expected?: Centavos | undefined };

/** Returns the slip of a drawer count: the counted amounts and their differences, to be signed. */
export function countSlip(
  shift: PrintedShift & { differences: readonly ToldDifference[] | null },
  frame: SlipFrame,
): SlipDocument {
  return slipOf(frame, 'Shift count', [
    rule,
    ...shiftRows(shift, frame.time_zone),
    ...(shift.differences ?? []).flatMap(({ method, expected, counted, difference }) => [
      rule,
      heading(paymentMethodLabels[method]),
      pair('Counted', pesos(counted)),
      ...(expected === undefined ? [] : [pair('Expected', amountOf(expected))]),
      apart('DIFFERENCE', difference),
    ]),
    ...(shift.reason === null ? [] : [rule, { kind: 'text' as const, text: `Reason: ${shift.reason}` }]),
    ...signatureRows('Cashier'),
    ...signatureRows('Manager'),
  ]);
}

/** Returns the slip of cash put into or taken out of the drawer: who, when, how much and why, to be signed. */
export function movementSlip(
  {
    kind,
    amount,
    reason,
    approvedBy = null,
  }: { kind: MovementKind; amount: Centavos; reason: string; approvedBy?: string | null },
  frame: SlipFrame,
): SlipDocument {
  return slipOf(frame, movementLabels[kind], [
    rule,
    pair('Date', formatInstant(frame.printed_at, frame.time_zone)),
    pair('Staff', frame.staff_name),
    ...(approvedBy === null ? [] : [pair('Approved by', approvedBy)]),
    result('AMOUNT', amount),
    rule,
    { kind: 'text', text: `Reason: ${reason}` },
    ...signatureRows('Signature'),
  ]);
}

type PrintedZReading = Partial<ReconcilingItems> & {
  no: number;
  till: { name: string };
  business_date: CalendarDate;
  figures: PrintedFigures;
  grand_total_before: Centavos;
  grand_total: Centavos;
  shifts: readonly {
    number: string;
    counted_amount: Centavos;
    difference: Centavos;
    differences: readonly Omit<MethodDifference, 'expected'>[];
    reason: string | null;
    is_counted_here: boolean;
  }[];
  /** Sales without the server that came after their shift was counted; readings of older servers name none. */
  late_sales?: readonly {
    number: string;
    total: Centavos;
    till: { name: string };
    is_in_figures: boolean;
  }[];
};

/** Returns the rows that name sales which came after their shift was counted; those of another till are only named. */
function lateRows({ late_sales = [] }: PrintedZReading): SlipRow[] {
  if (late_sales.length === 0) return [];
  const inFigures = late_sales.filter(({ is_in_figures }) => is_in_figures);
  const others = late_sales.filter(({ is_in_figures }) => !is_in_figures);
  return [
    rule,
    heading('Sent after their shift'),
    ...inFigures.map(({ number, total }) => pair(number, pesos(total))),
    ...others.flatMap(({ number, total, till }) => [
      pair(number, pesos(total)),
      { kind: 'text' as const, text: `Sold at ${till.name}, not in this reading’s totals` },
    ]),
  ];
}

/** Returns the slip of a till's closed day, with its running numbers. */
export function zReadingSlip(reading: PrintedZReading, frame: SlipFrame): SlipDocument {
  return slipOf(frame, `Z reading ${reading.no}`, [
    rule,
    pair('Till', reading.till.name),
    pair('Day', formatDate(reading.business_date)),
    pair('Z counter', String(reading.no)),
    ...figureRows(reading.figures),
    ...reconcilingRows(reading),
    ...reading.shifts
      .filter((shift) => shift.is_counted_here)
      .flatMap(({ number, counted_amount, difference, differences, reason }) => [
        rule,
        heading(number),
        pair('Counted', pesos(counted_amount)),
        apart('Difference', difference),
        ...differences
          .filter(({ method }) => method !== 'cash')
          .flatMap((other) => [
            { kind: 'text' as const, text: paymentMethodLabels[other.method] },
            pair('Counted', pesos(other.counted)),
            apart('Difference', other.difference),
          ]),
        ...(reason === null ? [] : [{ kind: 'text' as const, text: `Reason: ${reason}` }]),
      ]),
    ...lateRows(reading),
    rule,
    pair('Grand total before', pesos(reading.grand_total_before)),
    result('GRAND TOTAL', reading.grand_total),
    ...signatureRows('Manager'),
  ]);
}
