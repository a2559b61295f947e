import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScannerSettings } from '#bridge/settings.ts';
import { serialFault, serialScanner } from '#main/scanner/serial-scanner.ts';
import { ScannerMissing, type ScannerDriver } from '#main/scanner/port.ts';
import { openCable } from '#tests/support/pseudo-terminals.ts';
import { scannerSuite } from './scanner.suite.ts';

const nothing = { onCode: () => undefined, onClose: () => undefined };
const settingsOf = (path: string) => ({ kind: 'serial', path, baud_rate: 9600 }) satisfies ScannerSettings;

/** Wine lets two programs open one port; Windows does not. */
const isExclusive = process.platform !== 'win32';

const benchOnCable = async () => {
  const cable = await openCable();
  const settings = settingsOf(cable.path);
  return {
    ...cable,
    driver: serialScanner as ScannerDriver,
    settings,
    occupy: async () => (await serialScanner.open(settings, nothing)).close,
  };
};
scannerSuite('serial', benchOnCable, isExclusive);

describe('a serial port that cannot be opened', () => {
  // On Windows every path that is no port is one that is not there.
  it.skipIf(process.platform === 'win32')('is named as what it is', async () => {
    const file = join(tmpdir(), `tindahan-no-port-${process.pid}`);
    writeFileSync(file, '');
    const messageOf = (path: string) =>
      serialScanner.open(settingsOf(path), nothing).then(
        () => 'open',
        (fault: Error) => fault.message,
      );
    expect(await messageOf(file)).toBe(`${file} is not a serial port`);
    expect(await messageOf(tmpdir())).toBe(`${tmpdir()} is not a serial port`);
  });

  // The systems' messages, from serialport's bindings.
  it.each([
    ['Opening COM3: File not found', true, 'COM3 is not there'],
    ['Opening COM3: Access denied', false, 'COM3 is in use by another program'],
    ['Opening COM3: Unknown error code 31', true, 'COM3 is not there'],
    ['Error: Permission denied, cannot open COM3', false, 'COM3 is not open to this computer’s user'],
    ['Error: Input/output error', false, 'COM3 cannot be opened: Error: Input/output error'],
  ])('says %j in words', (message, isMissing, text) => {
    const fault = serialFault('COM3', message);
    expect(fault.message).toBe(text);
    expect(fault instanceof ScannerMissing).toBe(isMissing);
  });
});
