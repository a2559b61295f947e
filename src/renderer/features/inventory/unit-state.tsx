import type { InventoryUnit } from '#contract/inventory.ts';
import { formatHeldUntil, type Zones } from '#domain/store-time.ts';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';

type Held = Pick<InventoryUnit, 'status'> & Partial<Pick<InventoryUnit, 'locked_by' | 'locked_until'>>;

/** Shows a unit's state; a unit in a cart shows a lock, as at the till. */
export function UnitBadge({ unit }: { unit: Held }) {
  if (unit.status !== 'locked') return <StateBadge of="unit" state={unit.status} />;
  return (
    <StatusBadge tone="purple" mark="lock">
      LOCKED
    </StatusBadge>
  );
}

/** Returns who holds a unit and until when: `Joel Cruz until 2:36 PM`; null if it is not held. */
export function holderText({ locked_by, locked_until }: Held, timeZone: Zones): string | null {
  if (!locked_until) return null;
  return `${locked_by ?? 'Another till'} until ${formatHeldUntil(locked_until, timeZone)}`;
}

/** Shows a unit's state in a list, with its holder on a second line. */
export function UnitState({ unit, timeZone }: { unit: Held; timeZone: Zones }) {
  const holder = holderText(unit, timeZone);
  return (
    <>
      <UnitBadge unit={unit} />
      {holder ? <CellLine>{holder}</CellLine> : null}
    </>
  );
}
