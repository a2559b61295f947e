import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { OverAndShort } from '#contract/shifts.ts';
import { paymentMethodLabels, type PaymentMethod } from '#domain/payments.ts';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tones } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  amount: { fontWeight: 600 },
  short: { color: palette.danger },
  over: { color: tones.orange[1] },
});

type Difference = { method: PaymentMethod; difference: number };

/** Splits surplus and shortage into two rows. */
export const apart = (sums: readonly OverAndShort[]): Difference[] =>
  sums.flatMap(({ method, over, short }) => [
    { method, difference: short },
    { method, difference: over },
  ]);

/** By method; null until it was counted. */
type DifferenceTextProps = { differences: readonly Difference[] | null };

/** Shows how far a count was off: shortages red, surpluses orange. Cash alone is shown without its name. */
export function DifferenceText({ differences }: DifferenceTextProps) {
  const styles = useStyles();
  if (differences === null) return <MutedText>–</MutedText>;
  const off = differences.filter(({ difference }) => difference !== 0);
  if (off.length === 0) return <MoneyText amount={0} surface="payment" tone="muted" />;
  const isCash = off.every(({ method }) => method === 'cash');
  return off.map(({ method, difference }) => (
    <Text key={`${method} ${difference}`} block>
      <span className={mergeClasses(styles.amount, difference < 0 ? styles.short : styles.over)}>
        <MoneyText amount={difference} surface="payment" />
      </span>
      {isCash ? null : <CellLine>{paymentMethodLabels[method]}</CellLine>}
    </Text>
  ));
}
