// Locks that tell the browser's windows of each other; the browser frees them with the window. They need a secure
// context: without one, nothing is known of other windows.

/** Milliseconds in which a closed window's lock is free. */
const FREED = 500;

/** Shows the browser's other windows that this one has something open; returns how to end that. */
export function showOpen(name: string): () => void {
  if (!window.isSecureContext) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  void navigator.locks.request(name, { mode: 'shared' }, () => promise);
  return () => resolve(undefined);
}

/** True if a window has it open; one that was just reloaded or closed frees it in a moment. */
export async function isOpenElsewhere(name: string): Promise<boolean> {
  if (!window.isSecureContext) return false;
  const signal = AbortSignal.timeout(FREED);
  return navigator.locks.request(name, { signal }, () => false).catch(() => true);
}
