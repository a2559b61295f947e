import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveFsync } from '#tests/prove/fsync.ts';

// The short form of npm run prove.

describe('an answer', () => {
  it('comes after what it says is on the disk', async (context) => {
    const report = await proveFsync(forms.short.fsync);
    if (report.skipped) {
      console.error(`NOT PROVED: ${report.proof}: ${report.skipped}`);
      context.skip(report.skipped);
    }
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.fsync.sales);
  });
});
