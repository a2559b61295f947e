import { ClockLock24Regular } from '@fluentui/react-icons';
import { shifts, type Shift } from '#contract/shifts.ts';
import { CountDrawer } from '#renderer/features/shifts/count-drawer.tsx';
import { useUnsentAt } from '#renderer/lib/offline-till.ts';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { Unsent } from './close-shift.tsx';

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
      {(shift) => <Count key={shift.id} shift={shift} />}
    </Loaded>
  );
}

function Count({ shift }: { shift: Shift }) {
  const back = { to: `/shifts/${shift.id}`, label: shift.number, place: 'the shift', resumes: false };
  const unsent = useUnsentAt(shift.till.id);
  if (unsent !== null && shift.status !== 'closed') return <Unsent text={unsent} back={back} />;
  return <CountDrawer shift={shift} back={back} />;
}
