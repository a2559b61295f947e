import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '#renderer/lib/queries.ts';
import { till } from '#renderer/lib/till.ts';

/** Sets the shop's server up on this computer, or brings it to this program's version. */
export function useSettingUp(onDone: () => void) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  /** Why it was not. */
  const [trouble, setTrouble] = useState<string | null>(null);
  const setUp = async () => {
    setBusy(true);
    setTrouble(null);
    try {
      const { reason } = await till.ownServer.setUp();
      setTrouble(reason);
      if (reason !== null) return;
      await queryClient.invalidateQueries({ queryKey: queryKeys.tillSettings });
      onDone();
      await queryClient.invalidateQueries({ queryKey: queryKeys.ownServer });
    } catch {
      setTrouble('The server could not be set up. Try again, or contact support.');
    } finally {
      setBusy(false);
    }
  };
  return { busy, trouble, setUp: () => void setUp() };
}
