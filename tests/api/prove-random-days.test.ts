import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveRandomDays } from '#tests/prove/random-days/random-days.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('a store’s random days against books on paper (%s)', (engine) => {
  it('come to the same in drawers, X and Z readings, daily reports and dashboard', async () => {
    const report = await proveRandomDays(engine, forms.short.days);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.days.days);
  });
});
