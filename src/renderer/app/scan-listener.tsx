import { useEffect } from 'react';
import { listenToScanners, namedCode } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Receives scans on every page; tells the user of a scan that the page has no use for. */
export function ScanListener() {
  const notify = useNotify();
  useEffect(
    () =>
      listenToScanners(
        (code) => {
          notify.info('Scan ignored', `${namedCode(code)}: open the till to scan items`);
          soundError();
        },
        () => {
          notify.info('Badge ignored', 'Nothing waits for a manager here');
          soundError();
        },
      ),
    [notify],
  );
  return null;
}
