/** A scanner set up by our sheet sends this AIM prefix before each code, and a carriage return after it. */
export const WEDGE_PREFIX = ']';
const TERMINATORS = ['Enter', 'Tab'];
const FUNCTION_KEY = /^F\d+$/;

/** Milliseconds: a prefix without a terminator is given up, and its keys go where they were meant for. */
export const WEDGE_HOLD_CAP = 1500;
/** Milliseconds between the keys of a scanner without prefix; nobody types six keys in a row that fast. */
export const WEDGE_GAP = 50;
export const WEDGE_MIN_LENGTH = 6;

/**
 * What the keys so far may be. `held`: after the prefix, nothing reaches the page. `burst`: fast keys without a prefix,
 * which reach the focused field and are taken out again when they turn out to be a scan.
 */
export type WedgeState = { mode: 'idle' | 'held' | 'burst'; text: string; startedAt: number; lastAt: number };

export const WEDGE_IDLE: WedgeState = { mode: 'idle', text: '', startedAt: 0, lastAt: 0 };

export type WedgeStep = {
  state: WedgeState;
  /** Whether the page may have the key. */
  pass: boolean;
  /** A whole code. */
  scan?: string;
  /** The scan's keys reached the focused field before it was known to be one. */
  leaked?: true;
  /** Keys that were held back and turn out to have been typed. */
  replay?: string;
  /** A burst begins: remember what the focused field holds. */
  begins?: true;
};

/** The AIM symbology identifier after the prefix: a letter and a digit that are no part of the code. */
function withoutAim(text: string): string {
  return text.replace(/^[A-Za-z][0-9A-Za-z]/, '');
}

/** Feeds one key (`KeyboardEvent.key`) with its event time in milliseconds. */
export function feedWedge(state: WedgeState, key: string, at: number): WedgeStep {
  if (state.mode === 'held') return feedHeld(state, key, at);
  if (key === WEDGE_PREFIX) {
    return { state: { mode: 'held', text: '', startedAt: at, lastAt: at }, pass: false };
  }
  const isFast = state.mode === 'burst' && at - state.lastAt <= WEDGE_GAP;
  if (TERMINATORS.includes(key)) {
    const isScan = isFast && state.text.length >= WEDGE_MIN_LENGTH;
    return isScan
      ? { state: WEDGE_IDLE, pass: false, scan: state.text, leaked: true }
      : { state: WEDGE_IDLE, pass: true };
  }
  if (isFast && key === 'Shift') return { state, pass: true };
  // Scanners send control characters as function keys.
  if (isFast && FUNCTION_KEY.test(key)) return { state: { ...state, lastAt: at }, pass: false };
  if (key.length !== 1) return { state: WEDGE_IDLE, pass: true };
  if (isFast) return { state: { ...state, text: state.text + key, lastAt: at }, pass: true };
  return { state: { mode: 'burst', text: key, startedAt: at, lastAt: at }, pass: true, begins: true };
}

function feedHeld(state: WedgeState, key: string, at: number): WedgeStep {
  if (at - state.startedAt > WEDGE_HOLD_CAP) {
    const replay = WEDGE_PREFIX + state.text;
    return { ...feedWedge(WEDGE_IDLE, key, at), replay };
  }
  if (TERMINATORS.includes(key)) {
    const scan = withoutAim(state.text);
    return scan ? { state: WEDGE_IDLE, pass: false, scan } : { state: WEDGE_IDLE, pass: false };
  }
  if (key.length !== 1) return { state: { ...state, lastAt: at }, pass: key === 'Shift' };
  return { state: { ...state, text: state.text + key, lastAt: at }, pass: false };
}
