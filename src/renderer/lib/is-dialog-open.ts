/** True if a dialog is open; confirmations are an `alertdialog`. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

/** True if a menu is open, which takes Esc first. */
export const isMenuOpen = (): boolean => document.querySelector('[role=menu]') !== null;
