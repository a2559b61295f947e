import { afterEach, describe, expect, it } from 'vitest';
import { PrinterUnreachable, PrintInterrupted, type PrinterTransport } from '#main/printing/transport.ts';
import type { VirtualPrinter, VirtualPrinterOptions } from '#tests/support/virtual-printer.ts';

/** A transport that asks for the status, with a simulated printer. */
export type StatusBench = {
  transport: PrinterTransport;
  printer: VirtualPrinter;
  close: () => Promise<void>;
};

/** Tests every line over which a printer can answer. `silent` is the outcome of a job of a printer that never answers. */
export function statusSuite(
  name: string,
  silent: 'printed' | 'sent',
  open: (options?: VirtualPrinterOptions) => Promise<StatusBench>,
): void {
  describe(`asking a printer on the ${name} line`, () => {
    let bench: StatusBench | null = null;
    afterEach(async () => {
      await bench?.close();
      bench = null;
    });
    const job = Buffer.from('a receipt\n'.repeat(50));
    const start = async (options?: VirtualPrinterOptions) => (bench = await open(options));
    const send = ({ transport }: StatusBench) => {
      const left = { times: 0 };
      const fault = transport.send(job, () => (left.times += 1)).catch((reason: unknown) => reason);
      return fault.then((outcome) => ({ outcome, left: left.times }));
    };

    it.each([
      ['out_of_paper', 'The printer is out of paper'],
      ['cover_open', 'The cover of the printer is open'],
    ] as const)('keeps a job back from a printer that is %s, in words', async (fault, text) => {
      const { printer, transport } = await start();
      printer.fault = fault;
      expect(await transport.look()).toEqual({ condition: fault, reason: text });
      const { outcome, left } = await send({ printer, transport, close: () => Promise.resolve() });
      expect(outcome).toBeInstanceOf(PrinterUnreachable);
      expect(outcome).toMatchObject({ message: text, condition: fault });
      expect(left).toBe(0);
      printer.recover();
      expect(printer.printed).toHaveLength(0);
      expect(await transport.send(job, () => undefined)).toBe('printed');
      expect(Buffer.from(printer.printed).equals(job)).toBe(true);
    });

    it('prints on paper that is nearly at its end, and says so', async () => {
      const { printer, transport } = await start();
      printer.paperLow = true;
      expect(await transport.look()).toEqual({ condition: 'paper_low', reason: null });
      expect(await transport.send(job, () => undefined)).toBe('printed');
    });

    it.each([
      ['out_of_paper', 'The printer is out of paper'],
      ['cover_open', 'The cover of the printer is open'],
    ] as const)('gives the reason when the printer is %s in the middle of a job', async (fault, text) => {
      const { printer, transport } = await start();
      printer.plan({ fault, at: 100 });
      const { outcome, left } = await send({ printer, transport, close: () => Promise.resolve() });
      expect(outcome).toBeInstanceOf(PrintInterrupted);
      expect(outcome).toMatchObject({ message: text, condition: fault });
      expect(left).toBe(1);
    });

    it('does not call a job printed that a stalled printer took into its buffer', async () => {
      const { printer, transport } = await start();
      printer.plan({ fault: 'stalled', at: job.length - 1 });
      const { outcome } = await send({ printer, transport, close: () => Promise.resolve() });
      expect(outcome).toBeInstanceOf(PrintInterrupted);
    });

    it('calls silence unknown and prints all the same', async () => {
      const { printer, transport } = await start({ answersStatus: false, answersInOrder: false });
      expect(await transport.look()).toEqual({
        condition: 'unknown',
        reason: 'The printer does not say how it is',
      });
      expect(await transport.send(job, () => undefined)).toBe(silent);
      await expect.poll(() => Buffer.from(printer.printed).equals(job)).toBe(true);
    });

    it('keeps a job back from a printer that used to answer and is silent', async () => {
      const { printer, transport } = await start();
      expect(await transport.send(job, () => undefined)).toBe('printed');
      printer.fault = 'stalled';
      const { outcome, left } = await send({ printer, transport, close: () => Promise.resolve() });
      expect(outcome).toMatchObject({ name: 'PrinterUnreachable', message: 'The printer does not answer' });
      expect(left).toBe(0);
    });
  });
}
