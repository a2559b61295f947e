import type { Clock } from './clock.ts';
import { till } from './till.ts';

/** Events of a person at the screen. */
const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** Calls `onIdle` after `limit` milliseconds without a key, pointer or scan; returns a function that stops it. */
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
  // In the capture phase: also counts events that are kept from the page.
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, note, { capture: true, passive: true });
  const stopScans = till.scanner.onScan(note);
  return () => {
    stop();
    stopScans();
    for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, note, { capture: true });
  };
}
