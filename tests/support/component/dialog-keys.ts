import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { topDialog } from '#renderer/lib/is-dialog-open.ts';

const DIALOGS = [
  'FormDialog',
  'LookupDialog',
  'ReasonDialog',
  'ConfirmDialog',
  'DeleteDialog',
  'ProofDialog',
  'DialogShell',
];

const sources: Record<string, string> = import.meta.glob('/src/renderer/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Returns each function of the app's code in which a dialog stands: "points-dialog.tsx PointsDialog". */
export function dialogsInCode(): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const names = [...text.matchAll(new RegExp(`<(?:${DIALOGS.join('|')})\\b`, 'g'))].map(
      ({ index }) =>
        [...text.slice(0, index).matchAll(/^(?:export )?(?:function|const) (\w+)/gm)].at(-1)?.[1] ?? '',
    );
    return [...new Set(names)].map((name) => `${path.split('/').at(-1)} ${name}`);
  });
}

/** Counts how often a key sends what the dialog's button sends, and lets none of it be done. */
async function sends(keys: string): Promise<number> {
  let times = 0;
  const count = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (event.type === 'click' && !/Enter$/.test(button?.getAttribute('aria-keyshortcuts') ?? '')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    times += 1;
  };
  for (const kind of ['click', 'submit']) window.addEventListener(kind, count, { capture: true });
  await userEvent.keyboard(keys);
  for (const kind of ['click', 'submit']) window.removeEventListener(kind, count, { capture: true });
  return times;
}

const typedAs = { Enter: '{Enter}', 'Control+Enter': '{Control>}{Enter}{/Control}' };

const FIELDS = 'input:not([type=file]):not([type=hidden]), textarea, select, [role=radio][tabindex="0"]';

/** With the cursor in each field of the open dialog, presses what its button's cap says, and Ctrl+Enter. */
export async function pressInAllFields(): Promise<void> {
  await expect.poll(topDialog).not.toBeNull();
  const dialog = topDialog() as Element;
  await expect.poll(() => dialog.contains(document.activeElement)).toBe(true);
  const caps = [...dialog.querySelectorAll('button[aria-keyshortcuts$=Enter]')].map(
    (button) => button.getAttribute('aria-keyshortcuts') as keyof typeof typedAs,
  );
  const [cap] = caps;
  // A dialog that only shows something has no such button.
  if (!cap) return expect(dialog.querySelector('button[type=submit]')).toBeNull();
  expect(caps).toHaveLength(1);
  const fields = [...dialog.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => field.offsetParent !== null && !field.matches(':disabled'),
  );
  const stops = fields.length > 0 ? fields : [document.activeElement as HTMLElement];
  // Whoever presses has read the dialog: a press right after another one would be taken as pressed twice.
  await userEvent.keyboard('{Shift}');
  const answers: string[] = [];
  for (const stop of stops) {
    // A list of choices takes Enter itself.
    const keys = stop.matches('[role=combobox]') ? [] : [cap];
    for (const key of new Set([...keys, 'Control+Enter' as const])) {
      stop.focus();
      const name = stop.getAttribute('aria-label') ?? (stop as HTMLInputElement).labels?.[0]?.textContent;
      answers.push(`${name ?? stop.tagName}: ${key} ${await sends(typedAs[key])}`);
    }
  }
  expect(answers.filter((answer) => !answer.endsWith(' 1')).join('; ')).toBe('');
}
