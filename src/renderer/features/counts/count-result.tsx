import type { StockCount } from '#contract/counts.ts';
import { countText } from '#domain/count-text.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FactList, type Fact } from '#renderer/ui/fact-list.tsx';

/** Returns what closing the count changed in the stock; empty for people who may not see that. */
function settledFacts({ settled }: StockCount): Fact[] {
  if (!settled) return [];
  const figures: [label: string, units: number][] = [
    ['Marked as lost', settled.lost + settled.surplus],
    ['Moved here', settled.moved],
    ['Back in stock', settled.brought_back],
    ['Sold meanwhile', settled.sold_meanwhile],
    ['Left in carts', settled.held],
  ];
  return figures.map(([label, units]) => ({ label, value: countText(units), figures: true }));
}

/** Shows how a count ended: by whom, why, and what it changed in the stock. */
export function CountResult({ count, timeZone }: { count: StockCount; timeZone: Zones }) {
  const { status, ended_at, ended_by, reason } = count;
  if (ended_at === null || !ended_by) return null;
  const outcome = status === 'cancelled' ? 'Cancelled' : 'Closed';
  return (
    <Card flush title={outcome} side={`${ended_by.name}, ${formatInstant(ended_at, timeZone)}`}>
      <FactList
        facts={[
          ...settledFacts(count),
          ...(status === 'closing' ? [{ label: 'Stock', value: 'Being written…' }] : []),
          { label: 'Reason', value: reason },
        ]}
      />
    </Card>
  );
}
