import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterSettings } from '#bridge/settings.ts';
import { openPrinterTester } from '#main/printing/printer-tester.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { installCups } from '#tests/support/fake-spoolers.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#tests/support/virtual-printer.ts';

let printer: VirtualPrinter;
beforeEach(async () => {
  printer = await startVirtualPrinter();
});
afterEach(() => printer.close());

const settings = (overrides: Partial<PrinterSettings> = {}): PrinterSettings => ({
  connection: { kind: 'network', host: '127.0.0.1', port: printer.port },
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  asks_status: true,
  ...overrides,
});
const tester = openPrinterTester(
  () => 'Till 1',
  () => Date.parse('2026-11-21T06:36:00Z'),
);

describe('a test page', () => {
  it.each([32, 42, 48] as const)(
    'of %i columns shows ruler, letters, QR code and cut, and kicks no drawer',
    async (columns) => {
      expect(await tester.test(settings({ columns }))).toEqual({ condition: 'ready', reason: null });
      const { rows, qr, cuts, pulses } = decodeEscPos(printer.printed);
      const texts = rows.map((row) => row.text);
      expect(texts).toContain('1234567890'.repeat(5).slice(0, columns));
      expect(texts).toContain('Letters: ñ Ñ é É á í ó ú ü');
      expect(texts.join('\n')).toContain('PHP 1,234.56');
      expect(texts.join('\n')).toContain('Till 1');
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(columns);
      expect(qr).toEqual(['TINDAHAN']);
      expect(cuts).toEqual([rows.length]);
      expect(pulses).toEqual([]);
      expect(printer.kicks).toBe(0);
    },
  );

  it('says why a printer cannot print it', async () => {
    printer.fault = 'out_of_paper';
    const outcome = { condition: 'out_of_paper', reason: 'The printer is out of paper' };
    expect(await tester.test(settings())).toEqual(outcome);
    expect(await tester.look(settings())).toEqual(outcome);
  });

  it('says that nothing answers', async () => {
    await printer.close();
    const outcome = { condition: 'unreachable', reason: 'The printer at 127.0.0.1 does not answer' };
    expect(await tester.test(settings())).toEqual(outcome);
    expect(await tester.look(settings())).toEqual(outcome);
  });

  // CUPS is none of Windows' print services.
  it.skipIf(process.platform === 'win32')(
    'that a print queue took says that nobody knows whether it printed',
    async () => {
      const cups = installCups('on');
      const queue = settings({ connection: { kind: 'queue', queue: 'till' } });
      expect(await tester.test(queue)).toEqual({
        condition: 'unknown',
        reason: 'The print queue took the test page; it does not say whether it printed',
      });
      expect(decodeEscPos(cups.taken()).qr).toEqual(['TINDAHAN']);
      cups.close();
    },
  );
});

it('looks at a printer without printing', async () => {
  expect(await tester.look(settings())).toEqual({ condition: 'ready', reason: null });
  expect(printer.printed).toHaveLength(0);
});
