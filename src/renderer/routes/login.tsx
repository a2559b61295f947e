import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { setup } from '#contract/setup.ts';
import { ApiError, errorTable } from '#contract/errors.ts';
import { useSession, type SignIn } from '#renderer/app/session.tsx';
import { LoginForm } from '#renderer/features/session/login-form.tsx';
import { useConnection } from '#renderer/lib/connection.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { useOwnServer } from '#renderer/lib/own-server.ts';
import { read } from '#renderer/lib/read.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { till } from '#renderer/lib/till.ts';
import type { LeftAt } from './signed-in.tsx';
import { WaitingForServer } from './waiting-for-server.tsx';

/** Lazy: needed once in a chain's life. */
const SetupPage = lazy(async () => ({ default: (await import('./setup.tsx')).SetupPage }));
/** Lazy: needed once in a till's life. */
const FirstStartPage = lazy(async () => ({ default: (await import('./first-start.tsx')).FirstStartPage }));

const OUTDATED = 'The server on this computer is older than this till. Update it under This Till.';

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) {
    if (!error.isWordless) return error.message;
    return error.status === 401 ? errorTable.wrong_credentials.message : 'Sign-in failed';
  }
  const { title, body } = errorTextFor(error, error instanceof Error ? error.message : 'Sign-in failed');
  return body ? `${title}. ${body}` : title;
}

export function LoginPage() {
  const session = useSession();
  const left = useLocation().state as LeftAt | null;
  const { reason } = useConnection();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const isNobody = session.state === 'signed-out';
  useEffect(() => {
    if (!isNobody) return;
    // Loads what follows while somebody types; where that fails, it is loaded again after the sign-in.
    const load = () => void import('./shell.tsx').catch(() => undefined);
    window.addEventListener('input', load, { once: true });
    return () => window.removeEventListener('input', load);
  }, [isNobody]);
  const { data: start } = useQuery({ ...read(setup.state), enabled: isNobody, retry: false });
  const isAway = session.state === 'unreachable';
  const { data: settings, isLoading } = useQuery({ ...tillSettingsQuery, enabled: isAway });

  const own = useOwnServer();

  if (session.state === 'checking') return <WaitingForServer />;
  if (session.state === 'signed-in' || session.state === 'password-owed') {
    const goesOn = left !== null && left.endedFor === session.staff.id;
    return <Navigate to={goesOn ? left.at : '/dashboard'} replace />;
  }

  if (isNobody && start?.is_needed) {
    return (
      <Suspense fallback={null}>
        <SetupPage needsCode={start.needs_code} signIn={session.signIn} />
      </Suspense>
    );
  }

  if (isLoading) return null;
  if (isAway && settings?.server.is_chosen === false) {
    return (
      <Suspense fallback={null}>
        <FirstStartPage server={settings.server} retry={session.retry} />
      </Suspense>
    );
  }

  const signIn = async (values: SignIn) => {
    if (session.state !== 'signed-out') return session.retry();
    setBusy(true);
    setError(null);
    try {
      await session.signIn(values);
    } catch (cause) {
      setError(messageOf(cause));
    } finally {
      setBusy(false);
    }
  };
  const away = reason ?? 'The server cannot be reached. Try again when it is back.';
  const unreachable = isAway ? away : null;
  return (
    <LoginForm
      onSubmit={signIn}
      error={error ?? unreachable}
      busy={busy}
      hasTill={till.kind === 'electron'}
      notice={own?.is_outdated ? OUTDATED : null}
    />
  );
}
