import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { palette, tones } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { fontWeight: 600 },
  short: { color: palette.danger },
  over: { color: tones.orange[1] },
});

/** How far a count was from what should have been there: red where money lacks, orange where there is too much. */
export function DifferenceText({ amount }: { amount: number | null }) {
  const styles = useStyles();
  if (amount === null) return <MutedText>–</MutedText>;
  if (amount === 0) return <MoneyText amount={0} surface="payment" tone="muted" />;
  return (
    <span className={mergeClasses(styles.root, amount < 0 ? styles.short : styles.over)}>
      <MoneyText amount={amount} surface="payment" />
    </span>
  );
}
