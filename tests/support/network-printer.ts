import type { PrinterMood } from '#tests/support/memory-transport.ts';
import { startVirtualPrinter } from './virtual-printer.ts';

export type NetworkPrinter = {
  port: number;
  jobs: Uint8Array[];
  /** Resolves with the next job that ends. */
  nextJob: () => Promise<Uint8Array>;
  close: () => Promise<void>;
};

/** Starts a receipt printer on a real socket of this computer, in a permanent mood. */
export async function startNetworkPrinter(mood: PrinterMood = 'on', port = 0): Promise<NetworkPrinter> {
  const printer = await startVirtualPrinter({ port });
  if (mood === 'stalls') printer.fault = 'stalled';
  if (mood === 'resets') printer.plan({ fault: 'reset', at: 0 });
  // A closed port refuses, as a switched-off printer's does on its own subnet.
  if (mood === 'off') await printer.close();
  return {
    port: printer.port,
    jobs: printer.jobs,
    nextJob: async () => {
      await printer.nextJob();
      return printer.jobs.at(-1) ?? new Uint8Array();
    },
    close: () => printer.close(),
  };
}
