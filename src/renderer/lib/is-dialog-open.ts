/** True if a dialog is open; confirmations are an `alertdialog`. */
export const isDialogOpen = (): boolean => topDialog() !== null;

/** Returns the dialog that lies over all others; null if none is open. */
export const topDialog = (): Element | null =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? null;

/** True if a menu is open, which takes Esc first. */
export const isMenuOpen = (): boolean => document.querySelector('[role=menu]') !== null;
