import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { DailyReport } from '#contract/payments.ts';
import { Card } from '#renderer/ui/card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
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
  term: { color: palette.text3 },
  value: { margin: 0, color: palette.text1 },
  net: { marginTop: '10px', padding: '14px 0 0', borderTop: `1px solid ${palette.hairline}` },
  netAmount: type.cardTitle,
  netTerm: { ...type.bodyStrong, color: palette.text1 },
  loading: { display: 'flex', flexDirection: 'column', gap: '16px' },
});

/** What the day put into the drawer: cash taken, less what was handed out again. */
export function CashCard({ report }: { report: DailyReport | undefined }) {
  const styles = useStyles();
  if (!report) {
    return (
      <Card title="Cash">
        <LoadingNote>Loading cash</LoadingNote>
        <div className={styles.loading}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      </Card>
    );
  }
  const { taken, change, refunded, voided, net } = report.cash;
  const lines: [string, number][] = [
    ['Taken', taken],
    ['Change given', -change],
    ['Refunded in cash', -refunded],
    ['Voided', -voided],
  ];
  return (
    <Card title="Cash">
      <dl className={styles.list}>
        {lines.map(([term, amount]) => (
          <div key={term} className={styles.row}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.value}>
              {/* Nothing has no sign. */}
              <MoneyText amount={amount === 0 ? 0 : amount} surface="payment" />
            </dd>
          </div>
        ))}
        <div className={mergeClasses(styles.row, styles.net)}>
          <dt className={styles.netTerm}>Net in the drawer</dt>
          <dd className={styles.value}>
            <MoneyText
              amount={net}
              surface="payment"
              className={styles.netAmount}
              tone={net < 0 ? 'danger' : undefined}
            />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
