import { useEffect, useRef, useState } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** One question per screen with unsaved changes. */
const guards = new Set<() => Promise<boolean>>();

/** Asks before leaving a page other than by a link, such as a sign-out; false if the user stays. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of guards) if (!(await ask())) return false;
  return true;
}

type LeaveGuardProps = {
  when: boolean;
  title?: string;
  consequence?: string;
  /** The label of the leave button: "Discard changes" by default. */
  confirmLabel?: string;
};

/** While `when` holds, asks before the page is left: by a link, browser Back, a sign-out, or closing the window. */
export function LeaveGuard({
  when,
  title = 'Leave without saving?',
  consequence = 'Your changes on this page are lost.',
  confirmLabel = 'Discard changes',
}: LeaveGuardProps) {
  const [answer, setAnswer] = useState<((isLeaving: boolean) => void) | null>(null);
  const isDecided = useRef(false);
  const { pathname: own } = useLocation();
  // A page that was just left is still mounted for a moment and must not block the next navigation.
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
    // The second click of a double click arrives before the question has closed.
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
