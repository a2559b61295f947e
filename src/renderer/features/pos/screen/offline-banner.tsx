import { WifiWarning20Regular } from '@fluentui/react-icons';
import { formatTime, type Zones } from '#domain/store-time.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { TroubleBanner } from './trouble-banner.tsx';

/** Shows a banner while the server does not answer: what still works, and what does not. */
export function OfflineBanner({ timeZone }: { timeZone: Zones }) {
  const { isReachable, since, reason } = useConnection();
  if (isReachable) return null;
  return (
    <TroubleBanner icon={<WifiWarning20Regular />} aside={`Offline since ${formatTime(since, timeZone)}`}>
      <strong>{reason ?? 'The server cannot be reached.'}</strong> Keep scanning and editing. The draft is
      kept on this till and sent when the server is back. Sales cannot be completed.
    </TroubleBanner>
  );
}
