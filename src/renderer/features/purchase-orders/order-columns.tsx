import { makeStyles } from '@fluentui/react-components';
import type { OrderRow } from '#contract/purchase-orders.ts';
import { formatMoney } from '#domain/money.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { closedText, shownState } from './order-text.ts';

const useStyles = makeStyles({ figures: tabular });

function Figures({ children }: { children: number }) {
  return <span className={useStyles().figures}>{children.toLocaleString('en-PH')}</span>;
}

/** `4 of 9 received`, where one line says both. */
const receivedOf = (row: OrderRow) => (
  <Text figures noWrap>
    {`${row.total_quantity_received.toLocaleString('en-PH')} of ${row.total_quantity_ordered.toLocaleString('en-PH')} received`}
  </Text>
);

type Shown = {
  timeZone: Zones;
  seesCosts: boolean;
  /** True for the orders of one supplier, at any store: hides the supplier's name. */
  ofSupplier?: boolean;
  /** True if there is no room for a creator column: the creator stands below the supplier. */
  isNarrow?: boolean;
  /** True where rows are cards. */
  isCard?: boolean;
};

/** The columns of the order list; the server sorts by creation date. */
export function orderColumns({
  timeZone,
  seesCosts,
  ofSupplier = false,
  isNarrow = false,
  isCard = false,
}: Shown): ListColumn<OrderRow>[] {
  const byWhom = (row: OrderRow) => `Created by ${row.created_by.name}`;
  return [
    {
      key: 'number',
      head: 'Order',
      width: 'content',
      sort: ofSupplier ? undefined : 'created_at',
      cell: (row) => row.transaction_number,
      line: (row) => formatInstant(row.created_at, timeZone),
    },
    {
      ...(ofSupplier
        ? { key: 'store', phone: 'line' as const, head: 'Store', cell: (row) => row.store.name }
        : { key: 'supplier', phone: 'line' as const, head: 'Supplier', cell: (row) => row.supplier.name }),
      ...(isNarrow ? { line: byWhom } : {}),
    },
    ...(isNarrow ? [] : [{ key: 'by', head: 'Created by', cell: (row: OrderRow) => row.created_by.name }]),
    {
      key: 'units',
      head: 'Ordered',
      width: 'content',
      align: 'end',
      ...(isCard
        ? { cell: receivedOf }
        : {
            cell: (row) => <Figures>{row.total_quantity_ordered}</Figures>,
            line: (row) => `${row.total_quantity_received.toLocaleString('en-PH')} received`,
          }),
    },
    {
      key: 'codes',
      phone: 'hidden',
      head: 'QR codes',
      width: 'content',
      spare: 1,
      align: 'end',
      cell: (row) => <Figures>{row.qr_codes_count}</Figures>,
    },
    ...(seesCosts
      ? [
          {
            key: 'total',
            head: 'Total',
            width: 'content',
            align: 'end' as const,
            cell: (row: OrderRow) => <MoneyText amount={row.total_amount ?? 0} surface="purchasing" />,
            line: (row: OrderRow) =>
              row.is_closed ? `${formatMoney(row.received_amount ?? 0, 'purchasing')} came` : null,
          },
        ]
      : []),
    {
      key: 'status',
      head: 'Status',
      width: 'content',
      cell: (row) => {
        const closed = closedText(row);
        return (
          <>
            <StateBadge of="order" state={shownState(row)} />
            {closed ? <CellLine>{closed}</CellLine> : null}
            {row.units_scanned > 0 ? (
              <CellLine tone="waiting">{`${row.units_scanned.toLocaleString('en-PH')} scanned, not received`}</CellLine>
            ) : null}
          </>
        );
      },
    },
  ];
}
