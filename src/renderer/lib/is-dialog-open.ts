/** Whether a dialog stands over the page; one that asks for a confirmation is an `alertdialog`. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

/** Whether a menu stands open, which takes Esc first. */
export const isMenuOpen = (): boolean => document.querySelector('[role=menu]') !== null;
