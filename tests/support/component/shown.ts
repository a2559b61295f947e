import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { TOASTS_STAY } from '#tests/support/at-rest.ts';

// Helpers for anything on the screen.

export const isShown = (what: Locator) => expect.element(what.first()).toBeVisible();

export const isGone = (what: Locator) => expect.element(what).not.toBeInTheDocument();

export const notices = () => page.getByRole('region', { name: 'Notifications' });

/** Waits for a toast with this text. */
export const isTold = (text: string | RegExp) => isShown(notices().getByText(text));

/** Waits until a toast has closed, while none closes because its time is up. */
export async function leavesAtOnce(text: string): Promise<void> {
  const hold = document.head.appendChild(document.createElement('style'));
  hold.textContent = TOASTS_STAY;
  await isGone(notices().getByText(text)).finally(() => hold.remove());
}

/** Closes every toast, so that none covers the next click. */
export async function dismissNotices(): Promise<void> {
  const buttons = notices().getByRole('button', { name: 'Dismiss' });
  for (const button of buttons.elements()) (button as HTMLElement).click();
  await isGone(buttons);
}

/** Returns a field's error text; null without one. */
export function errorOf(field: Locator): string | null {
  const described = field.query()?.getAttribute('aria-describedby') ?? '';
  const error = described.split(' ').find((id) => id.endsWith('-error'));
  return error === undefined ? null : (document.getElementById(error)?.textContent ?? null);
}

/** Presses keys until a dialog is gone, which takes none while nobody can have read it. */
export const pressUntilGone = (keys: string, what: Locator) =>
  expect
    .poll(async () => {
      await userEvent.keyboard(keys);
      return what.elements();
    })
    .toEqual([]);
