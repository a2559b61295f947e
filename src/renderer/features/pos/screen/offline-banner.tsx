import { WifiWarning20Regular } from '@fluentui/react-icons';
import { formatInstant, formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { useSyncExternalStore } from 'react';
import { useConnection } from '#renderer/lib/connection.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { TroubleBanner } from './trouble-banner.tsx';

/** Shows a banner while the server does not answer: what still works, and what does not. */
export function OfflineBanner({ timeZone }: { timeZone: Zones }) {
  const { isReachable, since, reason } = useConnection();
  const { feed } = useWorkingSale();
  const { asOf } = useSyncExternalStore(feed.watch, feed.read);
  if (isReachable) return null;
  const isSameDay = asOf !== null && storeDate(asOf, timeZone) === storeDate(since, timeZone);
  const format = isSameDay ? formatTime : formatInstant;
  return (
    <TroubleBanner icon={<WifiWarning20Regular />} aside={`Offline since ${formatTime(since, timeZone)}`}>
      <strong>{reason ?? 'The server cannot be reached.'}</strong> Keep scanning and editing: the draft is
      sent when it is back. Sales cannot be completed.
      {asOf === null ? null : ` Prices and stock as of ${format(asOf, timeZone)}.`}
    </TroubleBanner>
  );
}
