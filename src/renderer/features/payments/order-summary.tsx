import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import { basisPointsToPercent } from '#domain/money.ts';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';

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
  title: { ...type.cardTitle, margin: 0 },
  count: { ...type.label, color: palette.text3 },
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
  line: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  words: { minWidth: 0 },
  name: { ...type.bodyStrong, overflowWrap: 'anywhere' },
  meta: { ...type.meta, ...tabular, color: palette.text3, overflowWrap: 'anywhere' },
  foot: { flexShrink: 0, padding: '12px 20px 16px', borderTop: `1px solid ${palette.hairline}` },
  figure: {
    ...type.body,
    display: 'flex',
    justifyContent: 'space-between',
    padding: '2px 0',
    color: palette.text2,
  },
  total: { fontWeight: 600, color: palette.text1 },
  actions: { marginTop: '16px' },
});

function identifierOf({ inventory_item: unit }: TransactionItem): string {
  if (unit.imei) return `IMEI ${unit.imei}`;
  return unit.serial_number ? `SN ${unit.serial_number}` : unit.product_variation.name;
}

/** What is being paid: the units, what they come to, and below it the action. */
export function OrderSummary({ transaction, children }: { transaction: Transaction; children: ReactNode }) {
  const styles = useStyles();
  const { items_count: count } = transaction;
  const taxLabel = `${transaction.prices_include_tax ? 'Incl. tax' : 'Tax'} ${basisPointsToPercent(transaction.tax_rate)}%`;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>Order summary</h2>
        <span className={styles.count}>{count === 1 ? '1 item' : `${count} items`}</span>
      </div>
      <ul className={styles.lines}>
        {transaction.transaction_items.map((item) => (
          <li key={item.id} className={styles.line}>
            <div className={styles.words}>
              <div className={styles.name}>{item.inventory_item.product_variation.product.name}</div>
              <div className={styles.meta}>{identifierOf(item)}</div>
            </div>
            <MoneyText amount={item.price} surface="payment" size="body" />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <div className={styles.figure}>
          Subtotal <MoneyText amount={transaction.subtotal} surface="payment" />
        </div>
        {transaction.discount_amount > 0 ? (
          <div className={styles.figure}>
            Discount <MoneyText amount={-transaction.discount_amount} surface="payment" />
          </div>
        ) : null}
        <div className={styles.figure}>
          {taxLabel} <MoneyText amount={transaction.tax_amount} surface="payment" />
        </div>
        <div className={mergeClasses(styles.figure, styles.total)}>
          Total <MoneyText amount={transaction.total_amount} surface="payment" />
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </>
  );
}
