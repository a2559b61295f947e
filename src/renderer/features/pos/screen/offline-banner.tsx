import { CloudArrowUp20Regular, CloudOff20Regular, WifiWarning20Regular } from '@fluentui/react-icons';
import { useSyncExternalStore } from 'react';
import type { Store } from '#contract/stores.ts';
import { timeLeftText } from '#domain/offline-sales.ts';
import { formatInstant, formatTime, storeDate, zonesOf } from '#domain/store-time.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useOfflineTill } from '#renderer/lib/offline-till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useEnrolment } from '../offline/use-enrolment.ts';
import { useOfflineSelling } from '../offline/use-offline-selling.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { TroubleBanner } from './trouble-banner.tsx';

/** Returns when the till's copy of the store was made, as a sentence. */
function useAsOf(store: Store, since: number): string {
  const zones = zonesOf(store);
  const { feed } = useWorkingSale();
  const { asOf } = useSyncExternalStore(feed.watch, feed.read);
  if (asOf === null) return '';
  const isSameDay = storeDate(asOf, zones) === storeDate(since, zones);
  return ` Prices and stock as of ${(isSameDay ? formatTime : formatInstant)(asOf, zones)}.`;
}

type OfflineBannerProps = {
  store: Store;
  /** Opens the list of the till's sales; null where there can be none. */
  onShowSales: (() => void) | null;
};

/**
 * Shows a banner while the server does not answer: what still works, and what does not; and while sales that were made
 * without it wait to be sent.
 */
export function OfflineBanner({ store, onShowSales }: OfflineBannerProps) {
  const { isReachable, since, reason } = useConnection();
  const state = useOfflineTill();
  const trouble = useEnrolment(store);
  const asOf = useAsOf(store, since);
  const selling = useOfflineSelling(store);
  const waiting = state?.waiting ?? 0;
  const badge =
    waiting > 0 && onShowSales ? (
      <Button icon={<CloudArrowUp20Regular />} keyCap="F11" onClick={onShowSales}>
        {waiting} to send
      </Button>
    ) : null;
  if (isReachable) {
    const problem = state?.problem ?? null;
    if (waiting === 0 && problem === null && trouble === null) return null;
    return (
      <TroubleBanner calm icon={<CloudArrowUp20Regular />} action={badge}>
        {problem !== null ? (
          <>
            <strong>Sales are not sent yet.</strong> {problem}.
          </>
        ) : waiting > 0 ? (
          <strong>{waiting === 1 ? 'A sale is being sent.' : 'Sales are being sent.'}</strong>
        ) : (
          <>
            <strong>This till cannot sell without the server yet.</strong> {trouble}
          </>
        )}
      </TroubleBanner>
    );
  }
  const aside = `Offline since ${formatTime(since, zonesOf(store))}`;
  if (!selling) {
    return (
      <TroubleBanner icon={<WifiWarning20Regular />} aside={aside} action={badge}>
        <strong>{reason ?? 'The server cannot be reached.'}</strong> Keep scanning and editing: the draft is
        sent when it is back. Sales cannot be completed.{asOf}
      </TroubleBanner>
    );
  }
  const over = selling.whyNot({ total: 0, payments: [] });
  return (
    <TroubleBanner icon={<CloudOff20Regular />} action={badge}>
      <strong>{reason ?? 'No connection.'}</strong>{' '}
      {over === null ? (
        <>
          Sales are kept on this till and sent when it is back.{' '}
          <strong>{timeLeftText(selling.timeLeft)}</strong>.
        </>
      ) : (
        `${over}.`
      )}
      {asOf}
    </TroubleBanner>
  );
}
