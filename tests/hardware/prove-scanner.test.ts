import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveFrames } from '#tests/prove/scanner-frames.ts';
import { proveWedge } from '#tests/prove/scanner-wedge.ts';

// The short form of npm run prove.
describe('a scanner that types', () => {
  it('leaves nothing in the focused field, and typing is never taken for a scan', async () => {
    const report = await proveWedge(forms.short.wedge);
    expect(report.findings).toEqual([]);
    expect(report.seen.scans).toBe(forms.short.wedge.scans);
    expect(report.seen['keys typed']).toBe(forms.short.wedge.keys);
  });
});

describe('a scanner’s bytes and reports', () => {
  it('are recovered from amid garbage, whatever it is, and nothing throws', async () => {
    const report = await proveFrames(forms.short.frames);
    expect(report.findings).toEqual([]);
    expect(report.seen['serial codes hidden']).toBeGreaterThan(forms.short.frames.runs);
  });
});
