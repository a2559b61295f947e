import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { till } from '#renderer/lib/till.ts';
import { FullPageMessage } from '#renderer/ui/full-page-message.tsx';

/** Milliseconds of start before the screen says what it waits for. */
const PATIENCE = 2000;

/**
 * Shown while the server is asked who is signed in: blank at first, then what it waits for, and the way to the setup.
 */
export function WaitingForServer() {
  const navigate = useNavigate();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  const isTill = till.kind === 'electron';
  return (
    <FullPageMessage
      title="Waiting for the server"
      actionLabel={isTill ? 'This Till' : undefined}
      onAction={isTill ? () => void navigate('/device') : undefined}
    >
      It has not answered yet.{isTill ? ' Its address can be changed under This Till.' : ''}
    </FullPageMessage>
  );
}
