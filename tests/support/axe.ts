import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds on the page as it stands, a line a rule; Fluent's focus dummies are the one exclusion. */
export async function axeViolations(page: Page): Promise<string[]> {
  // For a moment after a dialog or menu closed, the page beside it is still hidden from those who hear it; and what
  // fades in has not got its colours yet. Spinners never end.
  await page.waitForFunction(() => {
    const isOpen = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
    const isHidden = document.querySelector('header[aria-hidden="true"]') !== null;
    const isFading = document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      );
    return (isOpen || !isHidden) && !isFading;
  });
  const axe = new AxeBuilder({ page })
    .exclude('[data-tabster-dummy]')
    // Our pages hold no frames of other origins, and only what is wrong is asked for: a quarter of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' | ')}`);
}
