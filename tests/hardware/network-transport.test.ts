import { expect, it } from 'vitest';
import { openNetworkLine } from '#main/printing/network-line.ts';
import { PrinterUnreachable, PrintInterrupted } from '#main/printing/transport.ts';
import { shortLimits, shortTransport } from '#tests/support/printer-lines.ts';
import { startVirtualPrinter } from '#tests/support/virtual-printer.ts';
import { statusSuite } from './status.suite.ts';
import { transportSuite } from './transport.suite.ts';

const transportTo = (port: number, asks = false) =>
  shortTransport(() => openNetworkLine({ host: '127.0.0.1', port }, shortLimits), asks);

transportSuite('network', 'printed', async (mood) => {
  const printer = await startVirtualPrinter({ answersStatus: false, answersInOrder: false });
  if (mood === 'stalls') printer.fault = 'stalled';
  if (mood === 'resets') printer.plan({ fault: 'reset', at: 100 });
  if (mood === 'off') await printer.close();
  return {
    transport: transportTo(printer.port),
    taken: () => printer.printed,
    close: () => printer.close(),
  };
});

statusSuite('network', 'printed', async (options) => {
  const printer = await startVirtualPrinter(options);
  return { transport: transportTo(printer.port, true), printer, close: () => printer.close() };
});

it('does not call a receipt taken that fits the buffers of a printer which reads nothing', async () => {
  const printer = await startVirtualPrinter();
  printer.fault = 'stalled';
  const sent = transportTo(printer.port).send(Buffer.from('a'), () => {});
  await expect(sent).rejects.toThrow(PrintInterrupted);
  await expect(sent).rejects.toThrow('The printer at 127.0.0.1 did not confirm the print');
  await printer.close();
});

it('believes a printer that closes its side when it cannot answer in order', async () => {
  const printer = await startVirtualPrinter({ answersInOrder: false });
  expect(await transportTo(printer.port, true).send(Buffer.from('a'), () => {})).toBe('printed');
  await printer.close();
});

it('does not wait for the closing of a printer that answered in order', async () => {
  const printer = await startVirtualPrinter({ closes: false });
  expect(await transportTo(printer.port, true).send(Buffer.from('a'), () => {})).toBe('printed');
  await printer.close();
});

it('gives up on an address that never answers, after the time for connecting', async () => {
  // 192.0.2.0/24 is reserved for documentation (RFC 5737): no host has such an address.
  const sent = shortTransport(() => openNetworkLine({ host: '192.0.2.1' }, shortLimits), false).send(
    Buffer.from('a'),
    () => {},
  );
  await expect(sent).rejects.toThrow(PrinterUnreachable);
  await expect(sent).rejects.toThrow('The printer at 192.0.2.1 does not answer');
});
