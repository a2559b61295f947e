/** By this a device says which till it is, for as long as its browser or its Electron profile is kept. */
const KEPT_AS = 'tindahan.till-key';

/** What this device calls itself; null for one that never was a till. */
export function readTillKey(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

/** Gives this device a text to be known by, once. */
export function makeTillKey(): string {
  const known = readTillKey();
  if (known !== null) return known;
  const key = crypto.randomUUID();
  localStorage.setItem(KEPT_AS, key);
  return key;
}
