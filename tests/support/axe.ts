import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { isAtRest } from './at-rest.ts';

/** Returns axe's violations on the present page, a line a rule; Fluent's focus dummies are the one exclusion. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.waitForFunction(isAtRest);
  const axe = new AxeBuilder({ page })
    .exclude('[data-tabster-dummy]')
    // Our pages hold no frames of other origins, and only violations are requested: a quarter of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' | ')}`);
}
