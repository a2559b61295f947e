import { readScan } from '#domain/barcodes.ts';
import {
  feedWedge,
  WEDGE_HOLD_CAP,
  WEDGE_IDLE,
  WEDGE_PIECES_MAX,
  WEDGE_PREFIX,
  wedgeKey,
  type WedgeState,
} from '#domain/wedge.ts';
import { goHome } from './typing-home.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** For a field to scan into: its input up to the terminator is one code, also what was typed just before. */
export const SCANNED_INTO = { 'data-scanned-into': '' };
/** For a field with a count: of what was typed just before a scan, only what is no count belongs to its code. */
export const SCANNED_INTO_COUNT = { 'data-scanned-into': 'count' };
/** The most digits of a count; more are a code, such as one that a scanner types slowly. */
export const COUNT_DIGITS = 4;
/** Milliseconds: after a longer pause the text of such a field counts as typed by hand, and a scan as another code. */
export const LONGEST_PAUSE = WEDGE_HOLD_CAP;

function focusedField(): TextField | null {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused : null;
}

/** The input type of undone typing. */
export const UNDO = 'historyUndo';

/** Sets a field's text like typing or undoing would, so that React's onChange runs. */
function setText(field: TextField, text: string, inputType = 'insertText'): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
}

/** Inserts text at the caret; at the end of a field without one, such as for emails. */
function typeInto(field: TextField, text: string): void {
  const { value, selectionStart, selectionEnd } = field;
  const from = selectionStart ?? value.length;
  setText(field, value.slice(0, from) + text + value.slice(selectionEnd ?? from));
  if (selectionStart !== null) field.setSelectionRange(from + text.length, from + text.length);
}

/** Returns the text that stays before what is typed now: typing replaces what is selected. */
export const textBeforeCaret = ({ value, selectionStart }: TextField): string =>
  value.slice(0, selectionStart ?? value.length);

/** Returns what was added to a field's value after some text; the whole value if that text is gone. */
export const givenAfter = (value: string, text: string) =>
  value.startsWith(text) ? value.slice(text.length) : value;

/** A field that keys of a scanner reach before it is recognised, as it was. `isBorrowed`: not focused before. */
type Before = { field: TextField; text: string; kept: string; isBorrowed: boolean };

const givenTo = ({ field, kept }: Before) => givenAfter(field.value, kept);

/** True if a count was typed just before the code, and is no part of it. */
const isCounted = (before: Before, scan: string) =>
  before.field.dataset.scannedInto === 'count' && givenTo(before).length - scan.length <= COUNT_DIGITS;

/** Takes the keys of a scan out of the field that they reached. */
function takeOut({ field, text, isBorrowed }: Before): void {
  if (!field.isConnected) return;
  if (field.value !== text) setText(field, text, UNDO);
  if (isBorrowed) field.blur();
}

/** True if the key would act on the focused element: press a button, jump in a list. */
function actsOnFocus({ key, ctrlKey, metaKey }: KeyboardEvent, isAmidBurst: boolean): boolean {
  if (key.length !== 1 || focusedField()) return false;
  // A closed select jumps to typed letters: a scan must not choose another store.
  const jumps = key !== ' ' && !ctrlKey && !metaKey;
  return isAmidBurst || (jumps && document.activeElement instanceof HTMLSelectElement);
}

/**
 * Listens to keyboard scanners: their scans go to `onScan`, never into a field or a shortcut. Returns a function that
 * stops it.
 */
export function listenToKeyboardScanner(onScan: (code: string) => void): () => void {
  let state: WedgeState = WEDGE_IDLE;
  /** Each piece of the code so far; null for keys that no field got. */
  let pieces: (Before | null)[] = [];
  /** The field to scan into that got them, and what stood in it at the first. */
  let into: Before | null = null;
  let lastAt = 0;
  let givingUp: ReturnType<typeof setTimeout> | null = null;
  /** Keys (by code) whose press was kept from the page; their release is kept from it too. */
  const swallowed = new Set<string>();

  const swallow = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const replay = (text: string) => {
    const field = focusedField();
    if (field) typeInto(field, text);
  };
  const giveUp = () => {
    if (state.mode === 'held') replay(WEDGE_PREFIX + state.text);
    state = WEDGE_IDLE;
  };
  /** Begins a burst, or the rest of a code after its scanner paused. */
  const begin = (key: string, at: number) => {
    const focused = focusedField();
    const field = focused ?? goHome(key);
    const before = field && {
      field,
      text: field.value,
      kept: textBeforeCaret(field),
      isBorrowed: focused === null,
    };
    pieces = [...pieces, before].slice(-WEDGE_PIECES_MAX);
    if (!before || !('scannedInto' in before.field.dataset)) into = null;
    else if (into?.field !== before.field || at - lastAt > LONGEST_PAUSE) into = before;
  };

  const onKey = (event: KeyboardEvent) => {
    const key = wedgeKey(event);
    swallowed.delete(event.code);
    const at = event.timeStamp;
    // A scanner never holds a key down.
    if (key === null || event.isComposing || (event.repeat && state.mode !== 'held')) {
      if (state.mode === 'held') swallow(event);
      return;
    }
    const isAmidBurst = state.mode === 'burst';
    const step = feedWedge(state, key, at);
    state = step.state;
    if (givingUp) clearTimeout(givingUp);
    givingUp = state.mode === 'held' ? setTimeout(giveUp, WEDGE_HOLD_CAP) : null;
    if (step.begins) begin(event.key, at);
    lastAt = at;
    if (!step.pass || actsOnFocus(event, isAmidBurst && !step.begins)) {
      swallow(event);
      swallowed.add(event.code);
    }
    if (step.replay !== undefined) replay(step.replay);
    if (step.scan === undefined) return;
    let { scan } = step;
    if (step.leaked) {
      const leaked = pieces.slice(-(step.pieces ?? 1));
      if (into && isCounted(into, scan)) into = null;
      if (into && into !== leaked[0]) scan = readScan(givenTo(into));
      for (const before of [...leaked.reverse(), into]) if (before) takeOut(before);
    }
    pieces = [];
    into = null;
    if (scan !== '') onScan(scan);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (swallowed.delete(event.code)) swallow(event);
  };

  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    if (givingUp) clearTimeout(givingUp);
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}
