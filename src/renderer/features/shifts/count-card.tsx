import type { Shift } from '#contract/shifts.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { Differences } from './differences.tsx';

/** `By Ana Reyes`, `The last of 3 counts, by Ana Reyes`. */
const countedText = (name: string, counts: number): string =>
  counts > 1 ? `The last of ${counts} counts, by ${name}` : `By ${name}`;

/** The expected and counted amounts of a shift, and the reason for the difference. */
export function CountCard({ shift }: { shift: Shift }) {
  const { differences, reason, counted_by, counts_made, expected_cash } = shift;
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
      <Stack gap={16}>
        <Differences differences={differences} />
        {reason === null ? null : <Facts facts={[{ label: 'Reason', value: reason }]} />}
      </Stack>
    </Card>
  );
}
