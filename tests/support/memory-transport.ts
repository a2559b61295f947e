import {
  PrinterUnreachable,
  PrintInterrupted,
  type PrinterTransport,
  type Taken,
} from '#main/printing/transport.ts';

/** off: nothing listens. stalls: takes the first bytes and then no more. resets: takes some and breaks off. */
export type PrinterMood = 'on' | 'off' | 'stalls' | 'resets';

export type MemoryPrinter = PrinterTransport & { mood: PrinterMood; taken: Taken; jobs: Uint8Array[] };

/** Makes a printer in memory, for tests: it records the bytes it took, and a mood sets its behaviour. */
export function memoryTransport(): MemoryPrinter {
  const printer: MemoryPrinter = {
    mood: 'on',
    taken: 'printed',
    jobs: [],
    send: async (bytes, onFirstByte) => {
      if (printer.mood === 'off') throw new PrinterUnreachable('The printer does not answer');
      onFirstByte();
      if (printer.mood !== 'on') throw new PrintInterrupted('The printer broke off');
      printer.jobs.push(bytes);
      return Promise.resolve(printer.taken);
    },
    look: () =>
      Promise.resolve(
        printer.mood === 'on'
          ? { condition: 'ready', reason: null }
          : { condition: 'unreachable', reason: 'The printer does not answer' },
      ),
  };
  return printer;
}
