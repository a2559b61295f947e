import { useEffect } from 'react';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Milliseconds: long enough to be read between two customers. What still holds is told again. */
const LIFETIME = 20_000;

/** Tells what befell the till's own disk, on whatever page somebody is: nobody waits for what is kept there in passing. */
export function TillTroubles() {
  const notify = useNotify();
  useEffect(() => {
    const tell = () => {
      till.troubles
        .take()
        .then((troubles) => {
          for (const { title, detail } of troubles) notify.error(title, detail, { lifetime: LIFETIME });
        })
        // The main process has it in its log, and there is nobody else to ask.
        .catch(() => undefined);
    };
    tell();
    return till.troubles.onNew(tell);
  }, [notify]);
  return null;
}
