import type { RouteInput } from '#contract/define-route.ts';
import type { suppliers } from '#contract/suppliers.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { states } from '#renderer/ui/state-badge.tsx';

const statuses = [
  { id: 'true', name: states.supplier.active.label },
  { id: 'false', name: states.supplier.inactive.label },
];

type SupplierFiltersProps = { list: ListAddress<RouteInput<typeof suppliers.list>['query']> };

export function SupplierFilters({ list }: SupplierFiltersProps) {
  const { query, change } = list;
  return (
    <>
      <SearchFilter
        list={list}
        label="Name, code, contact, email or phone"
        short="Name, code or phone"
        width={328}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={138}
        choices={statuses}
        value={query.active === undefined ? undefined : String(query.active)}
        onChange={(choice) => change({ active: choice === null ? null : choice === 'true' })}
      />
    </>
  );
}
