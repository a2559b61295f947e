import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { Shift } from '#contract/shifts.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';
import { OverOrShort } from './difference-text.tsx';

const useStyles = makeStyles({
  root: { width: '100%', borderCollapse: 'collapse' },
  head: { ...type.label, padding: '4px 0', textAlign: 'right', fontWeight: 400, color: palette.text3 },
  first: { textAlign: 'left' },
  /** Wraps at its words, so that the amounts beside it stay whole. */
  wraps: { width: '72px' },
  /** Leaves “short” to the next line, never a digit. */
  difference: { width: '88px' },
  cell: {
    ...type.body,
    ...tabular,
    padding: '4px 0 4px 8px',
    textAlign: 'right',
    color: palette.text1,
    // Three large amounts are wider than the side.
    overflowWrap: 'anywhere',
    '& span': { whiteSpace: 'normal' },
  },
  method: { ...type.body, padding: '4px 0', textAlign: 'left', fontWeight: 400, color: palette.text2 },
});

/** The counted amount, the expected amount (if the reader may see it) and the difference, by method. */
export function Differences({ differences }: { differences: NonNullable<Shift['differences']> }) {
  const styles = useStyles();
  const isTold = differences.some(({ expected }) => expected !== undefined);
  return (
    <table className={styles.root}>
      <thead>
        <tr>
          <th className={mergeClasses(styles.head, styles.first, styles.wraps)} scope="col">
            Method
          </th>
          {isTold ? (
            <th className={styles.head} scope="col">
              Expected
            </th>
          ) : null}
          <th className={styles.head} scope="col">
            Counted
          </th>
          <th className={mergeClasses(styles.head, isTold && styles.difference)} scope="col">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ method, expected, counted, difference }) => (
          <tr key={method}>
            <th className={styles.method} scope="row">
              {paymentMethodLabels[method]}
            </th>
            {expected === undefined ? null : (
              <td className={styles.cell}>
                <MoneyText amount={expected} surface="payment" />
              </td>
            )}
            <td className={styles.cell}>
              <MoneyText amount={counted} surface="payment" />
            </td>
            <td className={styles.cell}>
              <OverOrShort difference={difference} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
