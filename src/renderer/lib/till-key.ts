/** The storage key of the till's identity, which lasts as long as the browser or Electron profile. */
const KEPT_AS = 'tindahan.till-key';

/** Returns the text that identifies this device; null if it never was a till. */
export function readTillKey(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

/** Creates the text that identifies this device, once. */
export function makeTillKey(): string {
  const known = readTillKey();
  if (known !== null) return known;
  const key = crypto.randomUUID();
  localStorage.setItem(KEPT_AS, key);
  return key;
}
