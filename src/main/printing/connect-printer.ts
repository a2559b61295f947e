import type { PrinterConnection, PrinterSettings } from '#bridge/settings.ts';
import { openDeviceLine } from './device-line.ts';
import { usualLimits, type PrinterLine } from './line.ts';
import { lineTransport } from './line-transport.ts';
import { openNetworkLine } from './network-line.ts';
import { queueTransport } from './queue-transport.ts';
import { openSerialLine } from './serial-line.ts';
import type { PrinterTransport } from './transport.ts';

/** Returns a printer's display name. */
export function printerName(connection: PrinterConnection): string {
  switch (connection.kind) {
    case 'network':
      return connection.host;
    case 'serial':
    case 'device':
      return connection.path;
    case 'queue':
      return connection.queue;
  }
}

/** The printers, each by its connection, that have ever reported their status: a silent one of these is off. */
type AnsweringPrinters = {
  hasAnswered: (printer: string) => boolean;
  noteAnswer: (printer: string) => void;
};

const nobodyKnows: AnsweringPrinters = { hasAnswered: () => false, noteAnswer: () => undefined };

/** Returns the transport of a printer as it is set up. */
export function connectPrinter(
  { connection, asks_status }: PrinterSettings,
  known: AnsweringPrinters = nobodyKnows,
): PrinterTransport {
  if (connection.kind === 'queue') return queueTransport(connection);
  const key = JSON.stringify(connection);
  return lineTransport({
    printer: `The printer at ${printerName(connection)}`,
    open: () => openLine(connection),
    asksStatus: asks_status,
    hasAnswered: { read: () => known.hasAnswered(key), note: () => known.noteAnswer(key) },
  });
}

function openLine(connection: Exclude<PrinterConnection, { kind: 'queue' }>): Promise<PrinterLine> {
  switch (connection.kind) {
    case 'network':
      return openNetworkLine(connection, usualLimits);
    case 'serial':
      return openSerialLine(connection, usualLimits);
    case 'device':
      return openDeviceLine(connection, usualLimits);
  }
}
