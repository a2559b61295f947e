/** A key, or milliseconds for which the scanner pauses. */
export type ScannerKey = string | number;

let clock = 0;

/**
 * Presses keys like a keyboard-wedge scanner, `gap` milliseconds apart by explicit event times: independent of the
 * machine's load. Keys that the page lets through are typed into the focused field.
 */
export async function pressAsScanner(keys: readonly ScannerKey[], gap = 8): Promise<void> {
  clock = Math.max(clock, performance.now()) + 10_000;
  for (const key of keys) {
    if (typeof key === 'number') {
      clock += key;
      continue;
    }
    clock += gap;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: clock });
    const isPassed = (document.activeElement ?? document.body).dispatchEvent(event);
    if (isPassed && key.length === 1) document.execCommand('insertText', false, key);
    if (isPassed && key === 'Enter') enter();
    // The page renders between two keys, as with a keyboard.
    await Promise.resolve();
  }
}

/** Does what a browser does with an Enter that the page lets through. */
function enter(): void {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) document.execCommand('insertText', false, '\n');
  if (field instanceof HTMLInputElement) field.form?.requestSubmit();
}
