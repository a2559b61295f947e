import type { RouteInput } from '#contract/define-route.ts';
import type { supplierReturns } from '#contract/supplier-returns.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';

const choices = [
  { id: 'away', name: 'With the supplier' },
  { id: 'back', name: 'All back' },
] as const;

type ReturnFiltersProps = { list: ListAddress<RouteInput<typeof supplierReturns.list>['query']> };

export function ReturnFilters({ list }: ReturnFiltersProps) {
  return (
    <>
      <SearchFilter
        list={list}
        label="Number, reference, IMEI or serial number"
        short="Number, IMEI, serial"
        width={340}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={180}
        choices={choices}
        value={list.query.state}
        onChange={(state) => list.change({ state })}
      />
    </>
  );
}
