import { makeStyles } from '@fluentui/react-components';
import type { Refund, Transaction } from '#contract/transactions.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { dispositionLabels, payoutsOfVoid, type Payout } from '#domain/refunds.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  refund: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '16px',
    padding: `12px ${sizes.cardSide}`,
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
  },
  text: { minWidth: 0 },
});

type PayoutOfSale = Payout & { reference_number?: string | null };

function payoutText(payouts: readonly PayoutOfSale[], rounding: Centavos): string {
  if (payouts.length === 0) return 'No money went back';
  const ways = payouts.map(({ method, amount, reference_number: reference }) =>
    [
      `${formatMoney(amount, 'transaction')} by ${paymentMethodLabels[method]}`,
      reference && `(Ref. ${reference})`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  const rounded = rounding > 0 ? ` (${formatMoney(rounding, 'transaction')} cash rounding)` : '';
  return ways.join(', ') + rounded;
}

/** The refunds of a sale: reason, units, payouts and by whom. */
export function RefundsCard({ refunds, timeZone }: { refunds: readonly Refund[]; timeZone: Zones }) {
  const styles = useStyles();
  return (
    <Card title="Refunds" flush>
      <Stack as="ul" aria-label="Refunds">
        {refunds.map((refund) => (
          <li key={refund.id} className={styles.refund}>
            <div className={styles.text}>
              <Text as="div" size="bodyStrong" breaks>
                {refund.reason}
              </Text>
              {refund.items.map((item) => (
                <Text as="div" key={item.transaction_item_id} size="meta" tone="text3" breaks>
                  {item.product_name} · {formatMoney(item.amount, 'transaction')} ·{' '}
                  {dispositionLabels[item.disposition]}
                </Text>
              ))}
              <Text as="div" size="meta" tone="text3" breaks>
                {payoutText(refund.payouts, refund.cash_rounding)}
              </Text>
              <Text as="div" size="meta" tone="text3" breaks>
                {refund.refunded_by.name} · {formatInstant(refund.created_at, timeZone)}
              </Text>
            </div>
            <MoneyText amount={-refund.amount} surface="transaction" size="price" />
          </li>
        ))}
      </Stack>
    </Card>
  );
}

/** The voiding of a sale: reason, payouts and by whom. */
export function VoidCard({ transaction, timeZone }: { transaction: Transaction; timeZone: Zones }) {
  const styles = useStyles();
  const { payments, change_due, void_rounding, void_reason, voided_at, timeline = [] } = transaction;
  const payouts = payoutsOfVoid(payments, change_due, void_rounding);
  const by = timeline.find(({ kind }) => kind === 'voided')?.by;
  return (
    <Card title="Handed back" flush>
      <div className={styles.refund}>
        <div className={styles.text}>
          <Text as="div" size="bodyStrong" breaks>
            {void_reason}
          </Text>
          <Text as="div" size="meta" tone="text3" breaks>
            {payoutText(payouts, void_rounding)}
          </Text>
          {voided_at === null ? null : (
            <Text as="div" size="meta" tone="text3" breaks>
              {[by, formatInstant(voided_at, timeZone)].filter(Boolean).join(' · ')}
            </Text>
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
