import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDeviceLine } from './device-line.ts';
import { usualLimits } from './line.ts';

const onWindows = (path: string) => openDeviceLine({ path }, usualLimits, 'win32');

it.each([
  'C:\\Users\\shop\\prices.xlsx',
  '\\\\.\\C:\\Users\\shop\\prices.xlsx',
  '\\\\.\\PhysicalDrive0',
  '\\\\.\\C:',
  '\\\\server\\share\\file',
  '\\\\.\\LPT1\\..\\..\\file',
  'LPT1.txt',
  'file:LPT1',
  '..\\settings.json',
  '',
])('refuses %j on Windows, where a device cannot be told from a file', async (path) => {
  await expect(onWindows(path)).rejects.toThrow('is no device');
});

it.each(['\\\\.\\LPT1', 'lpt1', 'LPT2:', '\\\\.\\COM12', 'COM3'])(
  'opens %j on Windows by its device name alone',
  async (path) => {
    // No such device exists here, which only opening it shows.
    await expect(onWindows(path)).rejects.toThrow(/^The printer at \\\\\.\\[A-Za-z]+\d+ is not there$/);
  },
);

it.each(['\\\\.\\USB001', 'USB001', 'usb002:'])(
  'says of %j which connection to choose instead',
  async (path) => {
    await expect(onWindows(path)).rejects.toThrow(/belongs to a print queue[^]*“Printer of this computer”/);
  },
);

it('leaves a file as it is, on every system', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'device-')), 'prices.xlsx');
  writeFileSync(file, 'prices');
  await expect(onWindows(file)).rejects.toThrow('is no device');
  await expect(openDeviceLine({ path: file }, usualLimits, 'linux')).rejects.toThrow(
    'is a file, not a device',
  );
  expect(readFileSync(file, 'utf8')).toBe('prices');
});
