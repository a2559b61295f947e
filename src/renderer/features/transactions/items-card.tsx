import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import { basisPointsToPercent, formatMoney } from '#domain/money.ts';
import { settleReasonLabel } from '#domain/settle-reasons.ts';
import { dispositionLabels, type Disposition } from '#domain/refunds.ts';
import { warrantyText } from '#domain/warranty.ts';
import { amountsOfLines, discountLabel } from '#domain/totals.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { identifierOf, itemsText, productOf } from './transaction-text.ts';

const useStyles = makeStyles({
  name: { ...type.bodyStrong, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  totals: {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    columnGap: '24px',
    rowGap: '4px',
    margin: 0,
    padding: `12px ${sizes.cardSide} 16px`,
    textAlign: 'right',
    [windows.onePane]: { padding: '12px 16px' },
  },
  label: { ...type.body, color: palette.text3 },
  figure: { ...type.body, minWidth: '96px', margin: 0, color: palette.text1 },
  strong: { fontSize: '16px', lineHeight: '24px', fontWeight: 600, color: palette.text1 },
  none: { ...type.body, margin: 0, padding: `20px ${sizes.cardSide}`, color: palette.text3 },
});

/** Returns where returned items went, by item id. */
function returnsOf({ refunds }: Transaction): ReadonlyMap<number, Disposition> {
  return new Map(
    refunds.flatMap((refund) =>
      refund.items.map((item) => [item.transaction_item_id, item.disposition] as const),
    ),
  );
}

/** Returns the cost and the margin of each item that is still sold, for those who see costs. */
function marginsOf(sale: Transaction): ReadonlyMap<number, string> {
  const { transaction_items: lines, status } = sale;
  if (status === 'draft' || status === 'void') return new Map();
  const amounts = amountsOfLines({ ...sale, lines });
  return new Map(
    lines.flatMap(({ id, cost, refunded_at }, place) => {
      if (cost === undefined || cost === null || refunded_at !== null) return [];
      const [paid, margin] = [cost, (amounts[place]?.net_amount ?? 0) - cost].map((amount) =>
        formatMoney(amount, 'transaction'),
      );
      return [[id, `Cost ${paid} · Margin ${margin}`] as const];
    }),
  );
}

type ItemCellProps = { item: TransactionItem; wentTo: Disposition | undefined; margin: string | undefined };

function ItemCell({ item, wentTo, margin }: ItemCellProps) {
  const styles = useStyles();
  const labels = item.discounts.map(discountLabel);
  return (
    <>
      <div className={styles.name}>
        {productOf(item)}
        {item.refunded_at !== null ? (
          <StatusBadge tone="orange">
            {wentTo ? `Refunded · ${dispositionLabels[wentTo]}` : 'Refunded'}
          </StatusBadge>
        ) : null}
        {item.without_unit === null ? null : (
          <StatusBadge mark="none" tone={item.without_unit === 'to_settle' ? 'orange' : 'grey'}>
            {item.without_unit === 'to_settle' ? settleReasonLabel('unit') : 'Unit is not known'}
          </StatusBadge>
        )}
        {item.traded_in_at !== null ? <StatusBadge tone="orange">Traded in</StatusBadge> : null}
      </div>
      <CellLine>
        <WholeParts parts={[...identifierOf(item).split(' · '), ...labels]} />
      </CellLine>
      {item.warranty && item.warranty.state !== 'none' ? (
        <CellLine>{warrantyText(item.warranty)}</CellLine>
      ) : null}
      {margin === undefined ? null : (
        <CellLine>
          <WholeParts parts={margin.split(' · ')} />
        </CellLine>
      )}
    </>
  );
}

/** The columns of the items; on a card the price of an item without a discount is its amount. */
function columnsOf(transaction: Transaction, onCards: boolean): Column<TransactionItem>[] {
  const returns = returnsOf(transaction);
  const margins = marginsOf(transaction);
  return [
    {
      key: 'item',
      head: 'Item',
      cell: (item) => <ItemCell item={item} wentTo={returns.get(item.id)} margin={margins.get(item.id)} />,
    },
    {
      key: 'price',
      head: 'Price',
      width: 'content',
      align: 'end',
      cell: (item) =>
        onCards && item.discount_amount === 0 ? null : (
          <MoneyText amount={item.price} surface="transaction" />
        ),
    },
    {
      key: 'discount',
      head: 'Discount',
      width: 'content',
      align: 'end',
      cell: (item) =>
        item.discount_amount > 0 ? (
          <MoneyText amount={-item.discount_amount} surface="transaction" tone="muted" />
        ) : (
          <MutedText>–</MutedText>
        ),
    },
    {
      key: 'final',
      phone: 'amount',
      head: 'Final',
      width: 'content',
      align: 'end',
      cell: (item) => (
        <MoneyText
          amount={item.final_price}
          surface="transaction"
          size="strong"
          tone={item.refunded_at === null ? undefined : 'struck'}
        />
      ),
    },
  ];
}

/** The items sold with prices, and the totals. */
export function ItemsCard({ transaction }: { transaction: Transaction }) {
  const styles = useStyles();
  const onCards = useMedia(ONE_PANE);
  const { transaction_items: items, discounts } = transaction;
  const tax = `${transaction.prices_include_tax ? 'Incl. tax' : 'Tax'} ${basisPointsToPercent(transaction.tax_rate)}%`;
  const figures: { label: string; amount: number; strong?: boolean; hidden?: boolean }[] = [
    { label: 'Subtotal', amount: transaction.subtotal },
    {
      label: ['Discount', ...discounts.map(discountLabel)].join(' · '),
      amount: -transaction.discount_amount,
      hidden: transaction.discount_amount === 0,
    },
    { label: tax, amount: transaction.tax_amount },
    { label: 'Total', amount: transaction.total_amount, strong: true },
    {
      label: 'Cash rounding',
      amount: -transaction.cash_rounding,
      hidden: transaction.cash_rounding === 0,
    },
    { label: 'Refunded', amount: -transaction.refunded_amount, hidden: transaction.refunded_amount === 0 },
  ];
  return (
    <Card title="Items" flush side={itemsText(items.length)}>
      {items.length === 0 ? (
        <p className={styles.none}>This draft has no items.</p>
      ) : (
        <DataTable
          bare
          label="Items"
          columns={columnsOf(transaction, onCards)}
          rows={items}
          rowKey={(item) => item.id}
        />
      )}
      <dl className={styles.totals}>
        {figures
          .filter((figure) => !figure.hidden)
          .flatMap((figure) => [
            <dt
              key={`${figure.label} label`}
              className={mergeClasses(styles.label, figure.strong && styles.strong)}
            >
              {figure.label}
            </dt>,
            <dd key={figure.label} className={mergeClasses(styles.figure, figure.strong && styles.strong)}>
              <MoneyText amount={figure.amount} surface="transaction" />
            </dd>,
          ])}
      </dl>
    </Card>
  );
}
