import { expect, it } from 'vitest';
import { networkTransport } from '#main/printing/network-transport.ts';
import { PrinterUnreachable, PrintInterrupted } from '#main/printing/transport.ts';
import { startNetworkPrinter } from '#tests/support/network-printer.ts';
import { transportSuite } from './transport.suite.ts';

const short = { connect: 200, idle: 200, close: 300 };

transportSuite('network', async (mood) => {
  const printer = await startNetworkPrinter(mood);
  return {
    transport: networkTransport({ host: '127.0.0.1', port: printer.port }, short),
    jobs: () => printer.jobs,
    close: printer.close,
  };
});

it('does not call a receipt taken that fits the buffers of a printer which reads nothing', async () => {
  const printer = await startNetworkPrinter('stalls');
  const sent = networkTransport({ host: '127.0.0.1', port: printer.port }, short).send(
    Buffer.from('a'),
    () => {},
  );
  await expect(sent).rejects.toThrow(PrintInterrupted);
  await expect(sent).rejects.toThrow('The printer at 127.0.0.1 did not confirm the receipt');
  await printer.close();
});

it('gives up on an address that never answers, after the time for connecting', async () => {
  // 192.0.2.0/24 is set apart for documentation (RFC 5737): no host is there.
  const sent = networkTransport({ host: '192.0.2.1' }, short).send(Buffer.from('a'), () => {});
  await expect(sent).rejects.toThrow(PrinterUnreachable);
  await expect(sent).rejects.toThrow('The printer at 192.0.2.1 does not answer');
});
