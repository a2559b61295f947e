import { ClockLock24Regular, Money20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { shiftColumns } from '#renderer/features/shifts/shift-columns.tsx';
import { ShiftFilters } from '#renderer/features/shifts/shift-filters.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { lists } from './lists.ts';

/** /shifts: whose drawer it was and when, with the differences. */
export function ShiftsPage() {
  const { store } = useSignedIn();
  const navigate = useNavigate();
  const today = useToday(zonesOf(store));
  const list = useList(...lists.shifts);
  return (
    <ListScreen
      title="Shifts"
      line={`The shifts at the tills of ${store.name}, and how their drawers were counted.`}
      actions={
        <Button icon={<Money20Regular />} onClick={() => void navigate('/shifts/cash-movements')}>
          Cash Movements
        </Button>
      }
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
          : `${store.name} keeps no shifts. Turn them on in the store's settings.`,
      }}
      notFound={{ text: 'Choose another till or other days, or clear the filters.' }}
    />
  );
}
