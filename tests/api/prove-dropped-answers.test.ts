import { describe, expect, it } from 'vitest';
import { proveDroppedAnswers } from '#tests/prove/dropped-answers.ts';
import { forms } from '#tests/prove/forms.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('a change whose answers are lost (%s)', (engine) => {
  it('is done once and gives the same answer when it is sent again with its key', async () => {
    const report = await proveDroppedAnswers(engine, forms.short.dropped);
    expect(report.findings).toEqual([]);
    expect(report.retries).toBeGreaterThan(0);
  });
});
