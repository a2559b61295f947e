import { describe, expect, it } from 'vitest';
import { proveOneUnit } from '#tests/prove/one-unit.ts';
import { forms } from '#tests/prove/forms.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('64 tills racing for one unit (%s)', (engine) => {
  it('make one lock and one sale each round', async () => {
    const report = await proveOneUnit(engine, forms.short.oneUnit);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.oneUnit.rounds);
  });
});
