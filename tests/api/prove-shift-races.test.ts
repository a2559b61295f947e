import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveShiftRaces } from '#tests/prove/shift-races.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('a till’s shift (%s)', (engine) => {
  it('is opened once, closed once, and has a sale in its count or refuses it', async () => {
    const report = await proveShiftRaces(engine, forms.short.shiftRaces);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.shiftRaces.rounds);
  });
});
