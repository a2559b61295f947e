import type { RouteInput } from '#contract/define-route.ts';
import type { stores } from '#contract/stores.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { states } from '#renderer/ui/state-badge.tsx';
import { storeTypes } from './store-badges.tsx';

const statuses = [
  { id: 'true', name: states.store.active.label },
  { id: 'false', name: states.store.inactive.label },
];
const types = [
  { id: 'true', name: storeTypes.warehouse },
  { id: 'false', name: storeTypes.retail },
];

const chosen = (flag: boolean | undefined) => (flag === undefined ? undefined : String(flag));
const flagOf = (choice: string | null) => (choice === null ? null : choice === 'true');

type StoreFiltersProps = { list: ListAddress<RouteInput<typeof stores.directory>['query']> };

export function StoreFilters({ list }: StoreFiltersProps) {
  const { query, change } = list;
  return (
    <>
      <SearchFilter
        list={list}
        label="Code, name, address or phone"
        short="Name, code or phone"
        width={272}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={138}
        choices={statuses}
        value={chosen(query.is_active)}
        onChange={(choice) => change({ is_active: flagOf(choice) })}
      />
      <ChoiceFilter
        label="Type"
        all="All types"
        width={150}
        choices={types}
        value={chosen(query.is_warehouse)}
        onChange={(choice) => change({ is_warehouse: flagOf(choice) })}
      />
    </>
  );
}
