import { Switch } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { RouteInput } from '#contract/define-route.ts';
import { tills, type cashMovements, type shifts } from '#contract/shifts.ts';
import type { zReadings } from '#contract/z-readings.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { drawerKinds, drawerLabels, shiftStatuses, shiftStatusLabels } from '#domain/shifts.ts';
import { read } from '#renderer/lib/read.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { DateRangeFilter } from '#renderer/ui/date-range-filter.tsx';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { nameOfTill } from './till-name.ts';

const kinds = drawerKinds.map((id) => ({ id, name: drawerLabels[id] }));
const statuses = shiftStatuses.map((id) => ({ id, name: shiftStatusLabels[id] }));

type OfTill = {
  query: { till_id?: number | undefined };
  change: (changes: { till_id: number | null }) => void;
};
type OfDays = {
  query: { from?: CalendarDate | undefined; to?: CalendarDate | undefined };
  change: (changes: { from: CalendarDate | null; to: CalendarDate | null }) => void;
};

/** Filters by till; a retired till may share the name of an active one. */
function TillFilter({ list }: { list: OfTill }) {
  const query = useQuery(read(tills.list));
  return (
    <ChoiceFilter
      label="Till"
      all="All tills"
      width={180}
      choices={query.data?.data.map((till) => ({ id: till.id, name: nameOfTill(till) }))}
      value={list.query.till_id}
      onChange={(till_id) => list.change({ till_id })}
    />
  );
}

function DaysFilter({ list: { query, change }, today }: { list: OfDays; today: CalendarDate }) {
  return (
    <DateRangeFilter
      range={{ start: query.from ?? null, end: query.to ?? null }}
      today={today}
      onChange={({ start, end }) => change({ from: start, to: end })}
    />
  );
}

type ReadingAddress = ListAddress<RouteInput<typeof zReadings.list>['query']>;

export function ReadingFilters({ list, today }: { list: ReadingAddress; today: CalendarDate }) {
  return (
    <>
      <TillFilter list={list} />
      <DaysFilter list={list} today={today} />
    </>
  );
}

type MovementAddress = ListAddress<RouteInput<typeof cashMovements.list>['query']>;

export function MovementFilters({ list, today }: { list: MovementAddress; today: CalendarDate }) {
  return (
    <>
      <TillFilter list={list} />
      <ChoiceFilter
        label="Kind"
        all="All kinds"
        width={180}
        choices={kinds}
        value={list.query.kind}
        onChange={(kind) => list.change({ kind })}
      />
      <DaysFilter list={list} today={today} />
    </>
  );
}

type ShiftFiltersProps = {
  list: ListAddress<RouteInput<typeof shifts.list>['query']>;
  today: CalendarDate;
};

export function ShiftFilters({ list, today }: ShiftFiltersProps) {
  return (
    <>
      <TillFilter list={list} />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={150}
        choices={statuses}
        value={list.query.status}
        onChange={(status) => list.change({ status })}
      />
      <DaysFilter list={list} today={today} />
      <Switch
        label="Only differing"
        checked={list.query.differing === 'true'}
        onChange={(_, { checked }) => list.change({ differing: checked ? 'true' : null })}
      />
    </>
  );
}
