import type { Supplier } from '#contract/suppliers.ts';
import { StateBadge } from '#renderer/ui/state-badge.tsx';

/** Shows if orders can go to the supplier. */
export function SupplierBadge({ supplier }: { supplier: Pick<Supplier, 'is_active'> }) {
  return <StateBadge of="supplier" state={supplier.is_active ? 'active' : 'inactive'} />;
}
