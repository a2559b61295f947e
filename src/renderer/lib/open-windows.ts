// Locks that tell the browser's windows of each other; the browser frees them with the window. They need a secure
// context: without one, nothing is known of other windows.

/** Milliseconds in which a closed window's lock is free. */
const FREED = 500;
/** Milliseconds in which a slow computer has freed the locks that a window held before its reload. */
const FREED_AFTER_RELOAD = 10_000;

const OWN_ID = 'tindahan.window';

/** Returns what tells this window from others, also after a reload. */
export function windowId(): string {
  const id = sessionStorage.getItem(OWN_ID) ?? crypto.randomUUID();
  sessionStorage.setItem(OWN_ID, id);
  return id;
}

const lockOf = (name: string, owner: string) => `${name} ${owner}`;

/** Shows the browser's other windows that this one has something open; returns how to end that. */
export function showOpen(name: string, owner = windowId()): () => void {
  if (!window.isSecureContext) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  void navigator.locks.request(lockOf(name, owner), { mode: 'shared' }, () => promise);
  return () => resolve(undefined);
}

/** True if another window has it open; one that was just reloaded or closed frees it in a moment. */
export async function isOpenElsewhere(name: string): Promise<boolean> {
  if (!window.isSecureContext) return false;
  const { held = [] } = await navigator.locks.query();
  const own = lockOf(name, windowId());
  const staysHeld = (lock: string) => {
    const signal = AbortSignal.timeout(lock === own ? FREED_AFTER_RELOAD : FREED);
    return navigator.locks.request(lock, { signal }, () => false).catch(() => true);
  };
  const locks = held.map((lock) => lock.name ?? '').filter((lock) => lock.startsWith(lockOf(name, '')));
  return (await Promise.all(locks.map(staysHeld))).includes(true);
}
