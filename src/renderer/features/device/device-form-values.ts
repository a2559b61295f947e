import type { FieldErrors } from 'react-hook-form';
import type { z } from '#contract/zod.ts';
import {
  deviceSettings,
  type LabelPrinterSettings,
  type PrinterConnection,
  type PrinterSettings,
  type TillSettings,
} from '#bridge/settings.ts';

/** Scanners are left out: their own card saves them. */
export const deviceForm = deviceSettings.omit({ scanners: true });
export type DeviceForm = z.output<typeof deviceForm>;

export const formValuesOf = ({
  till_name,
  log_level,
  kiosk,
  printer,
  label_printer,
}: TillSettings): DeviceForm => ({ till_name, log_level, kiosk, printer, label_printer });

/** The names of the form's two printers. */
export type PrinterName = 'printer' | 'label_printer';

export type ConnectionKind = PrinterConnection['kind'];

/** The usual connection of each kind. */
export const emptyConnections: { [Kind in ConnectionKind]: Extract<PrinterConnection, { kind: Kind }> } = {
  network: { kind: 'network', host: '', port: 9100 },
  serial: { kind: 'serial', path: '', baud_rate: 9600 },
  device: { kind: 'device', path: '' },
  queue: { kind: 'queue', queue: '' },
};

/** Returns the usual receipt printer: 80 mm, with a cutter and a drawer. */
export const usualPrinter = (kind: ConnectionKind): PrinterSettings => ({
  connection: emptyConnections[kind],
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  asks_status: true,
});

/** Returns the usual label printer. */
export const usualLabelPrinter = (kind: ConnectionKind): LabelPrinterSettings => ({
  connection: emptyConnections[kind],
  size: '40x30',
  code_page: 'cp858',
  asks_status: true,
});

type ConnectionField = 'host' | 'port' | 'path' | 'queue' | 'baud_rate';

type ConnectionErrors = Partial<Record<ConnectionField, { message?: string }>>;

/** Returns the errors of a connection's fields for any kind: the form's types know only those that all kinds share. */
export function connectionErrors(errors: FieldErrors<DeviceForm>, name: PrinterName): ConnectionErrors {
  return (errors[name]?.connection ?? {}) as ConnectionErrors;
}

/** Counts the fields with an error, including those in groups. */
export function countErrors(errors: object): number {
  return Object.values(errors).reduce<number>((count, error: unknown) => {
    if (typeof error !== 'object' || error === null) return count;
    return count + ('message' in error && 'type' in error ? 1 : countErrors(error));
  }, 0);
}
