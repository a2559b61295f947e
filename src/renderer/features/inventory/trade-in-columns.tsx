import type { RouteInput } from '#contract/define-route.ts';
import type { TradeIn, tradeIns } from '#contract/trade-ins.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { conditionText, unitNumber } from '#domain/units.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { DateRangeFilter } from '#renderer/ui/date-range-filter.tsx';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';

const states = [
  { id: 'on_hold', name: 'On hold' },
  { id: 'cleared', name: 'Cleared' },
  { id: 'given_back', name: 'Given back' },
] as const;

type TradeInList = ListAddress<RouteInput<typeof tradeIns.list>['query']>;

export function TradeInFilters({ list, today }: { list: TradeInList; today: CalendarDate }) {
  const { from, to, state } = list.query;
  return (
    <>
      <ChoiceFilter
        label="State"
        all="All states"
        width={180}
        choices={states}
        value={state}
        onChange={(chosen) => list.change({ state: chosen })}
      />
      <DateRangeFilter
        range={{ start: from ?? null, end: to ?? null }}
        today={today}
        onChange={({ start, end }) => list.change({ from: start, to: end })}
      />
    </>
  );
}

/**
 * Returns how a trade-in was paid: `Cash`, `For MKT-01-000012`, or both parts with their amounts; with its amount also a
 * payout that was rounded up.
 */
export function paidText({ payment, payout }: TradeIn): string | null {
  if (payment && payout) {
    const [inSale, out] = [payment, payout].map(({ amount }) => formatMoney(amount, 'transaction'));
    return `${inSale} for ${payment.number}, ${out} ${paymentMethodLabels[payout.method]}`;
  }
  if (payment) return `For ${payment.number}`;
  if (!payout) return null;
  const method = paymentMethodLabels[payout.method];
  return payout.cash_rounding > 0 ? `${formatMoney(payout.amount, 'transaction')} ${method}` : method;
}

/** Returns what became of a trade-in, where that is more than its unit's status. */
export function stateText({ given_back, cleared, is_on_hold }: TradeIn): string | null {
  if (given_back) return `Given back by ${given_back.by.name}`;
  if (cleared) return `Cleared: ${cleared.reference}`;
  return is_on_hold ? 'Waits for its clearance' : null;
}

const roundingOf = ({ payout }: TradeIn): Centavos => payout?.cash_rounding ?? 0;

const roundingColumn: ListColumn<TradeIn> = {
  key: 'rounding',
  head: 'Cash rounding',
  width: 'content',
  align: 'end',
  spare: 1,
  phone: 'pair',
  cell: (row) =>
    roundingOf(row) > 0 ? (
      <MoneyText amount={roundingOf(row)} surface="transaction" />
    ) : (
      <MutedText>–</MutedText>
    ),
};

/** The columns of the register, newest first; that of the rounding where one of the rows was rounded. */
export const tradeInColumns = (timeZone: Zones, rows: readonly TradeIn[]): readonly ListColumn<TradeIn>[] => [
  {
    key: 'number',
    head: 'Number and date',
    width: 'content',
    cell: (row) => row.number ?? <MutedText>Without a number</MutedText>,
    line: (row) => formatInstant(row.at, timeZone),
  },
  {
    key: 'unit',
    head: 'Item',
    phone: 'line',
    cell: ({ unit }) => `${unit.product_name}, ${unit.variation_name}`,
    line: ({ unit }) => [conditionText(unit), unitNumber(unit)].filter(Boolean).join(' · '),
  },
  {
    key: 'seller',
    head: 'Seller',
    cell: ({ seller }) => seller.name,
    line: ({ staff }) => `By ${staff.name}`,
  },
  {
    key: 'amount',
    phone: 'amount',
    head: 'Amount',
    width: 'content',
    align: 'end',
    cell: ({ amount }) =>
      amount === null ? <MutedText>–</MutedText> : <MoneyText amount={amount} surface="transaction" />,
    line: paidText,
  },
  ...(rows.some((row) => roundingOf(row) > 0) ? [roundingColumn] : []),
  {
    key: 'state',
    head: 'Status',
    width: 'content',
    cell: ({ unit, given_back }) => <StateBadge of="unit" state={given_back ? 'returned' : unit.status} />,
    line: stateText,
  },
];
