import axe from 'axe-core';
import { expect } from 'vitest';
import { isAtRest } from '#tests/support/at-rest.ts';

/** Puts colours at their end that a busy computer has drawn no frame for: those of a button that was just enabled. */
const AT_ONCE = new CSSStyleSheet();
AT_ONCE.replaceSync('*, ::before, ::after { transition: none !important }');

/**
 * Returns axe's violations on the present screen, a line a rule; Fluent's focus dummies are the one exclusion. Contrast
 * is most of the work: a list of few rows takes a third of the time of a whole page of them.
 */
export async function axeViolations(): Promise<string[]> {
  await expect.poll(isAtRest).toBe(true);
  // An element that has begun to scroll becomes a Tab stop in the frame after its observer.
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  document.adoptedStyleSheets.push(AT_ONCE);
  const { violations } = await axe.run(
    { exclude: ['[data-tabster-dummy]'] },
    { resultTypes: ['violations'], iframes: false },
  );
  document.adoptedStyleSheets.pop();
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' | ')}`);
}
