import { stockLevel, type StockLevel } from '#domain/transactions.ts';
import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './theme.ts';

const toneOf: Record<StockLevel, Tone> = { plenty: 'green', few: 'orange', none: 'red' };

/** The stock available here: "10 left", "Out of stock". */
export function StockBadge({ available }: { available: number }) {
  const level = stockLevel(available);
  return (
    <StatusBadge tone={toneOf[level]}>{level === 'none' ? 'Out of stock' : `${available} left`}</StatusBadge>
  );
}
