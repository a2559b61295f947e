import { useLayoutEffect } from 'react';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { isDialogOpen } from './is-dialog-open.ts';
import { namedCode, takeScans } from './scans.ts';
import { soundError } from './sound.ts';
import { useLatest } from './use-latest.ts';

/** Sends every scan to a page, but none while a dialog is open: the user would not see the result behind it. */
export function usePageScans(onScan: (code: string) => void): void {
  const notify = useNotify();
  const latest = useLatest(onScan);
  useLayoutEffect(
    () =>
      takeScans((code) => {
        if (!isDialogOpen()) return latest.current(code);
        soundError();
        notify.info('Scan ignored', `${namedCode(code)}: close this dialog first, then scan it again`);
      }),
    [latest, notify],
  );
}
