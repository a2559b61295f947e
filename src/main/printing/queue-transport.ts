import type { PrinterTest } from '#bridge/printing.ts';
import { cupsSpooler } from './cups-spooler.ts';
import type { Spooler } from './spooler.ts';
import { PrinterUnreachable, type PrinterTransport } from './transport.ts';
import { windowsSpooler } from './windows-spooler.ts';

/** The display text for a condition that a queue cannot report. */
const QUEUE_IS_THERE = 'The print queue takes jobs; it does not say how the printer is';

/**
 * Prints through a queue of the operating system. A job that the queue took is done: only the operating system knows
 * about the printer behind it. A stopped queue counts as unreachable, as a receipt that prints hours later, with a drawer
 * kick, is worse than none.
 */
export function queueTransport(
  { queue }: { queue: string },
  spooler: Spooler = process.platform === 'win32' ? windowsSpooler() : cupsSpooler(),
): PrinterTransport {
  return {
    send: async (bytes, onFirstByte) => {
      await spooler.submit(queue, bytes, onFirstByte);
      return 'spooled';
    },
    look: async (): Promise<PrinterTest> => {
      try {
        await spooler.find(queue);
        return { condition: 'unknown', reason: QUEUE_IS_THERE };
      } catch (fault) {
        const condition = fault instanceof PrinterUnreachable ? fault.condition : 'error';
        return { condition, reason: fault instanceof Error ? fault.message : String(fault) };
      }
    },
  };
}
