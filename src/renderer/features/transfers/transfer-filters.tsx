import type { RouteInput } from '#contract/define-route.ts';
import type { transfers } from '#contract/transfers.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { states } from '#renderer/ui/state-badge.tsx';

const directions = [
  { id: 'outgoing', name: 'Sent from here' },
  { id: 'incoming', name: 'Sent to here' },
] as const;

const statuses = [
  ...(['in_transit', 'receiving', 'received', 'cancelled'] as const).map((id) => ({
    id,
    name: states.transfer[id].label as string,
  })),
  { id: 'differences' as const, name: 'With differences' },
];

type TransferFiltersProps = { list: ListAddress<RouteInput<typeof transfers.list>['query']> };

export function TransferFilters({ list }: TransferFiltersProps) {
  return (
    <>
      <SearchFilter
        list={list}
        label="Number, IMEI or serial number"
        short="Number, IMEI, serial"
        width={320}
      />
      <ChoiceFilter
        label="Direction"
        all="Both directions"
        width={160}
        choices={directions}
        value={list.query.direction}
        onChange={(direction) => list.change({ direction })}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={160}
        choices={statuses}
        value={list.query.status}
        onChange={(status) => list.change({ status })}
      />
    </>
  );
}
