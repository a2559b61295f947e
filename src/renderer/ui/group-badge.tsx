import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './theme.ts';

/** VIP is yellow: purple says LOCKED. */
const tonesOf: Record<string, Tone> = { member: 'teal', vip: 'yellow', wholesale: 'blue' };

type GroupBadgeProps = {
  group: { name: string; slug: string } | null;
  /** On a tinted row, or on the page itself, where its own tint would not be seen. */
  onTint?: boolean;
};

/** A customer's group; without one they are Regular. */
export function GroupBadge({ group, onTint = false }: GroupBadgeProps) {
  return (
    <StatusBadge tone={(group && tonesOf[group.slug]) ?? 'grey'} mark="none" onTint={onTint}>
      {group?.name ?? 'Regular'}
    </StatusBadge>
  );
}
