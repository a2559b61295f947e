import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { TransactionItem } from '#contract/transactions.ts';
import { type Centavos, formatMoney } from '#domain/money.ts';
import { dispositionLabels, returns, type Disposition } from '#domain/refunds.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { goesTo, identifierOf, productOf } from './transaction-text.ts';

const useStyles = makeStyles({
  frame: {
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    overflow: 'hidden',
  },
  table: {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    tableLayout: 'fixed',
    [windows.phone]: { display: 'block' },
  },
  tableBody: { [windows.phone]: { display: 'block' } },
  tableHead: {
    // Makes room for the fields below; it is still read out.
    [windows.zoomed]: { position: 'absolute', clipPath: 'inset(50%)' },
    [windows.phone]: { display: 'none' },
  },
  head: {
    ...type.metaStrong,
    height: '40px',
    boxSizing: 'border-box',
    padding: '0 16px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: '#F9FBFB',
    color: palette.text2,
    textAlign: 'left',
  },
  row: {
    ':not(:last-child) > td': { borderBottom: `1px solid ${palette.rowLine}` },
    // The item in one line, where it goes and its amount in the next.
    [windows.phone]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      '& > td': { height: 'auto' },
      ':not(:last-child) > td': { borderBottom: 'none' },
      '& > td:first-child': { gridColumn: '1 / -1' },
      ':not(:last-child)': { borderBottom: `1px solid ${palette.rowLine}` },
    },
  },
  cell: { ...type.body, height: '48px', boxSizing: 'border-box', padding: '4px 16px', color: palette.text1 },
  end: { textAlign: 'right' },
  /** Hides on phones the cells of an item that is not refunded. */
  idle: { [windows.phone]: { display: 'none' } },
  goes: { width: '180px', [windows.phone]: { width: 'auto' } },
  amount: { width: '124px', [windows.phone]: { width: 'auto' } },
  select: { width: '148px' },
});

const options = returns.map((value) => ({ value, label: dispositionLabels[value] }));

type RefundItemsProps = {
  label?: string;
  amountHead?: string;
  items: readonly TransactionItem[];
  /** The destination of each chosen item, by item id. */
  chosen: ReadonlyMap<number, Disposition>;
  parts: ReadonlyMap<number, Centavos>;
  onChange: (chosen: ReadonlyMap<number, Disposition>) => void;
};

/** The refundable items, each with where it goes and its amount. */
export function RefundItems(props: RefundItemsProps) {
  const { label = 'Items to refund', amountHead = 'Refund', items, chosen, parts, onChange } = props;
  const styles = useStyles();
  const change = (id: number, disposition: Disposition | null) => {
    const next = new Map(chosen);
    if (disposition) next.set(id, disposition);
    else next.delete(id);
    onChange(next);
  };
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead className={styles.tableHead}>
          <tr>
            <th scope="col" className={styles.head}>
              Item
            </th>
            <th scope="col" className={`${styles.head} ${styles.goes}`}>
              Goes to
            </th>
            <th scope="col" className={`${styles.head} ${styles.amount} ${styles.end}`}>
              {amountHead}
            </th>
          </tr>
        </thead>
        <tbody className={styles.tableBody}>
          {items.map((item) => {
            const disposition = chosen.get(item.id);
            const name = productOf(item);
            return (
              <tr key={item.id} className={styles.row}>
                <td className={styles.cell}>
                  <Checkbox
                    checked={disposition !== undefined}
                    onChange={(event) => change(item.id, event.target.checked ? goesTo(item) : null)}
                    label={
                      <span>
                        <Text block>{name}</Text>
                        <Text size="meta" tone="text3" block breaks>
                          {wholeFacts(
                            `${identifierOf(item)} · ${formatMoney(item.final_price, 'transaction')}`,
                          )}
                        </Text>
                      </span>
                    }
                  />
                </td>
                <td className={mergeClasses(styles.cell, styles.goes, !disposition && styles.idle)}>
                  {disposition === 'none' ? (
                    dispositionLabels.none
                  ) : disposition ? (
                    <SelectField
                      className={styles.select}
                      label={`${name}, ${identifierOf(item)} goes to`}
                      labelHidden
                      options={options}
                      value={disposition}
                      onChange={(event) => change(item.id, event.target.value as Disposition)}
                    />
                  ) : (
                    '–'
                  )}
                </td>
                <td
                  className={mergeClasses(
                    styles.cell,
                    styles.amount,
                    styles.end,
                    !disposition && styles.idle,
                  )}
                >
                  {disposition ? (
                    <MoneyText amount={parts.get(item.id) ?? 0} surface="transaction" size="strong" />
                  ) : (
                    '–'
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
