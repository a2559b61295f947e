import type { InventoryUnit } from '#contract/inventory.ts';
import { formatClock } from '#domain/store-time.ts';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';

type Held = Pick<InventoryUnit, 'status'> & Partial<Pick<InventoryUnit, 'locked_by' | 'locked_until'>>;

/** A unit's state; one in somebody's cart carries a lock, as at the till. */
export function UnitBadge({ unit }: { unit: Held }) {
  if (unit.status !== 'locked') return <StateBadge of="unit" state={unit.status} />;
  return (
    <StatusBadge tone="purple" mark="lock">
      LOCKED
    </StatusBadge>
  );
}

/** `Joel Cruz until 14:36`; null for a unit that nobody holds. */
export function holderText({ locked_by, locked_until }: Held, timeZone: string): string | null {
  if (!locked_until) return null;
  return `${locked_by ?? 'Another till'} until ${formatClock(locked_until, timeZone)}`;
}

/** The same in a list, with who holds it in a second line. */
export function UnitState({ unit, timeZone }: { unit: Held; timeZone: string }) {
  const holder = holderText(unit, timeZone);
  return (
    <>
      <UnitBadge unit={unit} />
      {holder ? <CellLine>{holder}</CellLine> : null}
    </>
  );
}
