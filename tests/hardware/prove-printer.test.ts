import { expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { provePrinter } from '#tests/prove/printer.ts';

// The short form of npm run prove.
it('a printer that fails at any byte leaves nothing wrongly confirmed, and one drawer kick', async () => {
  const report = await provePrinter(forms.short.printer);
  expect(report.findings).toEqual([]);
  expect(report.rounds).toBeGreaterThan(60);
}, 120_000);
