import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrinterUnreachable, PrintInterrupted, type PrinterTransport } from '#main/printing/transport.ts';
import type { PrinterMood } from '#main/printing/memory-transport.ts';

/** A transport with a printer at its other end that behaves as told. */
export type TransportBench = {
  transport: PrinterTransport;
  /** What the printer took, job by job. */
  jobs: () => Uint8Array[];
  close: () => Promise<void>;
};

/** What every transport does; `open` sets up a printer in a mood. */
export function transportSuite(name: string, open: (mood: PrinterMood) => Promise<TransportBench>): void {
  describe(`the ${name} transport`, () => {
    let firstBytes: number;
    let bench: TransportBench | null;
    beforeEach(() => {
      firstBytes = 0;
      bench = null;
    });
    afterEach(() => bench?.close());

    const send = async (mood: PrinterMood, bytes: Uint8Array): Promise<unknown> => {
      bench ??= await open(mood);
      return bench.transport.send(bytes, () => (firstBytes += 1)).catch((fault: unknown) => fault);
    };
    // More than a socket's buffers hold, so that a stall is felt.
    const long = new Uint8Array(8_000_000).fill(0x41);

    it('brings a job to the printer, every byte in order, and says once that bytes leave', async () => {
      const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
      expect(await send('on', bytes)).toBeUndefined();
      expect(bench?.jobs().map((job) => Buffer.from(job).equals(bytes))).toEqual([true]);
      expect(firstBytes).toBe(1);
    });

    it('brings one job after the other', async () => {
      for (const letter of ['a', 'b', 'c']) await send('on', Buffer.from(letter));
      expect(bench?.jobs().map((job) => Buffer.from(job).toString())).toEqual(['a', 'b', 'c']);
    });

    it('is unreachable when the printer is off, and no byte has left', async () => {
      expect(await send('off', Buffer.from('a'))).toBeInstanceOf(PrinterUnreachable);
      expect(firstBytes).toBe(0);
    });

    it.each(['stalls', 'resets'] as const)(
      'is interrupted when the printer %s, after bytes left',
      async (mood) => {
        expect(await send(mood, long)).toBeInstanceOf(PrintInterrupted);
        expect(firstBytes).toBe(1);
      },
    );

    it('sends nothing when the journal refuses', async () => {
      bench = await open('on');
      const refuse = () => {
        throw new Error('disk full');
      };
      await expect(bench.transport.send(Buffer.from('a'), refuse)).rejects.toThrow('disk full');
      expect(bench.jobs().filter((job) => job.length > 0)).toEqual([]);
    });
  });
}
