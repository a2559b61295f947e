import type { PrinterTest } from '#bridge/printing.ts';
import { cupsSpooler } from './cups-spooler.ts';
import type { Spooler } from './spooler.ts';
import { PrinterUnreachable, type PrinterTransport } from './transport.ts';
import { windowsSpooler } from './windows-spooler.ts';

/** The words for a condition that a queue cannot tell. */
const QUEUE_IS_THERE = 'The print queue takes jobs; it does not say how the printer is';

/**
 * A queue of the operating system. A job that the queue took is done for us: how the printer behind it fares, only the
 * operating system knows. A queue that stands still is unreachable, for a receipt that leaves it hours later, drawer
 * and all, is worse than none.
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
