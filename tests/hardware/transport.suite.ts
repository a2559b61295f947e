import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterMood } from '#tests/support/memory-transport.ts';
import {
  PrinterUnreachable,
  PrintInterrupted,
  type PrinterTransport,
  type Taken,
} from '#main/printing/transport.ts';

/** A transport with a simulated printer at its other end. */
export type TransportBench = {
  transport: PrinterTransport;
  /** Everything that the printer took, in order. */
  taken: () => Uint8Array;
  close: () => Promise<void>;
};

/**
 * Tests the behaviour of every transport; `open` sets up a printer in a mood. `outcome` is the known result of a job that
 * was taken.
 */
export function transportSuite(
  name: string,
  outcome: Taken,
  open: (mood: PrinterMood) => Promise<TransportBench>,
): void {
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
    // A printer that does not report the end may still be reading.
    const expectTaken = (bytes: Uint8Array) =>
      expect.poll(() => Buffer.from(bench?.taken() ?? []).equals(bytes)).toBe(true);
    // More than a line's buffers hold, so that a stall takes effect.
    const long = new Uint8Array(8_000_000).fill(0x41);

    it('brings a job to the printer, every byte in order, and says once that bytes leave', async () => {
      const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => 0x20 + (index % 95));
      expect(await send('on', bytes)).toBe(outcome);
      await expectTaken(bytes);
      expect(firstBytes).toBe(1);
    });

    it('brings one job after the other', async () => {
      for (const [letter, all] of [
        ['a', 'a'],
        ['b', 'ab'],
        ['c', 'abc'],
      ] as const) {
        expect(await send('on', Buffer.from(letter))).toBe(outcome);
        await expectTaken(Buffer.from(all));
      }
    });

    it('is unreachable when the printer is off, and no byte has left', async () => {
      expect(await send('off', Buffer.from('a'))).toBeInstanceOf(PrinterUnreachable);
      expect(firstBytes).toBe(0);
    });

    it('says of a printer that is off that it is unreachable, and of one that is on that it is not', async () => {
      bench = await open('off');
      expect((await bench.transport.look()).condition).toBe('unreachable');
      await bench.close();
      bench = await open('on');
      expect((await bench.transport.look()).condition).not.toBe('unreachable');
      expect(bench.taken()).toHaveLength(0);
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
      expect(await send('on', Buffer.from('b'))).toBe(outcome);
      await expectTaken(Buffer.from('b'));
    });
  });
}
