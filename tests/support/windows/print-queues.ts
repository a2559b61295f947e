import { spawnSync } from 'node:child_process';
import type { PrinterSettings } from '#bridge/settings.ts';

const KEY = 'HKLM\\System\\CurrentControlSet\\Control\\Print\\Printers\\';

/** Adds a queue to the Windows that this runs in; its port is a command of Linux, to which Wine gives each job. */
export function addPrintQueue(name: string, command: string): void {
  const numbers = ['Attributes', 'Priority', 'Default Priority', 'StartTime', 'UntilTime', 'Status'];
  const values = [
    ['Name', 'REG_SZ', name],
    ['Port', 'REG_SZ', `|${command}`],
    ['Printer Driver', 'REG_SZ', 'Generic / Text Only'],
    ['Print Processor', 'REG_SZ', 'WinPrint'],
    ['Datatype', 'REG_SZ', 'RAW'],
    ...numbers.map((number) => [number, 'REG_DWORD', '0']),
  ];
  for (const [value = '', type = '', data = ''] of values) {
    const args = ['add', KEY + name, '/v', value, '/t', type, '/d', data, '/f'];
    const { status } = spawnSync('reg', args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`The print queue ${name} could not be added`);
  }
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
