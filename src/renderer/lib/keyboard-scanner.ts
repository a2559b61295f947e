import { feedWedge, WEDGE_HOLD_CAP, WEDGE_IDLE, WEDGE_PREFIX, type WedgeState } from '#domain/wedge.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

function focusedField(): TextField | null {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused : null;
}

/** Sets a field's text as if it had been typed, so that React's onChange hears of it. */
function setText(field: TextField, text: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Listens to scanners that type: what they scan goes to `onScan` and never into a field or a shortcut. Answers how to
 * stop listening.
 */
export function listenToKeyboardScanner(onScan: (code: string) => void): () => void {
  let state: WedgeState = WEDGE_IDLE;
  let before: { field: TextField; text: string } | null = null;
  let givingUp: ReturnType<typeof setTimeout> | null = null;

  const replay = (text: string) => {
    const field = focusedField();
    if (field) setText(field, field.value + text);
  };
  const giveUp = () => {
    if (state.mode === 'held') replay(WEDGE_PREFIX + state.text);
    state = WEDGE_IDLE;
  };

  const onKey = (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.altKey || event.metaKey;
    if (isShortcut && state.mode === 'held') {
      // Scanners send control characters as Ctrl and a letter, which a browser takes for its own shortcuts.
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    // A scanner never holds a key down.
    if (isShortcut || event.isComposing || (event.repeat && state.mode !== 'held')) return;
    const step = feedWedge(state, event.key, event.timeStamp);
    state = step.state;
    if (givingUp) clearTimeout(givingUp);
    givingUp = state.mode === 'held' ? setTimeout(giveUp, WEDGE_HOLD_CAP) : null;
    if (step.begins) {
      const field = focusedField();
      before = field && { field, text: field.value };
    }
    // A closed list jumps to what is typed: a scan must not choose another store.
    const isJump = document.activeElement instanceof HTMLSelectElement && event.key.length === 1;
    if (!step.pass || isJump) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (step.replay !== undefined) replay(step.replay);
    if (step.scan === undefined) return;
    if (
      before &&
      step.state.mode === 'idle' &&
      before.field.value !== before.text &&
      before.field.isConnected
    ) {
      setText(before.field, before.text);
    }
    before = null;
    onScan(step.scan);
  };

  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    if (givingUp) clearTimeout(givingUp);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
