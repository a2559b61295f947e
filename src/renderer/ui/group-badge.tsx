import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './theme.ts';

/** VIP is yellow because purple means LOCKED. */
const tonesOf: Record<string, Tone> = { member: 'teal', vip: 'yellow', wholesale: 'blue' };

type GroupBadgeProps = {
  group: { name: string; slug: string } | null;
  /** True on a tinted row, where its own tint would be invisible. */
  onTint?: boolean;
};

/** A customer's group; Regular without one. */
export function GroupBadge({ group, onTint = false }: GroupBadgeProps) {
  const name = group?.name ?? 'Regular';
  return (
    <StatusBadge tone={(group && tonesOf[group.slug]) ?? 'grey'} mark="none" onTint={onTint} title={name}>
      {name}
    </StatusBadge>
  );
}
