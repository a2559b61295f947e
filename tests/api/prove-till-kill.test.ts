import { expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveTillKills } from '#tests/prove/till-kill.ts';

// The short form of npm run prove.
it('a till killed in mid-cart keeps every cart that it acknowledged, and the journal beside it', async () => {
  const report = await proveTillKills(forms.short.tillKills);
  expect(report.findings).toEqual([]);
  expect(report.kills).toBe(forms.short.tillKills.kills);
  expect(report.acknowledged).toBeGreaterThan(0);
});
