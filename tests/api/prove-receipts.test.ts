import { describe, expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveReceiptKills, proveReceipts } from '#tests/prove/receipts.ts';
import { engines } from '#tests/support/test-databases.ts';

// The short form of npm run prove.

describe.each(engines)('receipts of an order (%s)', (engine) => {
  it('never come to more than was ordered, whoever receives at once', async () => {
    const report = await proveReceipts(engine, forms.short.receipts);
    expect(report.findings).toEqual([]);
    expect(report.rounds).toBe(forms.short.receipts.rounds);
  });

  it('are whole or not at all when the server is killed', async () => {
    const report = await proveReceiptKills(engine, forms.short.receiptKills);
    expect(report.findings).toEqual([]);
    expect(report.kills).toBe(forms.short.receiptKills.kills);
  });
});
