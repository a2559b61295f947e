/** Whether a dialog stands over the page; one that asks for a confirmation is an `alertdialog`. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
