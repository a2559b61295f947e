import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveRestore } from '#tests/prove/restore.ts';

// The short form of npm run prove.

describe('a shop whose disk is lost while it sells', () => {
  it('is back with all that was copied, whole, also from damaged files, and goes on', async () => {
    const report = await proveRestore(forms.short.restore);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.restore.rounds);
    expect(report.acknowledged).toBeGreaterThan(0);
  }, 300_000);
});
