import type { Shift } from '#contract/shifts.ts';
import { Facts } from '#renderer/ui/facts.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { OfficeNote } from './difference-text.tsx';
import { Differences } from './differences.tsx';

type CountResultProps = Pick<Shift, 'reason'> & { differences: NonNullable<Shift['differences']> };

/** The expected and counted amounts of a shift, and the reason for the difference. */
export function CountResult({ differences, reason }: CountResultProps) {
  return (
    <Stack gap={16}>
      <Differences differences={differences} />
      <OfficeNote differences={differences} />
      {reason === null ? null : <Facts facts={[{ label: 'Reason', value: reason }]} />}
    </Stack>
  );
}
