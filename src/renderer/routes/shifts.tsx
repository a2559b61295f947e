import { ClockLock24Regular } from '@fluentui/react-icons';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { shiftColumns } from '#renderer/features/shifts/shift-columns.tsx';
import { ShiftFilters } from '#renderer/features/shifts/shift-filters.tsx';
import { useShiftsOff } from '#renderer/features/shifts/shifts-off.tsx';
import { hasNothing, useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { lists } from './lists.ts';

/** /shifts: whose drawer it was and when, with the differences. */
export function ShiftsPage() {
  const { store } = useSignedIn();
  const today = useToday(zonesOf(store));
  const list = useList(...lists.shifts);
  const off = useShiftsOff();
  return (
    <ListScreen
      title="Shifts"
      line={`The shifts at the tills of ${store.name}, and how their drawers were counted.`}
      list={list}
      filters={hasNothing(list) ? null : <ShiftFilters list={list} today={today} />}
      columns={shiftColumns(zonesOf(store))}
      nameOf={(row) => row.number}
      pageOf={(row) => `/shifts/${row.id}`}
      empty={{
        icon: <ClockLock24Regular />,
        title: 'No shifts yet',
        text: 'A shift is opened at the till, with what is in its drawer.',
        ...off,
      }}
      notFound={{ text: 'Choose another till or other days, or clear the filters.' }}
    />
  );
}
