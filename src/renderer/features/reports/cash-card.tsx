import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { DailyReport } from '#contract/payments.ts';
import { cashMoves } from '#domain/daily-report.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { margin: 0 },
  row: {
    ...type.body,
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '12px',
    padding: '6px 0',
  },
  net: { marginTop: '10px', padding: '14px 0 0', borderTop: `1px solid ${palette.hairline}` },
  netAmount: type.cardTitle,
});

/** The day's effect on the drawers: cash taken and put in, less cash paid out and taken out. */
export function CashCard({ report }: { report: DailyReport | undefined }) {
  const styles = useStyles();
  if (!report) {
    return (
      <Card title="Cash">
        <LoadingNote>Loading cash</LoadingNote>
        <Stack gap={16}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </Stack>
      </Card>
    );
  }
  const { taken, change, refunded, voided, in_drawer } = report.cash;
  const lines: [string, number][] = [
    ['Taken', taken],
    ['Change given', -change],
    ['Refunded in cash', -refunded],
    ['Voided', -voided],
    ...cashMoves(report).map(({ label, amount }): [string, number] => [label, amount]),
  ];
  return (
    <Card title="Cash">
      <dl className={styles.list}>
        {lines.map(([term, amount]) => (
          <div key={term} className={styles.row}>
            <Text as="dt" tone="text3">
              {term}
            </Text>
            <Text as="dd" tone="text1">
              {/* -0 would print a minus sign. */}
              <MoneyText amount={amount === 0 ? 0 : amount} surface="payment" />
            </Text>
          </div>
        ))}
        <div className={mergeClasses(styles.row, styles.net)}>
          <Text as="dt" size="bodyStrong" tone="text1">
            Net in the drawer
          </Text>
          <Text as="dd" tone="text1">
            <MoneyText
              amount={in_drawer}
              surface="payment"
              className={styles.netAmount}
              tone={in_drawer < 0 ? 'danger' : undefined}
            />
          </Text>
        </div>
      </dl>
    </Card>
  );
}
