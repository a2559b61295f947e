import { makeStyles } from '@fluentui/react-components';
import type { Refund, Transaction } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { dispositionLabels, payoutsOfVoid, type Payout } from '#domain/refunds.ts';
import { formatInstant } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  refund: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '16px',
    padding: '12px 20px',
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
  },
  text: { minWidth: 0 },
  reason: { ...type.bodyStrong, overflowWrap: 'anywhere' },
  line: { ...type.meta, color: palette.text3, overflowWrap: 'anywhere' },
});

type PayoutOfSale = Payout & { reference_number?: string | null };

function payoutText(payouts: readonly PayoutOfSale[]): string {
  if (payouts.length === 0) return 'No money went back';
  const ways = payouts.map(({ method, amount, reference_number: reference }) =>
    [
      `${formatMoney(amount, 'transaction')} by ${paymentMethodLabels[method]}`,
      reference && `(Ref. ${reference})`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  return ways.join(', ');
}

/** What was given back of a sale: why, which units, how and by whom. */
export function RefundsCard({ refunds, timeZone }: { refunds: readonly Refund[]; timeZone: string }) {
  const styles = useStyles();
  return (
    <Card title="Refunds" flush>
      <ul className={styles.list} aria-label="Refunds">
        {refunds.map((refund) => (
          <li key={refund.id} className={styles.refund}>
            <div className={styles.text}>
              <div className={styles.reason}>{refund.reason}</div>
              {refund.items.map((item) => (
                <div key={item.transaction_item_id} className={styles.line}>
                  {item.product_name} · {formatMoney(item.amount, 'transaction')} ·{' '}
                  {dispositionLabels[item.disposition]}
                </div>
              ))}
              <div className={styles.line}>{payoutText(refund.payouts)}</div>
              <div className={styles.line}>
                {refund.refunded_by.name} · {formatInstant(refund.created_at, timeZone)}
              </div>
            </div>
            <MoneyText amount={-refund.amount} surface="transaction" size="price" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What goes back of a sale that was voided: why, how and by whom. */
export function VoidCard({ transaction, timeZone }: { transaction: Transaction; timeZone: string }) {
  const styles = useStyles();
  const { payments, change_due, void_reason, voided_at, timeline = [] } = transaction;
  const payouts = payoutsOfVoid(payments, change_due);
  const by = timeline.find(({ kind }) => kind === 'voided')?.by;
  return (
    <Card title="Handed back" flush>
      <div className={styles.refund}>
        <div className={styles.text}>
          <div className={styles.reason}>{void_reason}</div>
          <div className={styles.line}>{payoutText(payouts)}</div>
          {voided_at === null ? null : (
            <div className={styles.line}>
              {[by, formatInstant(voided_at, timeZone)].filter(Boolean).join(' · ')}
            </div>
          )}
        </div>
        <MoneyText
          amount={-payouts.reduce((sum, { amount }) => sum + amount, 0)}
          surface="transaction"
          size="price"
        />
      </div>
    </Card>
  );
}
