import { makeStyles } from '@fluentui/react-components';
import type { Shift } from '#contract/shifts.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { Differences } from './differences.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px' },
  text: { ...type.body, margin: 0, color: palette.text2 },
});

/** `By Ana Reyes`, `The last of 3 counts, by Ana Reyes`. */
const countedText = (name: string, counts: number): string =>
  counts > 1 ? `The last of ${counts} counts, by ${name}` : `By ${name}`;

/** What a shift's drawer should hold, what was counted, and why both differ. */
export function CountCard({ shift }: { shift: Shift }) {
  const styles = useStyles();
  const { differences, reason, counted_by, counts_made, expected_cash } = shift;
  if (!differences) {
    return (
      <Card title="Drawer">
        {typeof expected_cash !== 'number' ? (
          <p className={styles.text}>What should be there is shown after counting.</p>
        ) : (
          <Facts
            facts={[
              { label: 'Should be there', value: <MoneyText amount={expected_cash} surface="payment" /> },
            ]}
          />
        )}
      </Card>
    );
  }
  return (
    <Card title="Count" side={counted_by ? countedText(counted_by.name, counts_made) : null}>
      <div className={styles.root}>
        <Differences differences={differences} />
        {reason === null ? null : <Facts facts={[{ label: 'Reason', value: reason }]} />}
      </div>
    </Card>
  );
}
