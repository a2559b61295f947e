import path from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '#tests/support/browser.ts';
import { Keyboard, pressesOf, type Press } from '#tests/support/keys.ts';
import { Ledger, type Report } from '#tests/support/proving.ts';
import { seeded, type Chance } from '#tests/support/seeded.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const SEED = 13;
/** Scans that are checked together; a finding names it. */
const SCANS_A_LOOK = 20;
const KEYS_A_LOOK = 400;
/** Milliseconds of rest before each check: longer than the delay of held-back keys after a prefix. */
const REST = 3000;

declare global {
  interface Window {
    wedge: { listenToKeyboardScanner: (onScan: (code: string) => void) => () => void };
    scans: string[];
    /** Keys and input that reached the page's fields. */
    reached: number;
  }
}

/** Returns the shipped listener, as one script. */
async function listenerScript(): Promise<string> {
  const entry = path.join(repository, 'src/renderer/lib/keyboard-scanner.ts');
  const built = await build({
    configFile: false,
    root: repository,
    logLevel: 'error',
    build: { write: false, lib: { entry, name: 'wedge', formats: ['iife'] } },
  });
  const [bundle] = [built].flat();
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : null;
  if (!chunk) throw new Error('The listener was not built');
  return chunk.code;
}

const FIELDS = ['text', 'search', 'email', 'password', 'number', 'area'] as const;

const HTML = `${FIELDS.map((name) => (name === 'area' ? '<textarea id="area"></textarea>' : `<input id="${name}" type="${name}">`)).join('')}
<button id="button">A button</button>`;

async function openPage(page: Page): Promise<void> {
  await page.setContent(HTML);
  await page.addScriptTag({ content: await listenerScript() });
  await page.evaluate(() => {
    window.scans = [];
    window.reached = 0;
    window.wedge.listenToKeyboardScanner((code) => window.scans.push(code));
    const isModifier = (event: Event) =>
      event instanceof KeyboardEvent && ['Shift', 'Control'].includes(event.key);
    for (const name of ['keydown', 'keypress', 'beforeinput', 'input', 'keyup']) {
      document.addEventListener(name, (event) => {
        if (!isModifier(event)) window.reached += 1;
      });
    }
    // A form's handling of Tab would move the focus away from the watched field.
    document.addEventListener('keydown', (event) => event.key === 'Tab' && event.preventDefault());
  });
}

const LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789-'];
const digits = (chance: Chance, count: number) =>
  Array.from({ length: count }, () => String(chance.between(0, 9))).join('');

function someCode(chance: Chance): string {
  switch (chance.between(0, 3)) {
    case 0:
      return digits(chance, 15);
    case 1:
      return digits(chance, 13);
    case 2:
      return `tindahan:sale:MNL-01-${digits(chance, 6)}`;
    default:
      return Array.from({ length: chance.between(6, 24) }, () => chance.pick(LETTERS)).join('');
  }
}

/**
 * Returns a scan's keys as on our sheet: AIM identifier, code, terminator; now and then with the control characters some
 * send.
 */
function scanKeys(chance: Chance, code: string): (string | Omit<Press, 'at'>)[] {
  const keys: (string | Omit<Press, 'at'>)[] = [...`]${chance.pick(['C0', 'E0', 'Q1', 'A0'])}${code}`];
  if (chance.next() < 0.1) keys.splice(chance.between(3, keys.length), 0, chance.pick(['F8', 'F3']));
  keys.push(chance.pick(['Enter', 'Enter', 'Enter', 'Tab']));
  if (chance.next() < 0.2) keys.push({ key: 'j', ctrl: true });
  return keys;
}

