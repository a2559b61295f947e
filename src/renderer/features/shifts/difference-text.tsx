import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { OverAndShort } from '#contract/shifts.ts';
import type { Centavos } from '#domain/money.ts';
import { paymentMethodLabels, type Tender } from '#domain/payments.ts';
import { overOrShort } from '#domain/shifts.ts';
import { MoneyText, useMoneyText } from '#renderer/ui/money-text.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, tones } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  amount: { ...tabular, fontWeight: 600 },
  short: { color: palette.danger },
  over: { color: tones.orange[1] },
});

/** How far a count is off: `₱64.00 short` in red, `₱64.00 over` in orange. */
export function OverOrShort({ difference }: { difference: Centavos }) {
  const styles = useStyles();
  const write = useMoneyText('payment');
  return (
    <span
      className={mergeClasses(styles.amount, difference < 0 && styles.short, difference > 0 && styles.over)}
    >
      {overOrShort(difference, write)}
    </span>
  );
}

type Difference = { method: Tender; difference: number };

/** Splits surplus and shortage into two rows. */
export const apart = (sums: readonly OverAndShort[]): Difference[] =>
  sums.flatMap(({ method, over, short }) => [
    { method, difference: short },
    { method, difference: over },
  ]);

/** Says why slips may be over: a payment that was pending at the till, and that the office verified, is in no shift. */
export function OfficeNote({ differences }: { differences: readonly Difference[] }) {
  const isOver = differences.some(({ method, difference }) => method !== 'cash' && difference > 0);
  return isOver ? (
    <Text size="meta" tone="text2" block>
      A payment that was pending and that the office verified is in no shift, only in the store’s day: its
      slip counts as over.
    </Text>
  ) : null;
}

/** By method; null until it was counted. */
type DifferenceTextProps = { differences: readonly Difference[] | null };

/** Shows how far a count was off, by method. Cash alone is shown without its name. */
export function DifferenceText({ differences }: DifferenceTextProps) {
  if (differences === null) return <MutedText>–</MutedText>;
  const off = differences.filter(({ difference }) => difference !== 0);
  if (off.length === 0) return <MoneyText amount={0} surface="payment" tone="muted" />;
  const isCash = off.every(({ method }) => method === 'cash');
  return off.map(({ method, difference }) => (
    <Text key={`${method} ${difference}`} block>
      <OverOrShort difference={difference} />
      {isCash ? null : <CellLine>{paymentMethodLabels[method]}</CellLine>}
    </Text>
  ));
}
