import { useEffect, useRef } from 'react';
import { listenToKeyboardScanner } from '#renderer/lib/keyboard-scanner.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { till } from '#renderer/lib/till.ts';
import { createScanQueue } from './scan-queue.ts';

/** While mounted, every scan of every scanner goes to `onScan`, one after another. */
export function useScan(onScan: (code: string) => Promise<unknown>): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    const enqueue = createScanQueue((code) => latest.current(code), soundError);
    const stops = [listenToKeyboardScanner(enqueue), till.scanner.onScan(({ code }) => enqueue(code))];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
