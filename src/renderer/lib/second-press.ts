import { SECOND_CLICK } from './second-click.ts';

// A key that is pressed twice in a hurry: the first press does its work, and the second one falls on what is there then.

/** Milliseconds for which a press of Ctrl+Enter may go on working: what is done later was started by something else. */
const WORK = 30_000;

let takenAt: number | null = null;
let doneAt: number | null = null;

/** Inputs beside those keys so far. */
let others = 0;

const isOfPress = (event: Event) =>
  event instanceof KeyboardEvent &&
  (['Control', 'Meta', 'Enter'].includes(event.key) || event.ctrlKey || event.metaKey);

/** Any other input means that the next press is a new one. */
const seen = (event: Event) => {
  if (isOfPress(event)) return;
  others += 1;
  takenAt = null;
  doneAt = null;
};
if ('document' in globalThis)
  for (const kind of ['keydown', 'input', 'pointerdown'])
    window.addEventListener(kind, seen, { capture: true });

/** Counts what was typed, scanned and pointed at, beside the keys that send a form. */
export const otherInputs = (): number => others;

/** Notes that a change was done: what is on the screen now is new to whoever pressed Ctrl+Enter for it. */
export function noteDone(): void {
  const now = performance.now();
  if (takenAt !== null && doneAt === null && now - takenAt < WORK) doneAt = now;
}

/** Takes a press of Ctrl+Enter; false for one that comes so soon after the work of the one before that nobody read what is there now. */
export function takePress(): boolean {
  const now = performance.now();
  if (doneAt !== null && now - doneAt < SECOND_CLICK) return false;
  takenAt = now;
  doneAt = null;
  return true;
}
