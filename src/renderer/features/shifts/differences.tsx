import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { Shift } from '#contract/shifts.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { OverOrShort } from './difference-text.tsx';

const useStyles = makeStyles({
  root: { width: '100%', borderCollapse: 'collapse' },
  head: { padding: 0 },
  cell: { ...type.body, padding: '6px 0', fontWeight: 400, textAlign: 'left', verticalAlign: 'baseline' },
  method: { color: palette.text1 },
  difference: { ...tabular, paddingLeft: '12px', textAlign: 'right', whiteSpace: 'nowrap' },
});

/**
 * The difference of a count by method, below which stand the expected amount (if the reader may see it) and the counted
 * one: three columns of amounts do not fit beside a count.
 */
export function Differences({ differences }: { differences: NonNullable<Shift['differences']> }) {
  const styles = useStyles();
  return (
    <table className={styles.root}>
      <thead>
        <tr>
          {['Method', 'Difference'].map((head) => (
            <th className={styles.head} key={head} scope="col">
              <VisuallyHidden>{head}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ method, expected, counted, difference }) => (
          <tr key={method}>
            <th className={mergeClasses(styles.cell, styles.method)} scope="row">
              {paymentMethodLabels[method]}
              <Text size="meta" figures tone="text2" block>
                {expected === undefined ? null : (
                  <>
                    <Text noWrap>
                      Expected <MoneyText amount={expected} surface="payment" />,
                    </Text>{' '}
                  </>
                )}
                <Text noWrap>
                  {expected === undefined ? 'Counted' : 'counted'}{' '}
                  <MoneyText amount={counted} surface="payment" />
                </Text>
              </Text>
            </th>
            <td className={mergeClasses(styles.cell, styles.difference)}>
              <OverOrShort difference={difference} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
