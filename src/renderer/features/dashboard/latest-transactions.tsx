import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Receipt24Regular } from '@fluentui/react-icons';
import type { DashboardFigures } from '#contract/dashboard.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SaleMoneyLines } from '#renderer/ui/sale-money-lines.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  row: { height: '48px', ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` } },
  cell: { ...type.body, padding: '0 20px', textAlign: 'left', color: palette.text1 },
  /** Heads for screen readers only take no room. */
  head: { padding: 0, fontSize: 0, lineHeight: 0 },
  short: { width: '19%' },
  status: { width: '140px' },
  loading: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px 20px' },
});

type Props = { figures: DashboardFigures | undefined; timeZone: Zones };

/** Lists the store's latest transactions; each links to its page. */
export function LatestTransactions({ figures, timeZone }: Props) {
  const styles = useStyles();
  const widths: Record<string, string> = { Number: styles.short, Total: styles.short, Status: styles.status };
  return (
    <Card title="Latest transactions" flush side={<TextLink to="/transactions">All transactions</TextLink>}>
      {!figures?.latest ? (
        <div className={styles.loading}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ) : figures.latest.length === 0 ? (
        <EmptyState compact icon={<Receipt24Regular />} title="No transactions yet">
          The first sale of this store shows here.
        </EmptyState>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {['Number', 'Customer', 'Time', 'Total', 'Status'].map((name) => (
                <th key={name} scope="col" className={mergeClasses(styles.head, widths[name])}>
                  <VisuallyHidden>{name}</VisuallyHidden>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.latest.map((entry) => (
              <tr key={entry.id} className={styles.row}>
                <td className={styles.cell}>
                  <Text size="bodyStrong" noWrap>
                    <TextLink to={`/transactions/${entry.id}`}>{numberOf(entry)}</TextLink>
                  </Text>
                </td>
                <td className={styles.cell}>{entry.customer_name ?? 'Walk-in Customer'}</td>
                <td className={styles.cell}>
                  <Text tone="text3">{formatInstant(entry.dated_at, timeZone)}</Text>
                </td>
                <td className={styles.cell}>
                  <Text as="div" right>
                    <MoneyText amount={entry.total_amount} surface="dashboard" size="strong" />
                    <SaleMoneyLines sale={entry} surface="dashboard" />
                  </Text>
                </td>
                <td className={styles.cell}>
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
