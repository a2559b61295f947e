import { topDialog } from './is-dialog-open.ts';

/** They return the focus themselves when they close. */
export const DIALOGS = '[role="dialog"], [role="alertdialog"]';
const ROWS = 'tr, li';
/** A neighbour in the same one of them goes on with the same work; one beside it begins another. */
const BOXES = `${ROWS}, form, section, ${DIALOGS}, main`;
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** Marks the field of a page that the keyboard goes back to, as where everything is scanned into it. */
export const KEYBOARD_HOME = { 'data-keyboard-home': '' };

const controlsIn = (node: Node): HTMLElement[] =>
  node instanceof HTMLElement
    ? [...(node.matches(CONTROLS) ? [node] : []), ...node.querySelectorAll<HTMLElement>(CONTROLS)]
    : [];

const takesFocus = (control: HTMLElement) =>
  control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility();

/** The place in the page that something left. */
type Gap = { parent: Node; next: Node | null; previous: Node | null };

/** Returns the control after a gap in a box, else the one before it. */
function neighbourOf({ parent, next, previous }: Gap, box: Element): HTMLElement | null {
  for (let node = next; node; node = node.nextSibling) {
    const first = controlsIn(node).find(takesFocus);
    if (first) return first;
  }
  for (let node = previous; node; node = node.previousSibling) {
    const last = controlsIn(node).findLast(takesFocus);
    if (last) return last;
  }
  const around = parent.parentNode;
  if (parent === box || !around) return null;
  return neighbourOf({ parent: around, next: parent.nextSibling, previous: parent.previousSibling }, box);
}

export type Place = {
  control: HTMLElement;
  /** Returns what takes the focus of a control that has gone: the same control of the next row, a neighbour in its box, or the page. */
  successor: () => HTMLElement | null;
  stop: () => void;
};

/** The places that are followed, each with what notes a change of the page. */
const followed = new Map<Place, (changes: readonly MutationRecord[]) => void>();

/** Follows the place of a control in the page, also after it has gone. */
export function followPlace(control: HTMLElement): Place {
  const row = control.closest(ROWS);
  const column = row ? controlsIn(row).indexOf(control) : -1;
  const isLed = control.matches(':focus-visible');
  let gap: Gap | null = null;
  const note = (changes: readonly MutationRecord[]) => {
    if (control.isConnected) gap = null;
    let left = changes;
    // The elements around the control may have gone as well.
    for (let gone: Node = gap?.parent ?? control; !gone.isConnected; gone = gap.parent) {
      const change = left.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
      if (!change) return;
      left = left.filter((each) => each !== change);
      gap = { parent: change.target, next: change.nextSibling, previous: change.previousSibling };
    }
  };
  const inNextRow = ({ next, previous }: Gap): HTMLElement | null => {
    if (!row || row.isConnected) return null;
    for (const other of [next, previous]) {
      if (!(other instanceof HTMLElement) || !other.matches(ROWS)) continue;
      const controls = controlsIn(other);
      const successor = [controls[column], ...controls].find((each) => each && takesFocus(each));
      if (successor) return successor;
    }
    return null;
  };
  const successor = () => {
    const main = document.querySelector('main');
    const around = gap?.parent instanceof Element && gap.parent.isConnected ? gap.parent : null;
    const box = around?.closest(BOXES);
    const near = gap && box ? (inNextRow(gap) ?? (box === main ? null : neighbourOf(gap, box))) : null;
    // A finger wants no keyboard over the page.
    return near ?? (isLed ? main?.querySelector<HTMLElement>('[data-keyboard-home]') : null) ?? main;
  };
  const place = { control, successor, stop: () => void followed.delete(place) };
  followed.set(place, note);
  return place;
}

/** The place of what had the focus last, menus aside. */
let held: Place | null = null;

/** Returns what has the focus; for an item of a menu, which goes, the button that opened the menu. */
export function focusedControl(): Element | null {
  const now = document.activeElement;
  return now?.closest('[role="menu"]') ? (held?.control ?? now) : now;
}

/** The last control or page that the focus was handed on to. */
let handedTo: Element | null = null;

/** True while the focus is where it was handed on to, not where somebody put it. */
export const isHandedOn = (): boolean => handedTo !== null && handedTo === document.activeElement;

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Hands the focus on wherever the control that has it goes: to what takes its place. One that is only disabled, as while
 * its change is sent, gets it back. Returns what ends it.
 */
export function keepFocus(): () => void {
  const stop = new AbortController();
  let isOff = false;
  const hold = (control: HTMLElement | null) => {
    held?.stop();
    held = control && followPlace(control);
    isOff = false;
  };
  const onFocus = ({ target }: FocusEvent) => {
    handedTo = null;
    // A menu returns it to its button.
    if (target instanceof HTMLElement && !target.closest('[role="menu"]')) hold(target);
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) return;
    // Somebody who clicked beside everything left it; what goes, goes in the same moment.
    queueMicrotask(() => {
      const isLeft = isNowhere() && document.hasFocus();
      if (isLeft && held?.control.isConnected && !held.control.matches(':disabled')) hold(null);
    });
  };
  const page = new MutationObserver((changes) => {
    for (const note of followed.values()) note(changes);
    if (!held) return;
    const { control, successor } = held;
    if (control.isConnected) {
      const wasOff = isOff;
      isOff = control.matches(':disabled');
      if (wasOff && !isOff && isNowhere()) control.focus({ preventScroll: true });
      return;
    }
    if (!isNowhere()) return;
    // The dialog that it stood in has closed.
    if (control.closest(DIALOGS)) return hold(null);
    const next = successor();
    const dialog = topDialog();
    hold(null);
    if (!next || (dialog && !dialog.contains(next))) return;
    next.focus({ preventScroll: true });
    handedTo = next;
    if (next.matches(CONTROLS)) next.scrollIntoView({ block: 'nearest' });
  });
  document.addEventListener('focusin', onFocus, { signal: stop.signal });
  document.addEventListener('focusout', onBlur, { signal: stop.signal });
  page.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    stop.abort();
    page.disconnect();
    hold(null);
  };
}
