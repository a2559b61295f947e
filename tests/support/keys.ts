import type { CDPSession, Page } from 'playwright-core';

/** A key press of a keyboard, or of a keyboard-wedge scanner; `at` in milliseconds of its own clock. */
export type Press = { key: string; at: number; ctrl?: boolean };

const SHIFT = 8;
const CTRL = 2;
const named: Record<string, { code: string; virtual: number; text?: string }> = {
  Enter: { code: 'Enter', virtual: 13, text: '\r' },
  Tab: { code: 'Tab', virtual: 9 },
  Shift: { code: 'ShiftLeft', virtual: 16 },
  Control: { code: 'ControlLeft', virtual: 17 },
  Backspace: { code: 'Backspace', virtual: 8 },
  F3: { code: 'F3', virtual: 114 },
  F8: { code: 'F8', virtual: 119 },
};
const onUsKeyboard: Record<string, [code: string, virtual: number]> = {
  ' ': ['Space', 32],
  '-': ['Minus', 189],
  '[': ['BracketLeft', 219],
  ']': ['BracketRight', 221],
  ':': ['Semicolon', 186],
  '/': ['Slash', 191],
  '.': ['Period', 190],
  ',': ['Comma', 188],
};
const isShifted = (key: string) => /^[A-Z:()]$/.test(key);

function placeOf(key: string): [code: string, virtual: number] {
  const virtual = key.toUpperCase().charCodeAt(0);
  if (/^[a-z]$/i.test(key)) return [`Key${key.toUpperCase()}`, virtual];
  if (/^\d$/.test(key)) return [`Digit${key}`, virtual];
  const place = onUsKeyboard[key];
  if (!place) throw new Error(`No key for ${key}`);
  return place;
}

function eventOf({ key, ctrl = false }: Press) {
  const [code, virtual] = named[key] ? [named[key].code, named[key].virtual] : placeOf(key);
  const text = named[key] ? named[key].text : key;
  const modifiers = (ctrl ? CTRL : 0) | (isShifted(key) ? SHIFT : 0);
  return { event: { key, code, windowsVirtualKeyCode: virtual, modifiers }, text: ctrl ? undefined : text };
}

/** Returns presses `gap` milliseconds apart, with Shift before capitals as a scanner sends it. */
export function pressesOf(
  keys: readonly (string | Omit<Press, 'at'>)[],
  from: number,
  gap: () => number,
): Press[] {
  const presses: Press[] = [];
  let at = from;
  for (const key of keys) {
    const press = typeof key === 'string' ? { key } : key;
    if (isShifted(press.key)) {
      presses.push({ key: 'Shift', at });
      at += gap();
    }
    presses.push({ ...press, at });
    at += gap();
  }
  return presses;
}

const AT_ONCE = 200;

/**
 * Presses keys in real Chromium with explicit event times, independent of the machine's load. Its clock only goes
 * forward: it starts now and each call continues where the last one ended.
 */
export class Keyboard {
  readonly #cdp: CDPSession;
  /** Seconds since 1970 at time 0 of the presses. */
  readonly #origin = Date.now() / 1000;

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<Keyboard> {
    return new Keyboard(await page.context().newCDPSession(page));
  }

  /** True if the page listens for scanners: only they need to know when a key is released. */
  async isHeard(): Promise<boolean> {
    const { result } = await this.#cdp.send('Runtime.evaluate', { expression: 'window' });
    const { listeners } = await this.#cdp.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    });
    return listeners.some(({ type, useCapture }) => type === 'keyup' && useCapture);
  }

  async press(presses: readonly Press[]): Promise<void> {
    let sent: Promise<unknown>[] = [];
    for (const press of presses) {
      const { event, text } = eventOf(press);
      const timestamp = this.#origin + press.at / 1000;
      const down = text === undefined ? { type: 'rawKeyDown' as const } : { type: 'keyDown' as const, text };
      sent.push(this.#cdp.send('Input.dispatchKeyEvent', { ...event, ...down, timestamp }));
      sent.push(this.#cdp.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp', timestamp }));
      if (sent.length >= AT_ONCE) {
        await Promise.all(sent);
        sent = [];
      }
    }
    await Promise.all(sent);
  }
}
