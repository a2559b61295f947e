import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

// The actions and the view of a person without a mouse.

/** Moves the focus there by Tab alone, or by Shift+Tab, from anywhere. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.waitFor();
  const passed: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    passed.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? 'none'));
    await page.keyboard.press(key);
  }
  throw new Error(`No ${key} leads to ${String(wanted)}, only to\n${passed.join('\n')}`);
}

/** Returns the points at which a box is outside the window, or covered. */
const coveredPlaces = (shown: Locator) =>
  shown.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const places = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
      [0.05, 0.5, 0.95].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    );
    return places.flatMap(([x, y]) => {
      const seen = document.elementFromPoint(x, y);
      return element.contains(seen) ? [] : [`${x},${y}: ${seen?.outerHTML.slice(0, 120)}`];
    });
  });

/** Waits until a whole box is visible. */
export const isSeen = (shown: Locator) => expect.poll(() => coveredPlaces(shown)).toEqual([]);

export const isFocused = (field: Locator) =>
  expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
