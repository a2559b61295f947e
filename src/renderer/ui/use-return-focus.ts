import { useInsertionEffect, useLayoutEffect, useRef } from 'react';

const DIALOG = '[role="dialog"], [role="alertdialog"]';
const CONTROLS = 'a[href], button, input, select';
let openDialogs = 0;

/** Returns a way to the same control of the row that takes the place of this one's row in its table. */
function nextRowOf(control: Element | null): () => HTMLElement | null {
  const row = control?.closest('tr');
  const rows = row?.parentElement;
  if (!control || !row || !rows) return () => null;
  const place = [...rows.children].indexOf(row);
  const column = [...row.querySelectorAll(CONTROLS)].indexOf(control);
  return () => {
    const next = rows.children[Math.min(place, rows.childElementCount - 1)];
    const controls = next?.querySelectorAll<HTMLElement>(CONTROLS);
    return rows.isConnected ? (controls?.[column] ?? controls?.[0] ?? null) : null;
  };
}

/** Gives the focus on if its row goes later, when the list is asked for again after the dialog has closed. */
function followRow(control: HTMLElement, findNext: () => HTMLElement | null): void {
  if (!control.closest('tr')) return;
  const stop = new AbortController();
  const page = new MutationObserver(() => {
    if (control.isConnected) return;
    stop.abort();
    // It takes the same place of the window.
    if (document.activeElement === document.body) findNext()?.focus({ preventScroll: true });
  });
  stop.signal.addEventListener('abort', () => page.disconnect());
  const leave = ({ target }: FocusEvent) => target !== control && stop.abort();
  document.addEventListener('focusin', leave, { signal: stop.signal });
  page.observe(document.body, { childList: true, subtree: true });
}

/** Returns the focus to the opener when the dialog closes; Fluent does so only for its own triggers. */
export function useReturnFocus(open: boolean): void {
  const pending = useRef(0);
  const opener = useRef<Element | null>(null);
  // Runs before a field of the dialog takes the focus.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  useLayoutEffect(() => {
    if (!open) return undefined;
    openDialogs += 1;
    // Strict mode closes and reopens at once, which must not move the focus.
    cancelAnimationFrame(pending.current);
    const before = opener.current;
    const nextRow = nextRowOf(before);
    return () => {
      openDialogs -= 1;
      const closing = document.activeElement?.closest(DIALOG);
      pending.current = requestAnimationFrame(() => {
        const now = document.activeElement;
        const dialog = now?.closest(DIALOG);
        // Another dialog that opened meanwhile keeps the focus.
        const lost = !now || now === document.body || (dialog && (dialog === closing || openDialogs === 0));
        if (!lost) return;
        const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        // The opener may be gone: with its row, then the next row gets the focus; else the page, so that Tab begins there.
        const findNext = () => nextRow() ?? document.querySelector<HTMLElement>('main');
        (isThere ? before : findNext())?.focus();
        if (isThere) followRow(before, findNext);
      });
    };
  }, [open]);
}
