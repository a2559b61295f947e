import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { DailyReport } from '#contract/payments.ts';
import { paymentMethodLabels, paymentMethods, paymentStatuses } from '#domain/payments.ts';
import { reconcilingItems, reconcilingLabels } from '#domain/reconciling-items.ts';
import { useCardRows } from '#renderer/ui/card-rows.ts';
import { Card } from '#renderer/ui/card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge, states } from '#renderer/ui/state-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  loading: { display: 'flex', flexDirection: 'column', gap: '20px', padding: `20px ${sizes.cardSide}` },
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  head: {
    ...type.metaStrong,
    height: '40px',
    padding: '0 12px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: '#F9FBFB',
    color: palette.text2,
    textAlign: 'right',
  },
  method: {
    ...type.bodyStrong,
    width: '28%',
    paddingLeft: sizes.cardSide,
    textAlign: 'left',
    color: palette.text1,
  },
  row: { ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` } },
  cell: { ...type.body, height: '52px', padding: '4px 12px', textAlign: 'right', color: palette.text1 },
  last: { paddingRight: sizes.cardSide },
  sum: { borderTop: `1px solid ${palette.hairline}` },
  sumCell: { fontWeight: 600 },
  reconciling: {
    ...type.body,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 24px',
    margin: 0,
    padding: `12px ${sizes.cardSide}`,
    borderTop: `1px solid ${palette.rowLine}`,
    listStyleType: 'none',
    color: palette.text2,
  },
  empty: { ...type.body, margin: 0, padding: `20px ${sizes.cardSide}`, color: palette.text3 },
});

const columns = [
  { key: 'method', phone: 'title' as const },
  ...[...paymentStatuses, 'paid_out'].map((key) => ({ key, phone: 'pair' as const })),
];

type Entry = DailyReport['payments'][number];

function Tallied({ entries, isSum = false }: { entries: readonly Entry[]; isSum?: boolean }) {
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  if (count === 0) return <Text tone="placeholder">–</Text>;
  return (
    <>
      <MoneyText
        amount={entries.reduce((sum, entry) => sum + entry.total, 0)}
        surface="payment"
        size={isSum ? 'strong' : 'body'}
      />
      <Text size="meta" figures tone="text3" block>
        {count === 1 ? '1 payment' : `${count} payments`}
      </Text>
    </>
  );
}

/** What sets the day's sales and its money apart. */
function Reconciling({ report }: { report: DailyReport }) {
  const styles = useStyles();
  const there = reconcilingItems.filter((name) => report[name] !== 0);
  return there.length === 0 ? null : (
    <ul className={styles.reconciling}>
      {there.map((name) => (
        <li key={name}>
          {reconcilingLabels[name]} <MoneyText amount={report[name]} surface="payment" />
        </li>
      ))}
    </ul>
  );
}

function PaidOut({ payouts, isSum = false }: { payouts: DailyReport['payouts']; isSum?: boolean }) {
  if (payouts.length === 0) return <Text tone="placeholder">–</Text>;
  const total = payouts.reduce((sum, payout) => sum + payout.total, 0);
  return <MoneyText amount={-total} surface="payment" size={isSum ? 'strong' : 'body'} />;
}

/** The day's payments: a row per method, a column per state, and one for what wallets and cards paid out, if they did. */
export function PaymentsCard({ report }: { report: DailyReport | undefined }) {
  const styles = useStyles();
  const cards = useCardRows(columns, false);
  const roleOf = (role: string) => (cards ? role : undefined);
  const methodProps = (isSum: boolean) => ({
    role: roleOf('rowheader'),
    className: cards?.cells[0] ?? mergeClasses(styles.method, isSum && styles.sumCell),
  });
  const paidOut = report?.payouts ?? [];
  const heads = paymentStatuses.map((status) => states.payment[status].label);
  if (paidOut.length > 0) heads.push('Paid out');
  const isLast = (place: number) => place === heads.length - 1;
  const cellProps = (place: number) => ({
    role: roleOf('cell'),
    'data-head': cards ? heads[place] : undefined,
    className: cards?.cells[place + 1] ?? mergeClasses(styles.cell, isLast(place) && styles.last),
  });
  const headProps = (place: number) => ({
    scope: 'col',
    role: roleOf('columnheader'),
    className: mergeClasses(styles.head, isLast(place) && styles.last),
  });
  const PAID_OUT = paymentStatuses.length;
  if (!report) {
    return (
      <Card title="Payments by method" flush>
        <LoadingNote>Loading payments</LoadingNote>
        <div className={styles.loading}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      </Card>
    );
  }
  const { payments, cash_rounding: rounding } = report;
  const methods = paymentMethods.filter((method) =>
    [...payments, ...paidOut].some((entry) => entry.method === method),
  );
  return (
    <Card
      title="Payments by method"
      flush
      side={
        rounding === 0 ? undefined : (
          <>
            Cash rounding <MoneyText amount={rounding} surface="payment" />
          </>
        )
      }
    >
      {methods.length === 0 ? (
        <p className={styles.empty}>No payment on this day.</p>
      ) : (
        <table
          role={roleOf('table')}
          className={cards?.table ?? styles.table}
          aria-label="Payments by method"
        >
          <thead role={roleOf('rowgroup')} className={cards?.heads}>
            <tr role={roleOf('row')}>
              <th
                scope="col"
                role={roleOf('columnheader')}
                className={mergeClasses(styles.head, styles.method)}
              >
                Method
              </th>
              {paymentStatuses.map((status, place) => (
                <th key={status} {...headProps(place)}>
                  <StateBadge of="payment" state={status} />
                </th>
              ))}
              {paidOut.length > 0 ? <th {...headProps(PAID_OUT)}>Paid out</th> : null}
            </tr>
          </thead>
          <tbody role={roleOf('rowgroup')} className={cards?.body}>
            {methods.map((method) => (
              <tr key={method} role={roleOf('row')} className={cards?.row ?? styles.row}>
                <th scope="row" {...methodProps(false)}>
                  {paymentMethodLabels[method]}
                </th>
                {paymentStatuses.map((status, place) => (
                  <td key={status} {...cellProps(place)}>
                    <Tallied
                      entries={payments.filter((entry) => entry.method === method && entry.status === status)}
                    />
                  </td>
                ))}
                {paidOut.length > 0 ? (
                  <td {...cellProps(PAID_OUT)}>
                    <PaidOut payouts={paidOut.filter((payout) => payout.method === method)} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
          <tfoot role={roleOf('rowgroup')} className={cards?.body}>
            <tr role={roleOf('row')} className={cards?.row ?? styles.sum}>
              <th scope="row" {...methodProps(true)}>
                All methods
              </th>
              {paymentStatuses.map((status, place) => (
                <td key={status} {...cellProps(place)}>
                  <Tallied isSum entries={payments.filter((entry) => entry.status === status)} />
                </td>
              ))}
              {paidOut.length > 0 ? (
                <td {...cellProps(PAID_OUT)}>
                  <PaidOut isSum payouts={paidOut} />
                </td>
              ) : null}
            </tr>
          </tfoot>
        </table>
      )}
      <Reconciling report={report} />
    </Card>
  );
}
