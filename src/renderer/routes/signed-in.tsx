import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { OpenFrame } from '#renderer/app/open-frame.tsx';
import { useSession, type Session } from '#renderer/app/session.tsx';
import { useConnection } from '#renderer/lib/connection.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { till } from '#renderer/lib/till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { FullPageMessage } from '#renderer/ui/full-page-message.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { WaitingForServer } from './waiting-for-server.tsx';

/** Loaded after the sign-in, which does without it. */
const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

/** Lazy: needed once by each person. */
const FirstPasswordForm = lazy(async () => ({
  default: (await import('#renderer/features/session/first-password-form.tsx')).FirstPasswordForm,
}));

/** The page for setting up a till: a wrong server address must be correctable before the sign-in. */
const OPEN_PAGE = '/device';

/** The page at which the server ended a sign-in, and whose; null after a sign-out, or without any sign-in. */
export type LeftAt = { endedFor: number | null; at: string };

/** Guards every page but the sign-in: redirects people who are not signed in. */
export function SignedIn() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const isOpen = pathname === OPEN_PAGE && till.kind === 'electron';
  if (session.state === 'signed-in') {
    return (
      <Suspense fallback={null}>
        <Shell />
      </Suspense>
    );
  }
  if (isOpen) {
    return (
      <OpenFrame>
        <Outlet />
      </OpenFrame>
    );
  }
  if (session.state === 'checking') return <WaitingForServer />;
  if (session.state === 'password-owed') return <FirstPassword {...session} />;
  if (session.state === 'unreachable') return <Unreachable {...session} />;
  const left: LeftAt = { endedFor: session.endedFor, at: pathname + search };
  return <Navigate to="/login" replace state={left} />;
}

/** Replaces every page until a person with a given password has chosen their own. */
export function FirstPassword({ signOut, refresh }: Extract<Session, { state: 'password-owed' }>) {
  const notify = useNotify();
  const logout = () =>
    signOut().catch((error: unknown) => {
      const { title, body } = errorTextFor(error, 'Logout failed');
      notify.error(title, body);
    });
  return (
    <Suspense fallback={null}>
      <FirstPasswordForm onChanged={refresh} onLogout={() => void logout()} />
    </Suspense>
  );
}

type UnreachableProps = Extract<Session, { state: 'unreachable' }>;

function Unreachable({ why, retry, signOut }: UnreachableProps) {
  const navigate = useNavigate();
  const { reason: pause } = useConnection();
  const { data: settings, isLoading } = useQuery(tillSettingsQuery);
  if (isLoading) return null;
  // The first start of a till: the sign-in gives way to the choice of a server.
  if (settings?.server.is_chosen === false) return <Navigate to="/login" replace />;
  const title = pause === null ? 'The server cannot be reached' : 'The server cannot be used';
  return (
    <FullPageMessage
      title={why === null ? title : 'Tindahan cannot be opened'}
      actionLabel="Retry"
      onAction={retry}
      more={
        <>
          <Button size="till" onClick={() => void signOut().catch(retry)}>
            Logout
          </Button>
          {till.kind === 'electron' ? (
            <Button size="till" onClick={() => void navigate(OPEN_PAGE)}>
              This Till
            </Button>
          ) : null}
        </>
      }
    >
      {why ?? pause ?? 'You stay signed in. Check the store’s connection, then try again.'}
    </FullPageMessage>
  );
}
