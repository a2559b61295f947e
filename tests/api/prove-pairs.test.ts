import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { provePairs } from '#tests/prove/pairs.ts';

// The short form of npm run prove.

describe('calls that meet at two servers over one database', () => {
  it('end as if one had come after the other', async () => {
    const report = await provePairs(forms.short.pairs);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.pairs.rounds);
  });
});
