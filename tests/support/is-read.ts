import { expect } from 'vitest';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';

/** Waits as whoever reads what a change has led to: before that, Ctrl+Enter counts as pressed twice. */
export async function isRead(): Promise<void> {
  const since = performance.now();
  await expect.poll(() => performance.now() - since).toBeGreaterThan(SECOND_CLICK);
}
