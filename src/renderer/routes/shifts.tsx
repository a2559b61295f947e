import { ClockLock24Regular } from '@fluentui/react-icons';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { shiftColumns } from '#renderer/features/shifts/shift-columns.tsx';
import { ShiftFilters } from '#renderer/features/shifts/shift-filters.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { lists } from './lists.ts';

/** /shifts: whose drawer it was and when, with the differences. */
export function ShiftsPage() {
  const { store } = useSignedIn();
  const today = useToday(zonesOf(store));
  const list = useList(...lists.shifts);
  return (
    <ListScreen
      title="Shifts"
      line={`The shifts at the tills of ${store.name}, and how their drawers were counted.`}
      list={list}
      filters={<ShiftFilters list={list} today={today} />}
      columns={shiftColumns(zonesOf(store))}
      nameOf={(row) => row.number}
      pageOf={(row) => `/shifts/${row.id}`}
      empty={{
        icon: <ClockLock24Regular />,
        title: 'No shifts yet',
        text: store.shifts.enabled
          ? 'A shift is opened at the till, with what is in its drawer.'
          : `${store.name} keeps no shifts. Turn them on in the store’s settings.`,
      }}
      notFound={{ text: 'Choose another till or other days, or clear the filters.' }}
    />
  );
}
