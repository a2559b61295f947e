import { expect } from 'vitest';
import { page } from 'vitest/browser';

// Helpers for the list on the screen, whichever it is.

/** Returns its rows, without heads and loading placeholders. */
export const listRows = () =>
  [...document.querySelectorAll('tbody tr')].filter((row) => row.querySelector('a'));

/** Returns the text of each row's link. */
export const listLinks = () => listRows().map((row) => row.querySelector('a')?.textContent);

export const listCells = (column: number) =>
  listRows().map((row) => row.querySelector(`td:nth-child(${column})`)?.textContent);

export const listLoaded = () => expect.poll(() => listRows().length).toBeGreaterThan(0);

/** Returns the text `1–20 of 312`. */
export const listPlace = () =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('status').query()?.textContent;

/** Returns the entries of a row's menu; it stays open. */
export async function rowMenu(name: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  const entries = page.getByRole('menuitem').elements();
  return entries.map((entry) => entry.textContent);
}

const noRows = { current_page: 1, from: null, to: null, last_page: 1, per_page: 20, total: 0 };
/** The server's answer for an empty list. */
export const EMPTY_LIST = {
  data: [],
  ...noRows,
  total_capped: false,
  meta: { ...noRows, total_capped: false },
};
