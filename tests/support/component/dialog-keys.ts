import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { topDialog } from '#renderer/lib/is-dialog-open.ts';

/** A question and a reason: what differs from one to the other is text, unless a tag holds something or spreads props. */
const QUESTIONS = ['ConfirmDialog', 'DeleteDialog', 'ReasonDialog'];

const DIALOGS = [...QUESTIONS, 'FormDialog', 'LookupDialog', 'ProofDialog', 'DialogShell', 'Drawer'];

const sources: Record<string, string> = import.meta.glob('/src/renderer/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Returns a tag with its attributes: what stands in its braces may hold further tags. */
function tagAt(text: string, index: number): string {
  let depth = 0;
  let end = index;
  while (end < text.length && (depth > 0 || text[end] !== '>')) {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
    end += 1;
  }
  return text.slice(index, end + 1);
}

const isPlainQuestion = (tag: string) =>
  QUESTIONS.some((name) => tag.startsWith(`<${name}`)) &&
  tag.endsWith('/>') &&
  !/\{\.\.\.|Field|TextArea|Checkbox|ChoiceButtons/.test(tag);

/**
 * Returns each function of the app's code in which a dialog stands, "points-dialog.tsx PointsDialog", but for plain
 * questions: their only field, cap and key are those of the part that they are made of.
 */
export function dialogsInCode(): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const names = [...text.matchAll(new RegExp(`<(?:${DIALOGS.join('|')})\\b`, 'g'))]
      .filter(({ index }) => !isPlainQuestion(tagAt(text, index)))
      .map(
        ({ index }) =>
          [...text.slice(0, index).matchAll(/^(?:export )?(?:function|const) (\w+)/gm)].at(-1)?.[1] ?? '',
      );
    return [...new Set(names)].map((name) => `${path.split('/').at(-1)} ${name}`);
  });
}

/** Parts that bind a dialog's keys, and two that have no button with a cap: a list and the menu. */
const SHELLS = ['dialog-shell', 'confirm-dialog', 'drawer', 'go-to-dialog', 'menu-drawer'];

const FLUENT_DIALOG = /import \{[^}]*\b(?:Dialog|OverlayDrawer)\b[^}]*\} from '@fluentui\/react-components'/;
const OWN_CAP = /type="submit"|keyCap="(?:Ctrl\+)?Enter"|appearance="(?:primary|danger)"/;

/** Returns what in the app's code would let a dialog differ from others in its keys or their cap. */
export function ownDialogKeys(): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const name = path.replace(/^.*\/|\.tsx$/g, '');
    const buttons = text.includes('<DialogShell')
      ? [...text.matchAll(/<Button\b/g)]
          .map(({ index }) => tagAt(text, index))
          .filter((tag) => OWN_CAP.test(tag))
      : [];
    const isShell = !SHELLS.includes(name) && FLUENT_DIALOG.test(text);
    return [...buttons, ...(isShell ? ['a shell of its own'] : [])].map((found) => `${name}: ${found}`);
  });
}

/** Counts how often keys or a click send what the dialog's button sends, and lets none of it be done. */
async function sends(press: string | (() => void)): Promise<number> {
  let times = 0;
  const count = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (event.type === 'click' && !/Enter$/.test(button?.getAttribute('aria-keyshortcuts') ?? '')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    times += 1;
  };
  for (const kind of ['click', 'submit']) window.addEventListener(kind, count, { capture: true });
  await (typeof press === 'string' ? userEvent.keyboard(press) : press());
  for (const kind of ['click', 'submit']) window.removeEventListener(kind, count, { capture: true });
  return times;
}

const FIELDS =
  'input:not([type=file]):not([type=hidden]), textarea, select, [role=radio][tabindex="0"], [role=listbox][tabindex="0"]';

/** How often Enter sends from a field: a list of choices takes it itself, and it starts a new line of several. */
function sentByEnter(field: Element, cap: string): number | null {
  if (field.matches('[role=combobox]')) return null;
  if (field.matches('textarea')) return 0;
  return cap === 'Enter' || field.closest('form:not([data-deliberate])') ? 1 : 0;
}

/** With the cursor in each field of the open dialog, presses Enter and Ctrl+Enter; then clicks the button with the cap. */
export async function pressInAllFields(): Promise<void> {
  await expect.poll(topDialog).not.toBeNull();
  const dialog = topDialog() as Element;
  await expect.poll(() => dialog.contains(document.activeElement)).toBe(true);
  const buttons = [...dialog.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts$=Enter]')];
  const [button] = buttons;
  // A dialog that only shows something has no such button.
  if (!button) return expect(dialog.querySelector('button[type=submit]')).toBeNull();
  expect(buttons).toHaveLength(1);
  const cap = button.getAttribute('aria-keyshortcuts') ?? '';
  const fields = [...dialog.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => field.offsetParent !== null && !field.matches(':disabled'),
  );
  // Whoever presses has read the dialog: a press right after another one would be taken as pressed twice.
  await userEvent.keyboard('{Shift}');
  const wrong: string[] = [];
  const tell = (what: string, wanted: number, times: number) => {
    if (times !== wanted) wrong.push(`${what} sends ${times} times`);
  };
  const stops = fields.length > 0 ? fields : [document.activeElement as HTMLElement];
  for (const stop of stops) {
    const name =
      stop.getAttribute('aria-label') ?? (stop as HTMLInputElement).labels?.[0]?.textContent ?? stop.tagName;
    const wanted = fields.length > 0 ? sentByEnter(stop, cap) : null;
    stop.focus();
    tell(`${name}: Ctrl+Enter`, 1, await sends('{Control>}{Enter}{/Control}'));
    stop.focus();
    // Last, as it may open a list of choices, which the next Ctrl+Enter would close.
    if (wanted !== null) tell(`${name}: Enter`, wanted, await sends('{Enter}'));
  }
  tell('A click', 1, await sends(() => button.click()));
  expect(wrong.join('; ')).toBe('');
}
