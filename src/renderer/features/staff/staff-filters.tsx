import type { people } from '#contract/people.ts';
import type { RouteInput } from '#contract/define-route.ts';
import { roleLabel, rolesByRank } from '#domain/roles.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';

type StaffFiltersProps = {
  list: ListAddress<RouteInput<typeof people.list>['query']>;
  stores: readonly { id: number; name: string }[];
};

const roleChoices = rolesByRank.map((role) => ({ id: role, name: roleLabel(role) }));
const states = [
  { id: 'true', name: 'Active' },
  { id: 'false', name: 'Inactive' },
] as const;

export function StaffFilters({ list, stores }: StaffFiltersProps) {
  const { query, change } = list;
  return (
    <>
      <SearchFilter list={list} label="Name or email" width={272} />
      <ChoiceFilter
        label="Role"
        all="All roles"
        width={180}
        choices={roleChoices}
        value={query.role}
        onChange={(role) => change({ role })}
      />
      <ChoiceFilter
        label="Store"
        all="All stores"
        width={200}
        choices={stores}
        value={query.store_id}
        onChange={(store_id) => change({ store_id })}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={140}
        choices={states}
        value={query.is_active === undefined ? undefined : query.is_active ? 'true' : 'false'}
        onChange={(state) => change({ is_active: state === null ? null : state === 'true' })}
      />
    </>
  );
}
