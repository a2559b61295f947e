import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveOffline } from '#tests/prove/offline/offline.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('shops whose tills sell without the server (%s)', (engine) => {
  it('record each sale once, leave every conflict to a manager, and agree with books on paper', async () => {
    const report = await proveOffline(engine, forms.short.offline);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.offline.rounds);
  });
});
