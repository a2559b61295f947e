import { openSerialLine } from '#main/printing/serial-line.ts';
import { shortLimits, shortTransport } from '#tests/support/printer-lines.ts';
import { openPty } from '#tests/support/pty.ts';
import { startVirtualPrinter, type VirtualPrinterOptions } from '#tests/support/virtual-printer.ts';
import { statusSuite } from './status.suite.ts';
import { transportSuite } from './transport.suite.ts';

/** A printer at the end of a real pseudo-terminal. */
async function printerOnPty(options: VirtualPrinterOptions) {
  const printer = await startVirtualPrinter(options);
  const pty = await openPty(printer.port);
  const open = () => openSerialLine({ path: pty.path, baud_rate: 115_200 }, shortLimits);
  const close = async () => {
    await pty.close();
    await printer.close();
  };
  return { printer, pty, open, close };
}

transportSuite('serial', 'sent', async (mood) => {
  const { printer, pty, open, close } = await printerOnPty({ answersStatus: false });
  if (mood === 'stalls') printer.fault = 'stalled';
  if (mood === 'resets') printer.plan({ fault: 'reset', at: 100 });
  if (mood === 'off') await pty.unplug();
  return { transport: shortTransport(open, false), taken: () => printer.printed, close };
});

// Wine keeps an answer of one byte back until the next one comes, which Windows does not.
if (process.platform !== 'win32')
  statusSuite('serial', 'sent', async (options = {}) => {
    const { printer, open, close } = await printerOnPty(options);
    return { transport: shortTransport(open, true), printer, close };
  });
