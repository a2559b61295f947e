import { describe, expect, it } from 'vitest';
import { proveFailover } from '#tests/prove/failover.ts';
import { forms } from '#tests/prove/forms.ts';

// The short form of npm run prove.

describe('two servers whose standby is promoted while they sell', () => {
  it('lose no sale, sell nothing twice, and answer each unit’s calls in an order that can be', async () => {
    const report = await proveFailover(forms.short.failover);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.failover.rounds);
    expect(report.seen['calls in histories']).toBeGreaterThan(0);
  }, 300_000);
});
