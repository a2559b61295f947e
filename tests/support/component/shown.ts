import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

// What stands on the screen, whichever it is.

export const isShown = (what: Locator) => expect.element(what.first()).toBeVisible();

export const isGone = (what: Locator) => expect.element(what).not.toBeInTheDocument();

export const notices = () => page.getByRole('region', { name: 'Notifications' });

/** Waits for a toast that says so. */
export const isTold = (text: string | RegExp) => isShown(notices().getByText(text));

/** Waits until a toast has left, sooner than it would by itself. */
export const leavesAtOnce = (text: string) =>
  expect.element(notices().getByText(text), { timeout: 3000 }).not.toBeInTheDocument();

/** Closes every toast, so that none lies over what is clicked next. */
export async function dismissNotices(): Promise<void> {
  const buttons = notices().getByRole('button', { name: 'Dismiss' });
  for (const button of buttons.elements()) (button as HTMLElement).click();
  await isGone(buttons);
}

/** What a field is told is wrong with it; null while nothing is. */
export function errorOf(field: Locator): string | null {
  const described = field.query()?.getAttribute('aria-describedby') ?? '';
  const error = described.split(' ').find((id) => id.endsWith('-error'));
  return error === undefined ? null : (document.getElementById(error)?.textContent ?? null);
}
