import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDevices, type Looks } from './find-devices.ts';

const nothing: Looks = {
  platform: 'linux',
  serialPorts: () => Promise.resolve([]),
  hidDevices: () => Promise.resolve([]),
  names: () => Promise.reject(new Error('ENOENT')),
  ask: () => Promise.reject(new Error('ENOENT')),
  windows: () => Promise.reject(new Error('no winspool.drv')),
};
const never = () => new Promise<never>(() => undefined);
const scanner = { path: '/dev/hidraw1', vendorId: 0x0c2e, productId: 0x0b81, usagePage: 0x8c, usage: 2 };

describe('the devices of this computer', () => {
  it('are what it really has, without a fault', async () => {
    const { devices: found } = await findDevices();
    expect(found.every(({ name }) => name.length > 0)).toBe(true);
  });

  it('are serial ports, HID scanners, printer files and queues of the system', async () => {
    const { devices: found } = await findDevices({
      ...nothing,
      serialPorts: () =>
        Promise.resolve([{ path: '/dev/ttyUSB0', manufacturer: 'Prolific' }, { path: '/dev/ttyS0' }]),
      hidDevices: () =>
        Promise.resolve([
          { ...scanner, manufacturer: 'Honeywell', product: 'Voyager 1200g' },
          { ...scanner, path: '/dev/hidraw2', manufacturer: 'Honeywell', product: 'Voyager 1200g' },
          { ...scanner, productId: 7, usagePage: 1, usage: 6, product: 'Keyboard' },
          { ...scanner, productId: 8 },
        ]),
      names: (folder) => Promise.resolve(folder === '/dev/usb' ? ['lp1', 'lp0', 'hiddev0'] : ['lp0', 'tty']),
      ask: (program, args) =>
        program === 'lpstat' && args[0] === '-e'
          ? Promise.resolve('Receipts\nOffice\n')
          : Promise.reject(new Error('ENOENT')),
    });
    expect(found).toEqual([
      { kind: 'serial', path: '/dev/ttyUSB0', name: '/dev/ttyUSB0 – Prolific' },
      { kind: 'serial', path: '/dev/ttyS0', name: '/dev/ttyS0' },
      { kind: 'hid', vendor_id: 0x0c2e, product_id: 0x0b81, name: 'Honeywell Voyager 1200g' },
      { kind: 'hid', vendor_id: 0x0c2e, product_id: 8, name: 'USB scanner' },
      { kind: 'device', path: '/dev/usb/lp0', name: 'USB printer /dev/usb/lp0' },
      { kind: 'device', path: '/dev/usb/lp1', name: 'USB printer /dev/usb/lp1' },
      { kind: 'device', path: '/dev/lp0', name: 'Parallel printer /dev/lp0' },
      { kind: 'queue', queue: 'Receipts', name: 'Receipts' },
      { kind: 'queue', queue: 'Office', name: 'Office' },
    ]);
  });

  it('are asked of older CUPS in its own way', async () => {
    const { devices: found } = await findDevices({
      ...nothing,
      ask: (_, args) =>
        args[0] === '-a'
          ? Promise.resolve('Receipts accepting requests since Mon\n')
          : Promise.reject(new Error('unknown option')),
    });
    expect(found).toEqual([{ kind: 'queue', queue: 'Receipts', name: 'Receipts' }]);
  });

  it('are the spooler’s printers and the parallel ports on Windows', async () => {
    const { devices: found } = await findDevices({
      ...nothing,
      platform: 'win32',
      serialPorts: () =>
        Promise.resolve([
          { path: 'COM3', friendlyName: 'USB Serial Device (COM3)', manufacturer: 'Microsoft' },
        ]),
      windows: () =>
        Promise.resolve({
          queues: () =>
            Promise.resolve([
              { name: 'EPSON TM-T82 Receipt', port: 'USB001', status: 0, attributes: 0 },
              { name: 'Impresora de Peñafrancia', port: 'USB002', status: 0x80, attributes: 0 },
            ]),
          parallelPorts: () => Promise.resolve(['LPT1']),
        }),
    });
    expect(found).toEqual([
      { kind: 'serial', path: 'COM3', name: 'USB Serial Device (COM3)' },
      { kind: 'device', path: '\\\\.\\LPT1', name: 'Parallel printer LPT1' },
      { kind: 'queue', queue: 'EPSON TM-T82 Receipt', name: 'EPSON TM-T82 Receipt' },
      {
        kind: 'queue',
        queue: 'Impresora de Peñafrancia',
        name: 'Impresora de Peñafrancia – The printer is offline',
      },
    ]);
  });

  it('leave out whatever fails', async () => {
    const fails = () => Promise.reject(new Error('no native build'));
    expect(await findDevices({ ...nothing, serialPorts: fails, hidDevices: fails })).toEqual({
      devices: [],
      silent: [],
    });
  });
});

describe('a look that never ends', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('for Windows’ queues is not begun again before it ends', async () => {
    let looks = 0;
    let end = () => {};
    const queues = () => {
      looks += 1;
      return new Promise<never[]>((resolve) => (end = () => resolve([])));
    };
    const look = async () => {
      const windows = () => Promise.resolve({ queues, parallelPorts: () => Promise.resolve(['LPT1']) });
      const finding = findDevices({ ...nothing, platform: 'win32', windows });
      await vi.advanceTimersByTimeAsync(2000);
      return finding;
    };
    const silent = { devices: [expect.objectContaining({ kind: 'device' })], silent: ['queue'] };
    expect(await look()).toEqual(silent);
    expect(await look()).toEqual(silent);
    expect(looks).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(0);
    await look();
    expect(looks).toBe(2);
    end();
    await vi.advanceTimersByTimeAsync(0);
  });

  it('is called silent after two seconds, and the others are there', async () => {
    const finding = findDevices({
      ...nothing,
      serialPorts: never,
      hidDevices: () => Promise.resolve([scanner]),
      ask: never,
    });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await finding).toEqual({
      devices: [{ kind: 'hid', vendor_id: 0x0c2e, product_id: 0x0b81, name: 'USB scanner' }],
      silent: ['serial', 'queue'],
    });
  });
});
