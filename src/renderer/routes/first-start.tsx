import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ConnectTill } from '#renderer/features/device/connect-till.tsx';
import { NewOrJoin } from '#renderer/features/device/new-or-join.tsx';
import { useConnection } from '#renderer/lib/connection.ts';
import { useOwnServer } from '#renderer/lib/own-server.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { ServerSettings } from '#bridge/settings.ts';

/** Where a till joins a shop, so that *back* leads to the question again. */
const JOIN = '#join';

type FirstStartPageProps = { server: ServerSettings; retry: () => void };

/** Replaces the sign-in of a till that was never told its server; goes on by itself once this computer's answers. */
export function FirstStartPage({ server, retry }: FirstStartPageProps) {
  const notify = useNotify();
  const { isReachable } = useConnection();
  useEffect(() => {
    if (isReachable) retry();
  }, [isReachable, retry]);
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  const own = useOwnServer();
  if (own === undefined) return null;
  const isAsked = own.packed !== null;
  if (isAsked && hash !== JOIN) {
    return <NewOrJoin data={own.data} onDone={retry} onJoin={() => void navigate(pathname + JOIN)} />;
  }
  return (
    <ConnectTill
      server={server}
      newShop={isAsked ? pathname : null}
      onChosen={({ url }) => {
        notify.success('Till connected', `This till works with ${url}.`);
        retry();
      }}
    />
  );
}
