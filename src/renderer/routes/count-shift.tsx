import { ClockLock24Regular } from '@fluentui/react-icons';
import { shifts } from '#contract/shifts.ts';
import { CountDrawer } from '#renderer/features/shifts/count-drawer.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/**
 * /shifts/:shiftId/count: counts a drawer and closes its shift from elsewhere, for instance if the till is gone for
 * good.
 */
export function CountShiftPage() {
  const query = useAddressed('shiftId', (shiftId) => read(shifts.get, { params: { shiftId } }));
  return (
    <Loaded
      back={{ to: '/shifts', label: 'Shifts' }}
      query={query}
      noun="shift"
      missing={{
        icon: <ClockLock24Regular />,
        text: 'It does not exist, or belongs to another store.',
      }}
      skeleton={<Skeleton height={480} />}
    >
      {(shift) => (
        <CountDrawer
          key={shift.id}
          shift={shift}
          back={{ to: `/shifts/${shift.id}`, label: shift.number, place: 'the shift', resumes: false }}
        />
      )}
    </Loaded>
  );
}
