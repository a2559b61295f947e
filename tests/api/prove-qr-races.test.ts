import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveQrRaces } from '#tests/prove/qr-races.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('two generators of the last codes, and sixteen links of one (%s)', (engine) => {
  it('have one winner each round', async () => {
    const report = await proveQrRaces(engine, forms.short.qrRaces);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.qrRaces.rounds);
  });
});
