import type { Answer } from '#renderer/lib/api-client.ts';
import type { inventory } from '#contract/inventory.ts';
import { unitStatusLabels } from '#domain/units.ts';
import { CountLine } from '#renderer/ui/count-line.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { PartsBar } from '#renderer/ui/parts-bar.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { tones } from '#renderer/ui/theme.ts';

type Summary = Answer<typeof inventory.summary>;

const parts = [
  ['available', '#2F8A5B'],
  ['in_transit', '#3F7AC2'],
  ['defective', '#C43F45'],
  ['on_hold', '#B8860B'],
  ['lost', tones.orange[1]],
  ['locked', '#7B57B5'],
  ['reserved', '#5B4A9E'],
] as const satisfies readonly (readonly [keyof Summary, string])[];

/** Shows the store's units by state, as a bar and in figures; states without units are left out. */
export function StockBar({ summary }: { summary: Summary | undefined }) {
  if (!summary) {
    return (
      <Stack gap={10} fixed>
        <Skeleton height={8} />
        <Skeleton width={320} height={20} />
      </Stack>
    );
  }
  const shown = parts.filter(([status]) => summary[status] > 0 || status === 'available');
  return (
    <Stack gap={10} fixed>
      <PartsBar parts={shown.map(([key, color]) => ({ key, count: summary[key], color }))} />
      <CountLine
        label="What stands here"
        counts={shown.map(([status, color]) => ({
          label: unitStatusLabels[status],
          count: summary[status],
          color,
        }))}
      />
    </Stack>
  );
}
