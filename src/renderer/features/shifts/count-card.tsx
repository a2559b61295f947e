import type { Shift } from '#contract/shifts.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { CountResult } from './count-result.tsx';

/** `By Ana Reyes`, `The last of 3 counts, by Ana Reyes`. */
const countedText = (name: string, counts: number): string =>
  counts > 1 ? `The last of ${counts} counts, by ${name}` : `By ${name}`;

/** The drawer of a shift: its count with the result, or what should be there. */
export function CountCard({ shift }: { shift: Shift }) {
  const { differences, counted_by, counts_made, expected_cash } = shift;
  if (!differences) {
    return (
      <Card title="Drawer">
        {typeof expected_cash !== 'number' ? (
          <Text as="p" size="body" tone="text2">
            It is counted when the shift is closed. What should be there is shown then.
          </Text>
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
      <CountResult {...shift} differences={differences} />
    </Card>
  );
}
