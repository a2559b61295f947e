import { PrinterUnreachable, PrintInterrupted, type PrinterTransport } from './transport.ts';

/** off: nothing listens. stalls: takes the first bytes and then no more. resets: takes some and breaks off. */
export type PrinterMood = 'on' | 'off' | 'stalls' | 'resets';

/** A printer in memory, for tests: what it took, and a mood that says how it behaves. */
export function memoryTransport(): PrinterTransport & { mood: PrinterMood; jobs: Uint8Array[] } {
  const printer = {
    mood: 'on' as PrinterMood,
    jobs: [] as Uint8Array[],
    send: async (bytes: Uint8Array, onFirstByte: () => void): Promise<void> => {
      if (printer.mood === 'off') throw new PrinterUnreachable('The printer does not answer');
      onFirstByte();
      if (printer.mood !== 'on') throw new PrintInterrupted('The printer broke off');
      printer.jobs.push(bytes);
    },
  };
  return printer;
}
