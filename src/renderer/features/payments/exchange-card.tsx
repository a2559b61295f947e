import { makeStyles } from '@fluentui/react-components';
import { roundingText } from '#domain/cash-rounding.ts';
import { formatMoney, sumOfAmounts, type Centavos } from '#domain/money.ts';
import type { Exchange } from '#domain/exchanges.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { dispositionLabels, type Payout } from '#domain/refunds.ts';
import { Card } from '#renderer/ui/card.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { Row, Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes } from '#renderer/ui/theme.ts';
import { WayBackFields, type WayBack } from '#renderer/ui/way-back-fields.tsx';

const useStyles = makeStyles({
  card: { flexShrink: 0 },
  row: {
    padding: `10px ${sizes.cardSide}`,
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
  },
  text: { minWidth: 0 },
});

type ExchangeCardProps = {
  exchange: Exchange;
  /** What comes back pays this much of the sale. */
  carried: Centavos;
  /** What is left of the refund, as it goes back: by the chosen way. */
  payouts: readonly Payout[];
  /** The part of them that is given for want of smaller coins. */
  rounding: Centavos;
  way: WayBack;
  onWay: (way: WayBack) => void;
};

/** `Cash ₱500.00 · ₱0.25 of it is cash rounding` */
const waysText = (payouts: readonly Payout[], rounding: Centavos): string => {
  const ways = payouts.map(
    ({ method, amount }) => `${paymentMethodLabels[method]} ${formatMoney(amount, 'payment')}`,
  );
  return [...ways, ...(rounding > 0 ? [roundingText(rounding)] : [])].join(' · ');
};

/** What comes back in an exchange, how much of the sale it pays, and how the rest goes back. */
export function ExchangeCard(props: ExchangeCardProps) {
  const { exchange, carried, payouts, rounding, way, onWay } = props;
  const styles = useStyles();
  const isAllCarried = carried > 0 && payouts.length === 0;
  const handed = sumOfAmounts(payouts);
  return (
    <Card
      title="Coming back"
      flush
      compact
      className={styles.card}
      side={wholeFacts(`of ${exchange.number}`)}
    >
      {exchange.items.map((item) => (
        <div key={item.id} className={styles.row}>
          <Spread gap={16}>
            <div className={styles.text}>
              <Text as="div" size="bodyStrong" breaks>
                {item.product_name}
              </Text>
              <Text as="div" size="meta" figures tone="text3" breaks>
                {wholeFacts(
                  [item.identifier, dispositionLabels[item.disposition], exchange.reason].join(' · '),
                )}
              </Text>
            </div>
            <MoneyText amount={item.amount} surface="payment" size="price" />
          </Spread>
        </div>
      ))}
      {isAllCarried ? null : (
        <div className={styles.row}>
          <Spread gap={16}>
            <Text size="body" tone="text2">
              {carried > 0 ? 'Pays for this sale' : 'Nothing of it was paid and verified: it pays nothing'}
            </Text>
            <MoneyText amount={carried} surface="payment" size="price" />
          </Spread>
        </div>
      )}
      {handed > 0 ? (
        <div className={styles.row}>
          <Spread gap={16} wraps align="end">
            <Row wraps gap={12} shrinks>
              <WayBackFields way={way} onChange={onWay} />
            </Row>
            <Text as="div" right role="status">
              <Text size="label" tone="text3" block>
                Goes back
              </Text>
              <MoneyText amount={handed} surface="payment" size="figure" />
              <Text size="meta" tone="text3" block>
                {waysText(payouts, rounding)}
              </Text>
            </Text>
          </Spread>
        </div>
      ) : null}
    </Card>
  );
}
