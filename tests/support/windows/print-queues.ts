import { spawnSync } from 'node:child_process';
import type { PrinterSettings } from '#bridge/settings.ts';

const PRINT = 'HKLM\\System\\CurrentControlSet\\Control\\Print';
const DRIVER = 'Generic Text Only';

function setValue(key: string, value: string, type: string, data: string): void {
  const args = ['add', `${PRINT}\\${key}`, '/v', value, '/t', type, '/d', data, '/f'];
  const { status } = spawnSync('reg', args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${key} could not be set up`);
}

/** Adds a queue to the Windows that this runs in; its port is a command of Linux, to which Wine gives each job. */
export function addPrintQueue(name: string, command: string): void {
  const numbers = ['Attributes', 'Priority', 'Default Priority', 'StartTime', 'UntilTime', 'Status'];
  const values = [
    ['Name', 'REG_SZ', name],
    ['Port', 'REG_SZ', `|${command}`],
    ['Printer Driver', 'REG_SZ', DRIVER],
    ['Print Processor', 'REG_SZ', 'WinPrint'],
    ['Datatype', 'REG_SZ', 'RAW'],
    ...numbers.map((number) => [number, 'REG_DWORD', '0']),
  ];
  for (const [value = '', type = '', data = ''] of values) setValue(`Printers\\${name}`, value, type, data);
}

/** Adds the queues' driver, one of version 3. */
export function addDriver(): void {
  const key = `Environments\\Windows x64\\Drivers\\Version-3\\${DRIVER}`;
  for (const file of ['Driver', 'Configuration File', 'Data File']) setValue(key, file, 'REG_SZ', 'none.drv');
  setValue(key, 'Version', 'REG_DWORD', '3');
}

/** Returns the settings of a printer at a queue. */
export const queuePrinter = (queue: string): PrinterSettings => ({
  connection: { kind: 'queue', queue },
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  asks_status: false,
});
