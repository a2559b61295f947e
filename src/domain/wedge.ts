import { GROUP_SEPARATOR, readScan } from './barcodes.ts';

/** The AIM prefix that a scanner set up by our sheet sends before each code, with a carriage return after it. */
export const WEDGE_PREFIX = ']';
const TERMINATORS = ['Enter', 'Tab'];
const FUNCTION_KEY = /^F\d+$/;
const CONTROL_KEY = /^Control\+/;
const MODIFIERS = ['Shift', 'Control'];

/** Milliseconds after which a prefix without a terminator is given up, and its keys go to their field. */
export const WEDGE_HOLD_CAP = 1500;
/** Milliseconds between most keys of a scanner without prefix; nobody types six keys in a row that fast. */
export const WEDGE_GAP = 50;
const WEDGE_MIN_LENGTH = 6;
/** Nobody types so many that fast twice. */
const WEDGE_REPEATED_LENGTH = 4;
/** Milliseconds for which a scanner without prefix may pause within a code, and before its terminator. */
export const WEDGE_PAUSE = 1000;
/** Pieces of a code that are remembered: what came before them is not part of it. */
export const WEDGE_PIECES_MAX = 8;
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
  /** The pieces that came fast, each in front of a pause. */
  front?: readonly string[];
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
  /** The count of pieces in which they came. */
  pieces?: number;
  /** Held keys that turned out to be typed. */
  replay?: string;
  /** A burst begins, or its next piece: remember the focused field's text. */
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
  const isBurst = state.mode === 'burst' && at - state.lastAt <= WEDGE_PAUSE;
  const isFast = isBurst && isSoon;
  if (isTerminator) {
    const pieces = isBurst ? scannedPieces([...(state.front ?? []), state.text]) : [];
    if (pieces.length === 0) return { state: WEDGE_IDLE, pass: true };
    const scan = readScan(pieces.join(''));
    return { state: done(at), pass: false, scan, leaked: true, pieces: pieces.length };
  }
  if (isBurst && MODIFIERS.includes(key)) {
    return { state: isFast ? { ...state, lastAt: at } : state, pass: true };
  }
  // Scanners send control characters as function keys, or with Ctrl.
  if (isFast && (FUNCTION_KEY.test(key) || CONTROL_KEY.test(key))) {
    return { state: { ...state, lastAt: at }, pass: false };
  }
  if (key.length !== 1) return { state: WEDGE_IDLE, pass: true };
  if (isFast) return { state: { ...state, text: state.text + key, lastAt: at }, pass: true };
  const front = isBurst ? [...(state.front ?? []), state.text].slice(1 - WEDGE_PIECES_MAX) : [];
  return {
    state: { mode: 'burst', front, text: key, startedAt: at, lastAt: at },
    pass: true,
    begins: true,
  };
}

/** Returns the place of the last piece that came as nobody types: six keys, or four and four again; -1 if none did. */
function surePiece(pieces: readonly string[]): number {
  const isRepeated = pieces.filter((piece) => piece.length >= WEDGE_REPEATED_LENGTH).length > 1;
  const least = isRepeated ? WEDGE_REPEATED_LENGTH : WEDGE_MIN_LENGTH;
  return pieces.findLastIndex((piece) => piece.length >= least);
}

/**
 * Returns the pieces of a code that a terminator ends; none if it ends typing. One piece must have come as nobody types;
 * what stands before and after it belongs to it unless it was typed.
 */
function scannedPieces(pieces: readonly string[]): readonly string[] {
  const sure = surePiece(pieces);
  if (sure < 0 || isTyped(pieces.slice(sure + 1))) return [];
  let from = sure;
  while (from > 0) {
    const before = pieces.slice(0, from);
    const scanned = before.findLastIndex((piece) => piece.length >= WEDGE_PREFIXED_MIN_LENGTH);
    if (scanned + 1 < from && isTyped(before.slice(scanned + 1))) break;
    from = scanned + 1 < from ? scanned + 1 : scanned;
  }
  return pieces.slice(from);
}

/** True if pieces came at a person's pace: with a pause for every two keys that came fast, or more of them. */
function isTyped(pieces: readonly string[]): boolean {
  const pauses = pieces.length - 1;
  const fast = pieces.join('').length - pieces.length;
  return pauses > 0 && pauses * 2 >= fast;
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
