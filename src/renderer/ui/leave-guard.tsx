import { useEffect, useRef, useState } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** What asks on the screens whose changes would be lost. */
const guards = new Set<() => Promise<boolean>>();

/** For what leaves a page other than by its address, a sign-out: asks as a link would; false where somebody stays. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of guards) if (!(await ask())) return false;
  return true;
}

type LeaveGuardProps = {
  when: boolean;
  title?: string;
  consequence?: string;
  /** What leaving is called: "Discard changes" unless said. */
  confirmLabel?: string;
};

/** While `when` holds, leaving the page asks first: by a link, by the way back, by a sign-out, by closing the window. */
export function LeaveGuard({
  when,
  title = 'Leave without saving?',
  consequence = 'Your changes on this page are lost.',
  confirmLabel = 'Discard changes',
}: LeaveGuardProps) {
  const [answer, setAnswer] = useState<((isLeaving: boolean) => void) | null>(null);
  const isDecided = useRef(false);
  const { pathname: own } = useLocation();
  // A page that was just left still stands for a moment, and has no say in what comes next.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname === own && nextLocation.pathname !== own,
  );
  useEffect(() => {
    if (!when) return undefined;
    const askCloser = (event: BeforeUnloadEvent) => event.preventDefault();
    const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));
    window.addEventListener('beforeunload', askCloser);
    guards.add(ask);
    return () => {
      window.removeEventListener('beforeunload', askCloser);
      guards.delete(ask);
    };
  }, [when]);
  const isAsking = blocker.state === 'blocked' || answer !== null;
  useEffect(() => {
    isDecided.current = false;
  }, [isAsking]);
  const decide = (isLeaving: boolean) => {
    // The second click of a double click comes before the question has gone.
    if (isDecided.current) return;
    isDecided.current = true;
    answer?.(isLeaving);
    setAnswer(null);
    if (isLeaving) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <ConfirmDialog
      open={isAsking}
      title={title}
      consequence={consequence}
      confirmLabel={confirmLabel}
      cancelLabel="Stay"
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    />
  );
}
