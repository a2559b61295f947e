import { makeStyles } from '@fluentui/react-components';
import { Cart20Regular } from '@fluentui/react-icons';
import { formatAmount } from '#domain/money.ts';
import { BarChart } from '#renderer/ui/bar-chart.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Frame } from './frame.tsx';

const useStyles = makeStyles({
  columns: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 320px', gap: '16px' },
  row: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    height: '48px',
    padding: '0 20px',
  },
});

const hours = ['9 AM', '10', '11', '12 PM', '1', '2', '3', '4', '5', '6', '7', '8'];
const sales = [8_400, 22_000, 38_500, 61_500, 47_500, 92_676, 0, 0, 0, 0, 0, 0];
const bars = hours.map((label, index) => ({ label, value: sales[index] ?? 0 }));

/** The dashboard's pieces, laid out as the reference picture. */
export function Dashboard() {
  const styles = useStyles();
  return (
    <Frame>
      <Page>
        <PageHeader
          title="Good afternoon, Ana"
          line="Makati – Ayala · November 21, 2026"
          actions={
            <Button appearance="primary" icon={<Cart20Regular />}>
              Open Point of Sale
            </Button>
          }
        />
        <FigureRow>
          <FigureCard
            label="Today's Sales"
            figure={<MoneyText amount={27_011_600} surface="dashboard" />}
            foot="+₱28,735.50 vs. last Saturday"
          />
          <FigureCard label="Transactions" figure="38" foot="Average ₱7,108.32" />
          <FigureCard label="Inventory Items" figure="1,284" foot="9 low on stock, 3 out" />
          <FigureCard label="Customers" figure="5,612" foot="4 new today" />
        </FigureRow>
        <div className={styles.columns}>
          <Card title="Sales by hour" side="Today, pesos · now 2:40 PM">
            <BarChart
              bars={bars}
              current={5}
              columns={['Hour', 'Sales']}
              summary="Sales by hour today. The most at 2 PM: ₱92,676."
              formatValue={(value) => `₱${formatAmount(value * 100, 0)}`}
              formatAxis={(value) => (value === 0 ? '₱0' : `₱${value / 1000}k`)}
            />
          </Card>
          <Card title="Quick Actions" flush>
            <div className={styles.row}>Resume a draft</div>
          </Card>
        </div>
        <Card title="Latest transactions" side="All transactions" flush>
          <div className={styles.row}>
            MKT-01-004218
            <MoneyText amount={9_267_552} surface="transaction" />
            <StatusBadge tone="green">Completed</StatusBadge>
          </div>
        </Card>
      </Page>
    </Frame>
  );
}
