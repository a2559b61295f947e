import { useEffect } from 'react';
import { ConnectTill } from '#renderer/features/device/connect-till.tsx';
import { useConnection } from '#renderer/lib/connection.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { ServerSettings } from '#bridge/settings.ts';

type FirstStartPageProps = { server: ServerSettings; retry: () => void };

/** Replaces the sign-in of a till that was never told its server; goes on by itself once this computer's answers. */
export function FirstStartPage({ server, retry }: FirstStartPageProps) {
  const notify = useNotify();
  const { isReachable } = useConnection();
  useEffect(() => {
    if (isReachable) retry();
  }, [isReachable, retry]);
  return (
    <ConnectTill
      server={server}
      onChosen={({ url }) => {
        notify.success('Till connected', `This till works with ${url}.`);
        retry();
      }}
    />
  );
}
