import { GROUP_SEPARATOR, readScan } from './barcodes.ts';

/** The AIM prefix that a scanner set up by our sheet sends before each code, with a carriage return after it. */
export const WEDGE_PREFIX = ']';
const TERMINATORS = ['Enter', 'Tab'];
const FUNCTION_KEY = /^F\d+$/;
const CONTROL_KEY = /^Control\+/;
const MODIFIERS = ['Shift', 'Control'];

/** Milliseconds after which a prefix without a terminator is given up, and its keys go to their field. */
export const WEDGE_HOLD_CAP = 1500;
/** Milliseconds between the keys of a scanner without prefix; nobody types six keys in a row that fast. */
export const WEDGE_GAP = 50;
const WEDGE_MIN_LENGTH = 6;
/** After the prefix, fewer keys or a longer average gap (milliseconds) mean typing by hand. */
const WEDGE_PREFIXED_MIN_LENGTH = 3;
export const WEDGE_PREFIXED_MEAN_GAP = 75;

/**
 * The state of the keys so far. `held`: after the prefix, nothing reaches the page. `burst`: fast keys without a prefix
 * reach the focused field, and are removed again if they turn out to be a scan. `done`: a scan has just ended, and
 * further keys of its scanner (the line feed after a carriage return) are kept from the page.
 */
export type WedgeState = {
  mode: 'idle' | 'held' | 'burst' | 'done';
  text: string;
  startedAt: number;
  lastAt: number;
};

export const WEDGE_IDLE: WedgeState = { mode: 'idle', text: '', startedAt: 0, lastAt: 0 };

export type WedgeStep = {
  state: WedgeState;
  /** True if the page may have the key. */
  pass: boolean;
  /** A complete code. */
  scan?: string;
  /** The scan's keys reached the focused field before it was recognised. */
  leaked?: true;
  /** Held keys that turned out to be typed. */
  replay?: string;
  /** A burst begins: remember the focused field's text. */
  begins?: true;
};

/** A pressed key, as far as scanners use it. */
type PressedKey = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean };

/**
 * Returns the name of a key for `feedWedge`; null for a shortcut that no scanner sends. Scanners send control
 * characters as Ctrl and a letter: Ctrl+J is a line feed, Ctrl+M a carriage return, Ctrl+] the GS1 separator.
 */
export function wedgeKey({ key, ctrlKey, altKey, metaKey }: PressedKey): string | null {
  if (altKey || metaKey) return null;
  if (!ctrlKey || key === 'Control') return key;
  if (key.length !== 1) return null;
  const letter = key.toUpperCase();
  if (letter === 'J' || letter === 'M') return 'Enter';
  if (letter === 'I') return 'Tab';
  return letter === ']' ? GROUP_SEPARATOR : `Control+${letter}`;
}

const done = (at: number): WedgeState => ({ mode: 'done', text: '', startedAt: at, lastAt: at });

/** Feeds one key (as `wedgeKey` names it) with its event time in milliseconds. */
export function feedWedge(state: WedgeState, key: string, at: number): WedgeStep {
  if (state.mode === 'held') return feedHeld(state, key, at);
  const isTerminator = TERMINATORS.includes(key);
  const isSoon = at - state.lastAt <= WEDGE_GAP;
  if (state.mode === 'done' && isSoon && (isTerminator || CONTROL_KEY.test(key))) {
    return { state: { ...state, lastAt: at }, pass: false };
  }
  if (key === WEDGE_PREFIX) {
    return { state: { mode: 'held', text: '', startedAt: at, lastAt: at }, pass: false };
  }
  const isFast = state.mode === 'burst' && isSoon;
  if (isTerminator) {
    const isScan = isFast && state.text.length >= WEDGE_MIN_LENGTH;
    return isScan
      ? { state: done(at), pass: false, scan: readScan(state.text), leaked: true }
      : { state: WEDGE_IDLE, pass: true };
  }
  if (isFast && MODIFIERS.includes(key)) return { state, pass: true };
  // Scanners send control characters as function keys, or with Ctrl.
  if (isFast && (FUNCTION_KEY.test(key) || CONTROL_KEY.test(key))) {
    return { state: { ...state, lastAt: at }, pass: false };
  }
  if (key.length !== 1) return { state: WEDGE_IDLE, pass: true };
  if (isFast) return { state: { ...state, text: state.text + key, lastAt: at }, pass: true };
  return { state: { mode: 'burst', text: key, startedAt: at, lastAt: at }, pass: true, begins: true };
}

function feedHeld(state: WedgeState, key: string, at: number): WedgeStep {
  const isPause = at - state.lastAt > WEDGE_GAP;
  const isOver = at - state.startedAt > WEDGE_HOLD_CAP && isPause;
  const replay = WEDGE_PREFIX + state.text;
  if (isOver) return { ...feedWedge(WEDGE_IDLE, key, at), replay };
  if (TERMINATORS.includes(key)) {
    return isPrefixedScan(state, at)
      ? { state: done(at), pass: false, scan: readScan(replay) }
      : { state: WEDGE_IDLE, pass: true, replay };
  }
  if (key.length === 1) return { state: { ...state, text: state.text + key, lastAt: at }, pass: false };
  if (key === 'Backspace') return correctHeld(state, at);
  if (MODIFIERS.includes(key)) return { state: { ...state, lastAt: at }, pass: true };
  const isScanners = FUNCTION_KEY.test(key) || CONTROL_KEY.test(key) || !isPause;
  return isScanners
    ? { state: { ...state, lastAt: at }, pass: false }
    : { state: WEDGE_IDLE, pass: true, replay };
}

/** Handles Backspace while holding: removes the last key, and ends the holding when the prefix itself is removed. */
function correctHeld(state: WedgeState, at: number): WedgeStep {
  return state.text === ''
    ? { state: WEDGE_IDLE, pass: false }
    : { state: { ...state, text: state.text.slice(0, -1), lastAt: at }, pass: false };
}

/** True if the keys after the prefix came as fast as a scanner's. */
function isPrefixedScan({ text, startedAt }: WedgeState, at: number): boolean {
  const meanGap = (at - startedAt) / (text.length + 1);
  return text.length >= WEDGE_PREFIXED_MIN_LENGTH && meanGap <= WEDGE_PREFIXED_MEAN_GAP;
}
