/** The storage key of the device's identity, which lasts as long as the browser or Electron profile. */
const KEPT_AS = 'tindahan.till-key';

/**
 * Returns the text that identifies this device, made at its first call: by it the server knows a till, and a device
 * where somebody has signed in before. Null where nothing can be kept.
 */
export function tillKey(): string | null {
  try {
    const known = localStorage.getItem(KEPT_AS);
    if (known !== null) return known;
    const key = crypto.randomUUID();
    localStorage.setItem(KEPT_AS, key);
    return key;
  } catch {
    return null;
  }
}
