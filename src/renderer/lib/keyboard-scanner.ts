import {
  feedWedge,
  WEDGE_HOLD_CAP,
  WEDGE_IDLE,
  WEDGE_PREFIX,
  wedgeKey,
  type WedgeState,
} from '#domain/wedge.ts';
import { goHome } from './typing-home.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

function focusedField(): TextField | null {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused : null;
}

/** What takes typed text back, as an input event says it. */
export const UNDO = 'historyUndo';

/** Sets a field's text as if it had been typed, or typed text taken back, so that React's onChange hears of it. */
function setText(field: TextField, text: string, inputType = 'insertText'): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
}

/** Puts text where the caret stands; at the end of a field that tells no caret, such as one for e-mails. */
function typeInto(field: TextField, text: string): void {
  const { value, selectionStart, selectionEnd } = field;
  const from = selectionStart ?? value.length;
  setText(field, value.slice(0, from) + text + value.slice(selectionEnd ?? from));
  if (selectionStart !== null) field.setSelectionRange(from + text.length, from + text.length);
}

/** Whether a key that somebody pressed, rather than typed, would do something: press a button, jump in a list. */
function actsOnFocus(key: string, isAmidBurst: boolean): boolean {
  if (key.length !== 1 || focusedField()) return false;
  // A closed list jumps to what is typed: a scan must not choose another store.
  return isAmidBurst || (key !== ' ' && document.activeElement instanceof HTMLSelectElement);
}

/**
 * Listens to scanners that type: what they scan goes to `onScan` and never into a field or a shortcut. Returns how to
 * stop listening.
 */
export function listenToKeyboardScanner(onScan: (code: string) => void): () => void {
  let state: WedgeState = WEDGE_IDLE;
  /** The field that a burst may leak into; `isBorrowed`: it had not the focus before. */
  let before: { field: TextField; text: string; isBorrowed: boolean } | null = null;
  let givingUp: ReturnType<typeof setTimeout> | null = null;
  /** Keys (by place) whose press was kept from the page; it does not hear of their release either. */
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
  const takeOut = () => {
    if (!before?.field.isConnected) return;
    if (before.field.value !== before.text) setText(before.field, before.text, UNDO);
    if (before.isBorrowed) before.field.blur();
  };

  const onKey = (event: KeyboardEvent) => {
    const key = wedgeKey(event);
    swallowed.delete(event.code);
    // A scanner never holds a key down.
    if (key === null || event.isComposing || (event.repeat && state.mode !== 'held')) {
      if (state.mode === 'held') swallow(event);
      return;
    }
    const isAmidBurst = state.mode === 'burst';
    const step = feedWedge(state, key, event.timeStamp);
    state = step.state;
    if (givingUp) clearTimeout(givingUp);
    givingUp = state.mode === 'held' ? setTimeout(giveUp, WEDGE_HOLD_CAP) : null;
    if (step.begins) {
      const focused = focusedField();
      const field = focused ?? goHome(event.key);
      before = field && { field, text: field.value, isBorrowed: focused === null };
    }
    if (!step.pass || actsOnFocus(event.key, isAmidBurst && !step.begins)) {
      swallow(event);
      swallowed.add(event.code);
    }
    if (step.replay !== undefined) replay(step.replay);
    if (step.scan === undefined) return;
    if (step.leaked) takeOut();
    before = null;
    if (step.scan !== '') onScan(step.scan);
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
