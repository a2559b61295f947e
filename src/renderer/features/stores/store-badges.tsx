import type { StoreEntry } from '#contract/stores.ts';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

export const storeTypes = { warehouse: 'Warehouse', retail: 'Retail Store' } as const;

/** Shows the kind of store. */
export function TypeBadge({ store }: { store: Pick<StoreEntry, 'is_warehouse'> }) {
  return (
    <StatusBadge tone={store.is_warehouse ? 'blue' : 'grey'} mark="none">
      {store.is_warehouse ? storeTypes.warehouse : storeTypes.retail}
    </StatusBadge>
  );
}

/** Shows if the store is active. */
export function ActiveBadge({ store }: { store: Pick<StoreEntry, 'is_active'> }) {
  return <StateBadge of="store" state={store.is_active ? 'active' : 'inactive'} />;
}
