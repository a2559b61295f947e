import type { RouteInput } from '#contract/define-route.ts';
import type { offlineSales, SaleToSettle } from '#contract/offline-sales.ts';
import { settleReasonLabels } from '#domain/offline-sales.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';

type SettleList = ListAddress<RouteInput<typeof offlineSales.list>['query']>;

const states = [{ id: 'settled', name: 'Settled' }] as const;

export function SettleFilters({ list }: { list: SettleList }) {
  return (
    <ChoiceFilter
      label="State"
      all="To settle"
      width={180}
      choices={states}
      value={list.query.state}
      onChange={(state) => list.change({ state })}
    />
  );
}

/** Returns the name of a row: its number, or the till of which sales may be missing. */
export const settleName = ({ number, till }: SaleToSettle): string =>
  number ?? `${till.name} (sales missing)`;

function ReasonBadges({ reasons, settled_at }: SaleToSettle) {
  return (
    <Row gap={4} wraps>
      {[...new Set(reasons.map(({ code }) => code))].map((code) => (
        <StatusBadge key={code} tone={settled_at === null ? 'orange' : 'grey'} mark="none">
          {settleReasonLabels[code]}
        </StatusBadge>
      ))}
    </Row>
  );
}

/** The columns of the sales to settle, the oldest first. */
export const settleColumns = (timeZone: Zones): readonly ListColumn<SaleToSettle>[] => [
  {
    key: 'number',
    head: 'Number and time',
    width: 'content',
    cell: settleName,
    line: ({ made_at }) => formatInstant(made_at, timeZone),
  },
  {
    key: 'staff',
    head: 'Sold or opened by',
    phone: 'line',
    cell: ({ staff, till }) => staff?.name ?? till.name,
    line: ({ staff, till }) => (staff === null ? null : `At ${till.name}`),
  },
  {
    key: 'invoice',
    head: 'Invoice',
    width: 'content',
    cell: ({ transaction, shift }) =>
      shift !== null ? (
        <TextLink to={`/shifts/${shift.id}`}>{shift.number}</TextLink>
      ) : transaction === null ? (
        <MutedText>None</MutedText>
      ) : (
        <TextLink to={`/transactions/${transaction.id}`}>{transaction.invoice_number}</TextLink>
      ),
  },
  {
    key: 'reasons',
    head: 'Why',
    cell: (row) => <ReasonBadges {...row} />,
    line: ({ is_own, settled_by, note }) =>
      settled_by === null
        ? is_own && 'Of your own doing: somebody else settles it'
        : `Settled by ${settled_by.name}: ${note}`,
  },
  {
    key: 'total',
    phone: 'amount',
    head: 'Total',
    width: 'content',
    align: 'end',
    cell: ({ total_amount: total }) =>
      total === null ? <MutedText>–</MutedText> : <MoneyText amount={total} surface="transaction" />,
  },
];
