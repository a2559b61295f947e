import { namedCode } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { usePageScans } from '#renderer/lib/use-page-scans.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/**
 * Takes the scans of a page where none is placed: gives them to `onScan`, or says that nothing of the order remains
 * if that is null.
 */
export function useEndedScans(orderNumber: string, onScan: ((code: string) => void) | null): void {
  const notify = useNotify();
  usePageScans((code) => {
    if (onScan) return onScan(code);
    notify.warning(
      'Nothing remains to be received',
      `${namedCode(code)} was not taken: nothing of ${orderNumber} is to come. Set it aside`,
    );
    soundError();
  });
}
