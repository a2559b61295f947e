import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Enrolment } from '#bridge/offline-sales.ts';
import { shifts } from '#contract/shifts.ts';
import type { Store } from '#contract/stores.ts';
import { offlineRulesOf } from '#domain/offline-sales.ts';
import { clock } from '#renderer/lib/clock.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { offlineTill, useOfflineTill } from '#renderer/lib/offline-till.ts';
import { read } from '#renderer/lib/read.ts';
import { tillKey } from '#renderer/lib/till-key.ts';
import { till } from '#renderer/lib/till.ts';

/** Milliseconds until the server is asked again for a credential that it did not give. */
const ASK_AGAIN = 60_000;

/** Returns the till that this device is at a store that sells without the server; null if it is none, or as long as unknown. */
function useTillHere(store: Store): Enrolment | null {
  const isOn = till.kind === 'electron' && offlineRulesOf(store.settings).enabled;
  const { data, dataUpdatedAt } = useQuery({ ...read(shifts.current), enabled: isOn });
  const till_key = isOn ? tillKey() : null;
  // What was kept from before a restart may be of another till by now.
  const here = isOn && dataUpdatedAt > 0 ? (data?.till ?? null) : null;
  if (!here || till_key === null) return null;
  return {
    store_id: store.id,
    store_code: store.code,
    till_id: here.id,
    till_code: here.code,
    till_name: here.name,
    till_key,
  };
}

/**
 * Gets this device the credential of its till, quietly, once the server can be reached. Returns what stands in the way
 * of selling without the server here, in one sentence; null if nothing does.
 */
export function useEnrolment(store: Store): string | null {
  const { isReachable } = useConnection();
  const state = useOfflineTill();
  const here = useTillHere(store);
  const [isRefused, setRefused] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isDue = here !== null && state !== null && (state.till?.till_id !== here.till_id || state.is_ended);
  const asked = isDue ? JSON.stringify(here) : null;
  useEffect(() => {
    if (asked === null || !isReachable) return;
    let isCurrent = true;
    let callOff: () => void = () => undefined;
    void till.offline
      .enrol(JSON.parse(asked) as Enrolment)
      .catch(() => null)
      .then((given) => {
        void offlineTill.load();
        if (!isCurrent) return;
        const isGiven = given !== null && given.till !== null && !given.is_ended;
        setRefused(!isGiven);
        if (!isGiven) callOff = clock.after(ASK_AGAIN, () => setAttempt((count) => count + 1));
      });
    return () => {
      isCurrent = false;
      callOff();
    };
  }, [asked, isReachable, attempt]);
  return isDue && isRefused ? 'The server gave it no sign-in of its own. It is asked again by itself.' : null;
}
