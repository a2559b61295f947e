import type { Clock } from './clock.ts';
import { till } from './till.ts';

/** What somebody does at a screen. */
const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** Calls `onIdle` once nobody has touched key, pointer or scanner for so long (milliseconds); returns how to stop. */
export function watchIdle(limit: number, clock: Clock, onIdle: () => void): () => void {
  let lastAt = clock.now();
  const note = () => {
    lastAt = clock.now();
  };
  let stop = clock.after(limit, look);
  function look(): void {
    const left = lastAt + limit - clock.now();
    if (left <= 0) onIdle();
    else stop = clock.after(left, look);
  }
  // In capture: whatever is kept from the page is still done by somebody.
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, note, { capture: true, passive: true });
  const stopScans = till.scanner.onScan(note);
  return () => {
    stop();
    stopScans();
    for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, note, { capture: true });
  };
}
