// What is typed into a form stays in its tab until it is sent: a reload or a crash loses nothing, closing the tab ends it.

const KEY = 'tindahan.typed.';
/** Begins the names of what a signed-in person types, which goes with their sign-in. */
const SIGNED_IN = 'signed-in.';

/** Returns the name of what is typed on a page behind the sign-in. */
export const signedInName = (page: string): string => SIGNED_IN + page;

/** Keeps what is typed under a name. */
export function keepTyped(name: string, typed: object): void {
  try {
    sessionStorage.setItem(KEY + name, JSON.stringify(typed));
  } catch {
    // Storage may be full or forbidden: the form works without it.
  }
}

/** Returns what was typed under a name before a reload; null if there is nothing that can be read. */
export function readTyped(name: string): object | null {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(KEY + name) ?? 'null');
    return typeof typed === 'object' ? typed : null;
  } catch {
    return null;
  }
}

/** Forgets what was typed under a name. */
export const forgetTyped = (name: string): void => sessionStorage.removeItem(KEY + name);

/** Forgets all that a signed-in person typed: the next one must not find it. */
export function forgetSignedInTyped(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(KEY + SIGNED_IN)) sessionStorage.removeItem(key);
  }
}
