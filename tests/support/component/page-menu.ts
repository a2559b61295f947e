import { page } from 'vitest/browser';

/** Opens the menu at a page's head. */
export const openPageMenu = () => page.getByRole('button', { name: /^More actions/ }).click();

/** Chooses an action from the menu at a page's head. */
export async function chooseMore(action: string): Promise<void> {
  await openPageMenu();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
