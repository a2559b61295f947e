import { describe, expect, it } from 'vitest';
import { proveKills } from '#tests/prove/kill.ts';
import { forms } from '#tests/prove/forms.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('a server killed in mid-sale (%s)', (engine) => {
  it('keeps what it answered, leaves no half sale, and does a repeated call once', async () => {
    const report = await proveKills(engine, forms.short.kills);
    expect(report.findings).toEqual([]);
    expect(report.kills).toBeGreaterThanOrEqual(forms.short.kills.kills);
    expect(report.acknowledged).toBeGreaterThanOrEqual(forms.short.kills.sales);
  });
});
