/** True if a dialog is open; confirmations are an `alertdialog`. */
export const isDialogOpen = (): boolean => topDialog() !== null;

/** Returns the dialog that lies over all others; null if none is open. */
export const topDialog = (): Element | null =>
  [...document.querySelectorAll(':is([role=dialog], [role=alertdialog]):not([data-closing])')].at(-1) ?? null;

/** Marks a dialog that was closed and fades away: the next key is meant for what is below. */
export const fading = (open: boolean) => (open ? {} : { 'data-closing': '' });

/** True if a menu is open, which takes Esc first. */
export const isMenuOpen = (): boolean => document.querySelector('[role=menu]') !== null;
