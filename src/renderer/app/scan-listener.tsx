import { useEffect } from 'react';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Hears the scanners on every page: where nothing can be scanned, a scan is told of and does nothing. */
export function ScanListener() {
  const notify = useNotify();
  useEffect(
    () =>
      listenToScanners(
        () => {
          notify.info('Scan ignored', 'Open the till to scan items');
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
