import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Star16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { CartLine } from '#domain/cart.ts';
import { basisPointsToPercent, type Centavos } from '#domain/money.ts';
import { lineKey, type SoldLine } from '#domain/sale-line.ts';
import type { Sale, SaleLine } from '#domain/sale.ts';
import { discountLabel, discountParts, pointsEarned, type Discount } from '#domain/totals.ts';
import { notNewText, unitNumber } from '#domain/units.ts';
import { Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tones, type } from '#renderer/ui/theme.ts';
import { clearOfToasts } from '#renderer/ui/use-clear-place.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexShrink: 0,
    height: '52px',
    boxSizing: 'border-box',
    padding: '0 20px',
    borderBottom: `1px solid ${palette.hairline}`,
  },
  lines: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: '12px 20px',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    listStyleType: 'none',
  },
  /** Looks like a lost line in the cart. */
  lost: { margin: '-8px -12px', padding: '8px 12px', borderRadius: '8px', backgroundColor: tones.red[0] },
  text: { minWidth: 0 },
  discount: {
    ...type.meta,
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    color: tones.green[1],
  },
  label: { minWidth: 0, overflowWrap: 'anywhere' },
  foot: { flexShrink: 0, padding: '12px 20px 16px', borderTop: `1px solid ${palette.hairline}` },
  figure: {
    ...type.body,
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    padding: '2px 0',
    color: palette.text2,
  },
  indented: { paddingLeft: '12px' },
  total: { fontWeight: 600, color: palette.text1 },
  points: { ...type.label, display: 'flex', alignItems: 'center', gap: '6px', color: palette.text3 },
  actions: { marginTop: '12px' },
});

const identifierOf = (line: SaleLine) =>
  [notNewText(line), unitNumber(line) ?? line.variation_name].filter(Boolean).join(' · ');

type DiscountsProps = { base: Centavos; discounts: readonly Discount[]; className?: string };

/** Lists each discount with the amount that it takes off. */
function Discounts({ base, discounts, className }: DiscountsProps) {
  const styles = useStyles();
  const parts = discountParts(base, discounts);
  return discounts.map((discount, index) => (
    <div key={index} className={mergeClasses(styles.discount, className)}>
      <span className={styles.label}>{discountLabel(discount)}</span>
      <MoneyText amount={-(parts[index] ?? 0)} surface="payment" />
    </div>
  ));
}

function SummaryLine({ line, lost }: { line: SaleLine; lost: string | null }) {
  const styles = useStyles();
  return (
    <li className={lost === null ? undefined : styles.lost}>
      <Spread gap={12}>
        <div className={styles.text}>
          <Text as="div" size="bodyStrong" breaks>
            {line.product_name}
          </Text>
          <Text as="div" size="meta" figures tone="text3" breaks>
            {identifierOf(line)}
          </Text>
        </div>
        <MoneyText
          amount={line.price}
          surface="payment"
          size="body"
          tone={lost === null ? undefined : 'struck'}
        />
      </Spread>
      {lost === null ? null : (
        <Text as="div" size="metaStrong" tone="danger" breaks>
          {lost}
        </Text>
      )}
      <Discounts base={line.price} discounts={line.discounts} />
    </li>
  );
}

function SummaryFigures({ sale, rounding }: Pick<OrderSummaryProps, 'sale' | 'rounding'>) {
  const styles = useStyles();
  const { lines, customer, tax } = sale;
  const taxLabel = `${tax.pricesIncludeTax ? 'Incl. tax' : 'Tax'} ${basisPointsToPercent(tax.rate)}%`;
  const afterLines = lines.reduce((sum, line) => sum + line.final_price, 0);
  const points = pointsEarned(sale);
  return (
    <>
      <div className={styles.figure}>
        Subtotal <MoneyText amount={sale.subtotal} surface="payment" />
      </div>
      {sale.discount_amount > 0 ? (
        <div className={styles.figure}>
          Discount <MoneyText amount={-sale.discount_amount} surface="payment" />
        </div>
      ) : null}
      <Discounts base={afterLines} discounts={sale.discounts} className={styles.indented} />
      <div className={styles.figure}>
        {taxLabel} <MoneyText amount={sale.tax_amount} surface="payment" />
      </div>
      <div className={mergeClasses(styles.figure, styles.total)}>
        Total <MoneyText amount={sale.total_amount} surface="payment" />
      </div>
      {rounding > 0 ? (
        <div className={styles.figure}>
          Cash rounding <MoneyText amount={-rounding} surface="payment" />
        </div>
      ) : null}
      {customer && points > 0 ? (
        <div className={styles.points}>
          <Star16Regular aria-hidden="true" />
          Earns {points.toLocaleString('en-US')} {points === 1 ? 'point' : 'points'}
        </div>
      ) : null}
    </>
  );
}

type OrderSummaryProps = {
  sale: Sale;
  /** The part of the total that is not paid, because cash is rounded down. */
  rounding: Centavos;
  /** Units of the sale that another till or sale has by now, with the reason. */
  lost: readonly (SoldLine & Pick<CartLine, 'lost'>)[];
  children: ReactNode;
};

/** Shows what is being paid: the units and their total; `children` (receipt email, button) stand below. */
export function OrderSummary({ sale, rounding, lost, children }: OrderSummaryProps) {
  const styles = useStyles();
  const { length: count } = sale.lines;
  return (
    <>
      <div className={styles.head}>
        <Text as="h2" size="cardTitle">
          Order summary
        </Text>
        <Text size="label" tone="text3">
          {count === 1 ? '1 item' : `${count} items`}
        </Text>
      </div>
      <ul className={styles.lines}>
        {sale.lines.map((line) => (
          <SummaryLine
            key={line.key}
            line={line}
            lost={lost.find((other) => lineKey(other) === line.key)?.lost ?? null}
          />
        ))}
      </ul>
      <div className={styles.foot} {...clearOfToasts}>
        <SummaryFigures sale={sale} rounding={rounding} />
        <div className={styles.actions}>{children}</div>
      </div>
    </>
  );
}