async function proveScans(page: Page, keyboard: Keyboard, ledger: Ledger, scans: number): Promise<number> {
  const chance = seeded(SEED);
  let clock = REST;
  for (let done = 0; done < scans; done += SCANS_A_LOOK) {
    const name = chance.pick(FIELDS);
    const kept = name === 'number' ? '12' : 'kept';
    await page.evaluate(
      ([field, text]) => {
        const element = document.getElementById(field) as HTMLInputElement;
        element.value = text;
        element.focus();
        window.scans = [];
        window.reached = 0;
      },
      [name, kept] as const,
    );
    const codes: string[] = [];
    for (let index = 0; index < SCANS_A_LOOK; index += 1) {
      const code = someCode(chance);
      codes.push(code);
      const gap = chance.between(1, 30);
      const jitter = () => Math.max(1, gap + chance.between(-1, 1));
      const presses = pressesOf(scanKeys(chance, code), clock, jitter);
      clock = (presses.at(-1)?.at ?? clock) + chance.between(80, 400);
      await keyboard.press(presses);
    }
    const seen = await page.evaluate((field) => {
      const { value } = document.getElementById(field) as HTMLInputElement;
      return { value, scans: window.scans, reached: window.reached };
    }, name);
    ledger.check(seen.value === kept, `A scan left something in a ${name} field`, seen.value);
    ledger.check(seen.reached === 0, `Keys of scans reached the page at scan ${done}`, seen.reached);
    ledger.check(
      JSON.stringify(seen.scans) === JSON.stringify(codes),
      `Other codes than were sent at ${done}`,
      {
        sent: codes,
        read: seen.scans,
      },
    );
    ledger.saw('scans', codes.length);
    ledger.saw('characters scanned', codes.join('').length);
  }
  return clock;
}

const TYPED = [...'eeettaaooiinnssrrhhlldduu  ccmmffgypwbvkxjqz0123456789.,-AMS'];

/** Returns milliseconds between typed keys: some overlap, most do not. */
function handGap(chance: Chance): number {
  const luck = chance.next();
  if (luck < 0.03) return chance.between(15, 49);
  return luck < 0.2 ? chance.between(50, 90) : chance.between(90, 320);
}

/** Returns typed keys, and the text that the field must have afterwards. */
function typedKeys(chance: Chance): { keys: string[]; text: string } {
  const keys: string[] = [];
  let text = '';
  while (keys.length < KEYS_A_LOOK) {
    const luck = chance.next();
    if (luck < 0.03) {
      keys.push('Enter');
    } else if (luck < 0.06) {
      keys.push('Backspace');
      text = text.slice(0, -1);
    } else {
      const key = luck < 0.065 ? ']' : chance.pick(TYPED);
      keys.push(key);
      text += key;
    }
  }
  return { keys, text };
}

async function proveTyping(
  page: Page,
  keyboard: Keyboard,
  ledger: Ledger,
  { keys: wanted, from }: { keys: number; from: number },
): Promise<void> {
  const chance = seeded(SEED + 1);
  let clock = from;
  for (let done = 0; done < wanted; done += KEYS_A_LOOK) {
    await page.evaluate(() => {
      const element = document.getElementById('text') as HTMLInputElement;
      element.value = '';
      element.focus();
      window.scans = [];
    });
    const { keys, text } = typedKeys(chance);
    const presses = pressesOf(keys, clock + REST, () => handGap(chance));
    clock = (presses.at(-1)?.at ?? clock) + REST;
    // A last key long after the others ends anything that is still held back.
    await keyboard.press([...presses, { key: 'Shift', at: clock }, { key: 'z', at: clock + REST }]);
    clock += REST;
    const seen = await page.evaluate(() => ({
      value: (document.getElementById('text') as HTMLInputElement).value,
      scans: window.scans,
    }));
    ledger.check(seen.scans.length === 0, `Typing was taken for a scan at key ${done}`, seen.scans);
    ledger.check(seen.value === `${text}z`, `Typing was changed at key ${done}`, {
      typed: text,
      has: seen.value,
    });
    ledger.saw('keys typed', keys.length);
  }
}

/**
 * Figure 13: scans into a focused field at 1 to 30 ms a character leave nothing in it and are all read; typing is never
 * taken for a scan and arrives as it was typed. The shipped listener in real Chromium; the keys carry seeded event times.
 */
export async function proveWedge({ scans, keys }: { scans: number; keys: number }): Promise<Report> {
  const ledger = new Ledger('scanner-wedge', 'none');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await openPage(page);
    const keyboard = await Keyboard.of(page);
    const from = await proveScans(page, keyboard, ledger, scans);
    await proveTyping(page, keyboard, ledger, { keys, from });
  } finally {
    await browser.close();
  }
  ledger.report.rounds = scans;
  return ledger.close();
}
