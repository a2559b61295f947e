import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { ExchangeOf, Refund, Transaction } from '#contract/transactions.ts';
import { formatMoney, sumOfAmounts, type Centavos } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { dispositionLabels, payoutsOfVoid, type Payout } from '#domain/refunds.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
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

type CardLineProps = {
  title: string;
  lines: readonly ReactNode[];
  amount: Centavos;
  as?: 'li' | 'div';
};

/** A reason with the lines below it, and the amount that went back. */
function BackLine({ title, lines, amount, as: Tag = 'div' }: CardLineProps) {
  const styles = useStyles();
  return (
    <Tag className={styles.refund}>
      <div className={styles.text}>
        <Text as="div" size="bodyStrong" breaks>
          {title}
        </Text>
        {lines.map((line, index) =>
          line === null ? null : (
            <Text as="div" key={index} size="meta" tone="text3" breaks>
              {line}
            </Text>
          ),
        )}
      </div>
      <MoneyText amount={-amount} surface="transaction" size="price" />
    </Tag>
  );
}

const SaleLink = ({ sale }: { sale: { transaction_id: number; invoice_number: string } }) => (
  <TextLink small inText to={`/transactions/${sale.transaction_id}`}>
    <WholeText>{sale.invoice_number}</WholeText>
  </TextLink>
);

const itemText = (item: Pick<Refund['items'][number], 'product_name' | 'amount' | 'disposition'>): string =>
  `${item.product_name} · ${formatMoney(item.amount, 'transaction')} · ${dispositionLabels[item.disposition]}`;

/** The refunds of a sale: reason, units, payouts and by whom. */
export function RefundsCard({ refunds, timeZone }: { refunds: readonly Refund[]; timeZone: Zones }) {
  return (
    <Card title="Refunds" flush>
      <Stack as="ul" aria-label="Refunds">
        {refunds.map(({ exchanged_for: other, ...refund }) => (
          <BackLine
            key={refund.id}
            as="li"
            title={refund.reason}
            amount={refund.amount}
            lines={[
              ...refund.items.map(itemText),
              other && (
                <>
                  Exchanged for <SaleLink sale={other} />
                </>
              ),
              payoutText(refund.payouts, refund.cash_rounding),
              `${refund.refunded_by.name} · ${formatInstant(refund.created_at, timeZone)}`,
            ]}
          />
        ))}
      </Stack>
    </Card>
  );
}

/** What came back for the sale of an exchange, and of which sale it was. */
export function CameBackCard({ back }: { back: ExchangeOf }) {
  return (
    <Card title="Came back for it" flush>
      <BackLine
        title={back.reason}
        amount={back.amount}
        lines={[
          ...back.items.map(itemText),
          <>
            Of <SaleLink sale={back} />
          </>,
          payoutText(back.payouts, back.cash_rounding),
        ]}
      />
    </Card>
  );
}

/** The voiding of a sale: reason, payouts and by whom. */
export function VoidCard({ transaction, timeZone }: { transaction: Transaction; timeZone: Zones }) {
  const { payments, change_due, void_rounding, void_reason, voided_at, timeline = [] } = transaction;
  const payouts = payoutsOfVoid(payments, change_due, void_rounding);
  const by = timeline.find(({ kind }) => kind === 'voided')?.by;
  return (
    <Card title="Handed back" flush>
      <BackLine
        title={void_reason ?? ''}
        amount={sumOfAmounts(payouts)}
        lines={[
          payoutText(payouts, void_rounding),
          voided_at === null ? null : [by, formatInstant(voided_at, timeZone)].filter(Boolean).join(' · '),
        ]}
      />
    </Card>
  );
}
