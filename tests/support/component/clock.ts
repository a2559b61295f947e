import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';

// Helpers for use while the clock is faked.

/** Types without waiting for the field, which would let the clock run. */
export function typeAtOnce(field: Locator, text: string): void {
  const element = field.element();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Waits until the screen has rendered its data, and sent the requests that follow from it. */
export async function drawn(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise(requestAnimationFrame);
    await vi.advanceTimersByTimeAsync(0);
  }
}

/** Moves the clock; only while `Date` is faked. */
export const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
