import { ClockLock24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Shift } from '#contract/shifts.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CountDrawer } from '#renderer/features/shifts/count-drawer.tsx';
import { useCurrentShift } from '#renderer/features/shifts/use-current-shift.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const TILL = { to: '/pos', label: 'Point of Sale', place: 'the till', resumes: true };

/** /pos/shift: the drawer of this till is counted and its shift closed. */
export function CloseShiftPage() {
  const { store } = useSignedIn();
  const query = useCurrentShift(store);
  // Once it is closed it is current no more, and yet it stays on the screen.
  const [closed, setClosed] = useState<Shift | null>(null);
  const shift = closed ?? query?.data?.shift ?? null;
  if (shift) return <CountDrawer key={shift.id} shift={shift} back={TILL} onClosed={setClosed} />;
  if (query?.isPending) return <Skeleton height={480} />;
  return <NoShift />;
}

function NoShift() {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<ClockLock24Regular />}
      title="No shift is open at this till"
      action={
        <Button appearance="primary" autoFocus onClick={() => void navigate(TILL.to)}>
          To the till
        </Button>
      }
    >
      Open one at the till, with what is in the drawer.
    </EmptyState>
  );
}
