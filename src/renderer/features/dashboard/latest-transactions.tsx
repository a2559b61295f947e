import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Receipt24Regular } from '@fluentui/react-icons';
import type { DashboardFigures } from '#contract/dashboard.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { useCardRows } from '#renderer/ui/card-rows.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SaleMoneyLines } from '#renderer/ui/sale-money-lines.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { ClippedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  row: { height: '48px', ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` } },
  cell: { ...type.body, padding: `0 ${sizes.cardSide}`, textAlign: 'left', color: palette.text1 },
  /** Heads for screen readers only take no room. */
  head: { padding: 0, fontSize: 0, lineHeight: 0 },
  short: { width: '19%' },
  status: { width: '140px' },
  waiting: { display: 'flex', alignItems: 'center', height: '48px', padding: `0 ${sizes.cardSide}` },
  waitingCard: { height: '89px', padding: '0 16px' },
});

/** The server's number of latest transactions. */
const SHOWN = 5;

const columns = [
  { key: 'number', head: 'Number' },
  { key: 'customer', head: 'Customer', phone: 'line' },
  { key: 'time', head: 'Time', phone: 'line' },
  { key: 'total', head: 'Total' },
  { key: 'status', head: 'Status' },
] as const;

type Props = { figures: DashboardFigures | undefined; timeZone: Zones };

/** Lists the store's latest transactions; each links to its page. */
export function LatestTransactions({ figures, timeZone }: Props) {
  const styles = useStyles();
  const cards = useCardRows(columns, false);
  const roleOf = (role: string) => (cards ? role : undefined);
  const cell = (place: number) => ({ role: roleOf('cell'), className: cards?.cells[place] ?? styles.cell });
  const widths: Record<string, string> = { Number: styles.short, Total: styles.short, Status: styles.status };
  return (
    <Card title="Latest transactions" flush side={<TextLink to="/transactions">All transactions</TextLink>}>
      {!figures?.latest ? (
        Array.from({ length: SHOWN }, (_, place) => (
          <div key={place} className={mergeClasses(styles.waiting, cards ? styles.waitingCard : undefined)}>
            <Skeleton width="60%" />
          </div>
        ))
      ) : figures.latest.length === 0 ? (
        <EmptyState compact icon={<Receipt24Regular />} title="No transactions yet">
          The first sale of this store shows here.
        </EmptyState>
      ) : (
        <table
          role={roleOf('table')}
          aria-label="Latest transactions"
          className={cards?.table ?? styles.table}
        >
          <thead role={roleOf('rowgroup')} className={cards?.heads}>
            <tr role={roleOf('row')}>
              {columns.map(({ key, head }) => (
                <th
                  key={key}
                  scope="col"
                  role={roleOf('columnheader')}
                  className={mergeClasses(styles.head, widths[head])}
                >
                  <VisuallyHidden>{head}</VisuallyHidden>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role={roleOf('rowgroup')} className={cards?.body}>
            {figures.latest.map((entry) => (
              <tr key={entry.id} role={roleOf('row')} className={cards?.row ?? styles.row}>
                <td {...cell(0)}>
                  <Text size="bodyStrong" noWrap>
                    <TextLink to={`/transactions/${entry.id}`}>{numberOf(entry)}</TextLink>
                  </Text>
                </td>
                <td {...cell(1)}>
                  <ClippedText>{entry.customer_name ?? 'Walk-in Customer'}</ClippedText>
                </td>
                <td {...cell(2)}>
                  <Text tone="text3">{formatInstant(entry.dated_at, timeZone)}</Text>
                </td>
                <td {...cell(3)}>
                  <Text as="div" right>
                    <MoneyText amount={entry.total_amount} surface="dashboard" size="strong" />
                    <SaleMoneyLines sale={entry} surface="dashboard" />
                  </Text>
                </td>
                <td {...cell(4)}>
                  <StateBadge of="transaction" state={entry.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
