import { useEffect, useRef, useState } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { hasUnanswered } from '#renderer/lib/kept-acts-context.ts';
import { showOpen } from '#renderer/lib/open-windows.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Guard = { ask: () => Promise<boolean>; isKept: boolean };
/** One question per screen with unsaved changes. */
const guards = new Set<Guard>();

/** Asks before leaving a page other than by a link, such as a sign-out; false if the user stays. */
export async function mayLeave(): Promise<boolean> {
  for (const { ask } of guards) if (!(await ask())) return false;
  return true;
}

/** Returns what becomes of a page's unsaved changes when it is left; null if this window has none. */
export function unsavedHere(): 'lost' | 'kept' | null {
  const kept = [...guards].map(({ isKept }) => isKept);
  return kept.length === 0 ? null : kept.every(Boolean) ? 'kept' : 'lost';
}

type Question = { title: string; consequence: string; confirmLabel: string };

/** Asks before a form is left with unsaved changes, or before the answer to a change that may have been done. */
export const leavingQuestion = (unsaved: Pick<Question, 'title' | 'consequence'>): Question =>
  hasUnanswered()
    ? {
        title: 'Leave before the server has answered?',
        consequence: 'It may have been done. You are told when the server is back.',
        confirmLabel: 'Leave',
      }
    : { ...unsaved, confirmLabel: 'Discard changes' };

/** True while a page of this window has unsaved changes. */
export const hasUnsaved = (): boolean => guards.size > 0;

/** The lock that each page with unsaved changes holds; its name tells the documents of a browser apart. */
const UNSAVED = 'tindahan.unsaved';
const OWN = crypto.randomUUID();

/** True while another window of this browser, which shares its sign-in, has unsaved changes that would be lost. */
export async function isUnsavedElsewhere(): Promise<boolean> {
  if (!window.isSecureContext) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name = '' }) => name.startsWith(UNSAVED) && !name.endsWith(OWN));
}

type LeaveGuardProps = {
  when: boolean;
  title?: string;
  consequence?: string;
  /** True if the changes stay on this computer: leaving loses none. */
  isKept?: boolean;
  /** The label of the leave button: "Discard changes" by default. */
  confirmLabel?: string;
  /** Called once the user agrees to leave; another question may still keep the page. */
  onDiscard?: () => void;
};

/**
 * While `when` holds, asks before the page is left: by a link, browser Back, a sign-out, or closing the window. Once it
 * holds no more, an open question goes, and the page stays.
 */
export function LeaveGuard({ when, isKept = false, onDiscard, ...own }: LeaveGuardProps) {
  const question = {
    ...leavingQuestion({
      title: 'Leave without saving?',
      consequence: 'Your changes on this page are lost.',
    }),
    ...own,
  };
  const [answer, setAnswer] = useState<((isLeaving: boolean) => void) | null>(null);
  const isDecided = useRef(false);
  const { pathname: here } = useLocation();
  // A page that was just left is still mounted for a moment and must not block the next navigation.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname === here && nextLocation.pathname !== here,
  );
  useEffect(() => {
    if (!when) return undefined;
    const askCloser = (event: BeforeUnloadEvent) => event.preventDefault();
    const guard = { ask: () => new Promise<boolean>((resolve) => setAnswer(() => resolve)), isKept };
    window.addEventListener('beforeunload', askCloser);
    guards.add(guard);
    const hideUnsaved = isKept ? null : showOpen(UNSAVED, OWN);
    return () => {
      hideUnsaved?.();
      window.removeEventListener('beforeunload', askCloser);
      guards.delete(guard);
    };
  }, [when, isKept]);
  const isAsking = blocker.state === 'blocked' || answer !== null;
  useEffect(() => {
    isDecided.current = false;
  }, [isAsking]);
  const decide = (isLeaving: boolean) => {
    // The second click of a double click arrives before the question has closed.
    if (isDecided.current) return;
    isDecided.current = true;
    if (isLeaving) onDiscard?.();
    answer?.(isLeaving);
    setAnswer(null);
    if (isLeaving) blocker.proceed?.();
    else blocker.reset?.();
  };
  const latest = useLatest(decide);
  const open = useLatest(answer);
  // Whoever waits for an answer gets one also when the question goes with its page.
  useEffect(() => () => open.current?.(false), [open]);
  useEffect(() => {
    // What it asked about is gone, such as a receipt that was just received: the page shows what became of it.
    if (isAsking && !when) latest.current(false);
  }, [isAsking, when, latest]);
  return (
    <ConfirmDialog
      open={isAsking}
      title={question.title}
      consequence={question.consequence}
      confirmLabel={question.confirmLabel}
      cancelLabel="Stay"
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    />
  );
}
