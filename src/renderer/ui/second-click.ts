import type { DialogOpenChangeData } from '@fluentui/react-components';
import { useRef, type MouseEvent } from 'react';

// A hurried double click opens a dialog by its first click; the second one lands wherever the dialog is by then.

/** True if a dialog or drawer is to close: by Esc, or by a click beside it that is not the second one of a double click. */
export const asksToClose = (data: DialogOpenChangeData): boolean =>
  !data.open && !(data.type === 'backdropClick' && data.event.detail > 1);

/**
 * Returns the handler of a dialog's surface that keeps the focus where it is, at the second click of a double click that
 * began elsewhere, or on a button: that one may have moved from below the pointer.
 */
export function useSecondClick() {
  const isMeant = useRef(false);
  return (event: MouseEvent) => {
    if (event.detail === 1)
      isMeant.current = event.target instanceof Element && !event.target.closest('button');
    else if (!isMeant.current) event.preventDefault();
  };
}

/** The backdrop of a dialog. */
export const backdrop = {
  // Also over another dialog: Fluent dims the page below the first one only.
  appearance: 'dimmed',
  // A click on it leaves the focus in the dialog.
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
} as const;
