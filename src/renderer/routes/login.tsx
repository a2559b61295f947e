import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ApiError } from '#contract/errors.ts';
import { useSession, type SignIn } from '#renderer/app/session.tsx';
import { LoginForm } from '#renderer/features/session/login-form.tsx';
import { useConnection } from '#renderer/lib/connection.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { till } from '#renderer/lib/till.ts';
import type { LeftAt } from './signed-in.tsx';
import { WaitingForServer } from './waiting-for-server.tsx';

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) return error.message;
  const { title, body } = wordsFor(error, error instanceof Error ? error.message : 'Sign-in failed');
  return body ? `${title}. ${body}` : title;
}

export function LoginPage() {
  const session = useSession();
  const left = useLocation().state as LeftAt | null;
  const { reason } = useConnection();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  if (session.state === 'checking') return <WaitingForServer />;
  if (session.state === 'signed-in') {
    const goesOn = left !== null && left.endedFor === session.staff.id;
    return <Navigate to={goesOn ? left.at : '/dashboard'} replace />;
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
  const unreachable = session.state === 'unreachable' ? away : null;
  return (
    <LoginForm
      onSubmit={signIn}
      error={error ?? unreachable}
      busy={busy}
      hasTill={till.kind === 'electron'}
    />
  );
}
