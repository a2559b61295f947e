import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { till } from '#renderer/lib/till.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useLateSlips } from './use-late-slips.ts';
import { useLeftActs } from './use-left-acts.ts';

/** Milliseconds in which nobody has read the dialog yet, which opens over whatever somebody does: it takes no key. */
const UNREAD = 1000;

/** Tells what became of changes whose screens were left before their answers, until somebody has read it. */
export function UnansweredActs() {
  const navigate = useNavigate();
  const notify = useNotify();
  const { store } = useSignedIn();
  const printSlip = useLateSlips();
  const { act, forget } = useLeftActs();
  const shownAt = useRef(0);
  const shown = act?.key;
  useEffect(() => {
    shownAt.current = performance.now();
  }, [shown]);
  if (!act) return null;
  const unlessUnread = (press: () => void) => () => {
    if (performance.now() - shownAt.current > UNREAD) press();
  };
  const prints = act.wasDone && act.slip !== null && till.kind === 'electron';
  const page = act.to.replace('/:id', act.id === null ? '' : `/${act.id}`);
  const sent = `${act.by} sent it at ${formatInstant(act.at, zonesOf(store))}`;
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`${act.what} ${act.wasDone ? 'was done' : 'was not done'}`}
      consequence={
        act.wasDone
          ? `${sent}, and the server’s answer was lost. ${act.then}`
          : `${sent}, and the server did not get it. Do it again if it is still wanted.`
      }
      confirmLabel={prints ? 'Print slip' : page.startsWith('/pos') ? 'Go to Point of Sale' : 'Show it'}
      cancelLabel="Close"
      onConfirm={unlessUnread(() => {
        forget();
        void navigate(page);
        if (prints)
          void printSlip(act).catch((error: unknown) => {
            const { title, body } = errorTextFor(error, 'Slip not printed');
            notify.warning(title, body);
          });
      })}
      onCancel={unlessUnread(forget)}
    />
  );
}
