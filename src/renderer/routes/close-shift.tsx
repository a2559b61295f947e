import { ClockLock24Regular, CloudArrowUp24Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { shifts, type Shift } from '#contract/shifts.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CountDrawer } from '#renderer/features/shifts/count-drawer.tsx';
import { useShiftsOff } from '#renderer/features/shifts/shifts-off.tsx';
import { useCurrentShift, useKeptOpening } from '#renderer/features/shifts/use-current-shift.ts';
import { useShiftSlips } from '#renderer/features/shifts/use-shift-slips.ts';
import { useUnsent } from '#renderer/lib/offline-till.ts';
import { read } from '#renderer/lib/read.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';

const TILL = { to: '/pos', label: 'Point of Sale', place: 'the till', resumes: true };

/** /pos/shift: counts this till's drawer and closes its shift; without an open one, shows the shift closed last. */
export function CloseShiftPage() {
  const { store } = useSignedIn();
  const query = useCurrentShift(store);
  // A closed shift is no longer the current one, but stays on the screen.
  const [closed, setClosed] = useState<Shift | null>(null);
  const current = query?.data?.shift ?? null;
  const [countedId, setCountedId] = useState<number | null>(null);
  if (current && current.id !== countedId) setCountedId(current.id);
  const unsent = useUnsent();
  const opening = useKeptOpening(store);
  const shift = closed ?? current;
  if ((shift || opening) && closed === null && unsent !== null) return <Unsent text={unsent} />;
  if (shift) return <CountDrawer key={shift.id} shift={shift} back={TILL} onClosed={setClosed} />;
  if (query?.isPending) return <Loading />;
  // The shown shift was closed: elsewhere, or here by a call whose answer was lost.
  if (countedId !== null) return <ClosedShift shiftId={countedId} isSlipDue />;
  const last = query?.data?.closed_shift;
  return last ? <ClosedShift shiftId={last.id} isSlipDue={false} /> : <NoShift />;
}

/** The count of a closed shift, with its slips. `isSlipDue`: prints the slip, if the reader closed the shift. */
function ClosedShift({ shiftId, isSlipDue }: { shiftId: number; isSlipDue: boolean }) {
  const { staff } = useSignedIn();
  const query = useQuery({ ...read(shifts.get, { params: { shiftId } }), refetchOnMount: 'always' });
  const { printCount } = useShiftSlips();
  const shift = query.data?.status === 'closed' ? query.data : null;
  const isOwn = isSlipDue && shift?.closed_by?.id === staff.id;
  // The same key as after a received answer, so that the slip prints once.
  const print = useLatest(() => shift && printCount(shift, `count-${shift.id}`));
  useEffect(() => {
    if (isOwn) void print.current();
  }, [isOwn, print]);
  if (shift) return <CountDrawer shift={shift} back={TILL} />;
  if (query.isFetching) return <Loading />;
  if (query.isSuccess) return <NoShift />;
  return (
    <Frame>
      <Card flush>
        <ErrorState title="The shift could not be loaded" onRetry={() => void query.refetch()}>
          What was counted is kept.
        </ErrorState>
      </Card>
    </Frame>
  );
}

/** The page's head without a shift to count. */
function Frame({ back = TILL, children }: { back?: typeof TILL; children: ReactNode }) {
  return (
    <Page>
      <DetailHeader
        back={back}
        title="Close shift"
        line="Counts the drawer of this till, and closes its shift."
      />
      {children}
    </Page>
  );
}

/** The drawer holds the cash of sales that the server does not know yet. Once it knows them, shifts are asked for anew. */
export function Unsent({ text, back = TILL }: { text: string; back?: typeof TILL }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: ['shifts'] }), [queryClient]);
  return (
    <Frame back={back}>
      <Card flush>
        <EmptyState
          icon={<CloudArrowUp24Regular />}
          title={text}
          action={
            <Button appearance="primary" autoFocus onClick={() => void navigate(TILL.to)}>
              Back to Point of Sale
            </Button>
          }
        >
          The drawer is counted when the server has every sale of this till. They go out by themselves.
        </EmptyState>
      </Card>
    </Frame>
  );
}

const Loading = () => (
  <Frame>
    <LoadingNote>Loading the shift</LoadingNote>
    <Skeleton height={480} />
  </Frame>
);

function NoShift() {
  const navigate = useNavigate();
  const off = useShiftsOff();
  const toTill = (
    <Button appearance="primary" autoFocus onClick={() => void navigate(TILL.to)}>
      Back to Point of Sale
    </Button>
  );
  return (
    <Frame>
      <Card flush>
        <EmptyState
          icon={<ClockLock24Regular />}
          title={off?.title ?? 'No shift is open at this till'}
          action={off?.action ?? toTill}
        >
          {off?.text ?? 'Open one at Point of Sale, with what is in the drawer.'}
        </EmptyState>
      </Card>
    </Frame>
  );
}
