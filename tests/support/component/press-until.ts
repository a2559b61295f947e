/** Presses Ctrl and a key once, where the focus is, or on nothing. */
export function pressWithCtrl(key: string): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }));
}

/** Does something in each macrotask until it has led on: in every gap in which a busy screen takes a second press. */
export async function pressUntil(isOver: () => boolean, press: () => void): Promise<void> {
  while (!isOver()) {
    press();
    await new Promise((resolve) => setTimeout(resolve));
  }
}
