import { afterEach, describe, expect, it } from 'vitest';
import type { Scan, ScannerStatus } from '#bridge/scanning.ts';
import type { ScannerSettings } from '#bridge/settings.ts';
import { hidScannerOver } from '#main/scanner/hid-scanner.ts';
import type { ScannerDriver } from '#main/scanner/port.ts';
import { startScanners } from '#main/scanner/scanners.ts';
import { serialScanner } from '#main/scanner/serial-scanner.ts';
import { plugInHidScanner, reportForms } from '#tests/support/hid-scanners.ts';
import { openCable } from '#tests/support/pseudo-terminals.ts';

const IMEI = '356938035643809';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const serialAt = (path: string, baud_rate: 9600 | 19_200 = 9600): ScannerSettings => ({
  kind: 'serial',
  path,
  baud_rate,
});

/** A till with its scanners, and the events that it sends of them. */
function start(drivers: Partial<Parameters<typeof startScanners>[0]['drivers']> = {}) {
  const scans: Scan[] = [];
  const seen: ScannerStatus[][] = [];
  const unused = () => Promise.reject(new Error('unused'));
  const scanners = startScanners({
    drivers: { serial: serialScanner, hid: { open: unused }, ...drivers },
    onScan: (scan) => scans.push(scan),
    onStatus: (status) => seen.push(status),
  });
  closers.push(scanners.close);
  const states = () => scanners.status().map(({ scanner, state }) => [scanner, state]);
  return { scanners, scans, seen, states };
}

describe('several scanners at one till', () => {
  it('are read side by side, each under its name, and one that goes does not touch the others', async () => {
    const cables = [await openCable(), await openCable()];
    for (const cable of cables) closers.push(cable.close);
    const [first, second] = cables;
    const handheld = plugInHidScanner(reportForms['64 bytes']);
    if (!first || !second) throw new Error('unreachable');
    const { scanners, scans, states } = start({ hid: hidScannerOver(handheld.library) });
    scanners.use([serialAt(first.path), serialAt(second.path), handheld.settings]);
    await expect.poll(() => states().map(([, state]) => state)).toEqual(['ready', 'ready', 'ready']);

    await first.send(`]C0${IMEI}\r`);
    await expect.poll(() => scans.length).toBe(1);
    await first.unplug();
    await expect.poll(() => states()[0]).toEqual([first.path, 'missing']);
    await second.send(']C10104806512345674\x1d21SN-1\r');
    await expect.poll(() => scans.length).toBe(2);
    handheld.send(']E04006381333931');
    expect(scans.map(({ code, scanner }) => [scanner, code])).toEqual([
      [first.path, IMEI],
      [second.path, '(01)04806512345674(21)SN-1'],
      ['Honeywell Voyager 1200g', '4006381333931'],
    ]);
    expect(states().map(([, state]) => state)).toEqual(['missing', 'ready', 'ready']);
  });

  it('that stay when the settings change are not interrupted', async () => {
    const opened: string[] = [];
    const closed: string[] = [];
    const driver: ScannerDriver<Extract<ScannerSettings, { kind: 'serial' }>> = {
      open: ({ path }) => {
        opened.push(path);
        return Promise.resolve({ close: () => Promise.resolve(void closed.push(path)) });
      },
    };
    const { scanners, states } = start({ serial: driver });
    scanners.use([serialAt('COM3'), serialAt('COM4')]);
    await expect.poll(states).toEqual([
      ['COM3', 'ready'],
      ['COM4', 'ready'],
    ]);
    scanners.use([serialAt('COM4'), serialAt('COM5')]);
    await expect.poll(() => closed).toEqual(['COM3']);
    await expect.poll(() => opened).toEqual(['COM3', 'COM4', 'COM5']);
  });

  it('are let go of before they are opened with other settings', async () => {
    const events: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const driver: ScannerDriver<Extract<ScannerSettings, { kind: 'serial' }>> = {
      open: ({ baud_rate }) => {
        events.push(`open ${baud_rate}`);
        const close = async () => {
          events.push(`closing ${baud_rate}`);
          await gate.promise;
          events.push(`closed ${baud_rate}`);
        };
        return Promise.resolve({ close });
      },
    };
    const { scanners, states } = start({ serial: driver });
    scanners.use([serialAt('COM3')]);
    await expect.poll(states).toEqual([['COM3', 'ready']]);
    scanners.use([serialAt('COM3', 19_200)]);
    await expect.poll(() => events).toContain('closing 9600');
    gate.resolve(undefined);
    await expect.poll(() => events).toEqual(['open 9600', 'closing 9600', 'closed 9600', 'open 19200']);
  });

  it('are closed even while they are being opened', async () => {
    const gate = Promise.withResolvers<undefined>();
    let isOpening = false;
    let isClosed = false;
    const driver: ScannerDriver<Extract<ScannerSettings, { kind: 'serial' }>> = {
      open: async () => {
        isOpening = true;
        await gate.promise;
        return { close: () => Promise.resolve(void (isClosed = true)) };
      },
    };
    const { scanners, seen } = start({ serial: driver });
    scanners.use([serialAt('COM3')]);
    await expect.poll(() => isOpening).toBe(true);
    const closing = scanners.close();
    gate.resolve(undefined);
    await closing;
    expect(isClosed).toBe(true);
    expect(seen.flat().filter(({ state }) => state === 'ready')).toEqual([]);
  });
});
