import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScannerStatus } from '#bridge/scanning.ts';
import type { ScannerSettings } from '#bridge/settings.ts';
import { ScannerMissing, type OpenScanner, type ScannerDriver } from '#main/scanner/port.ts';
import { startScanners } from '#main/scanner/scanners.ts';

/** A driver with a simulated scanner at its other end. */
export type ScannerBench = {
  driver: ScannerDriver;
  settings: ScannerSettings;
  /** Sends bytes as the scanner does, in one go. */
  send: (bytes: string) => unknown;
  unplug: () => void | Promise<void>;
  plugIn: () => void | Promise<void>;
  /** Opens the scanner as another program would; returns how to release it. */
  occupy: () => Promise<() => void | Promise<void>>;
  close: () => void | Promise<void>;
};

const IMEI = '356938035643809';
const OTHER = '490154203237518';
/** Milliseconds within which a reconnected scanner must work. */
const BACK_WITHIN = 2000;

/**
 * Tests the behaviour of every scanner driver; `setUp` connects a scanner.
 * @param isExclusive false where two programs may open one scanner
 */
export function scannerSuite(
  name: string,
  setUp: () => ScannerBench | Promise<ScannerBench>,
  isExclusive = true,
): void {
  describe(`the ${name} scanner`, () => {
    let bench: ScannerBench;
    let codes: string[];
    let losses: string[];
    let closers: (() => unknown)[];
    beforeEach(async () => {
      codes = [];
      losses = [];
      closers = [];
      bench = await setUp();
    });
    afterEach(async () => {
      vi.useRealTimers();
      for (const close of closers.reverse()) await close();
      await bench.close();
    });

    const open = async (): Promise<OpenScanner> => {
      const opened = await bench.driver.open(bench.settings, {
        onCode: (code) => codes.push(code),
        onClose: (reason) => losses.push(reason),
      });
      closers.push(opened.close);
      return opened;
    };

    it('gives codes in their order', async () => {
      await open();
      const sent = Array.from({ length: 50 }, (_, index) => `SN-${1000 + index}`);
      for (const code of sent) await bench.send(`${code}\r`);
      await expect.poll(() => codes).toEqual(sent);
    });

    it.each([
      ['a carriage return', `${IMEI}\r`],
      ['a line feed', `${IMEI}\n`],
      ['both', `${IMEI}\r\n`],
      ['ETX, after STX', `\x02${IMEI}\x03`],
      ['ETX and then both', `\x02${IMEI}\x03\r\n`],
    ])('gives one code that ends with %s', async (_, bytes) => {
      await open();
      await bench.send(bytes);
      await bench.send(`${OTHER}\r`);
      await expect.poll(() => codes).toEqual([IMEI, OTHER]);
    });

    it('gives a code without any end after a short silence', async () => {
      await open();
      await bench.send(IMEI);
      await expect.poll(() => codes).toEqual([IMEI]);
    });

    it('never merges two scans, however fast they come', async () => {
      await open();
      await Promise.all([bench.send(`${IMEI}\r\n${OTHER}\r\n`), bench.send(`\x02A-1\x03\x02A-2\x03`)]);
      await expect.poll(() => codes.length).toBe(4);
      expect([...codes].sort()).toEqual([IMEI, OTHER, 'A-1', 'A-2'].sort());
    });

    it('keeps the AIM identifier and the separators of GS1', async () => {
      await open();
      const code = ']C10104806512345674\x1d21SN-1';
      await bench.send(`${code}\r`);
      await expect.poll(() => codes).toEqual([code]);
    });

    it('ignores noise between codes', async () => {
      await open();
      await bench.send('\x00\xff\xfe\x80');
      await bench.send(`${IMEI}\r`);
      await bench.send('12\xff34\r');
      await bench.send(`${'9'.repeat(600)}\r`);
      await bench.send(`${OTHER}\r`);
      await expect.poll(() => codes).toEqual([IMEI, OTHER]);
    });

    it('tells once that it was unplugged, in words', async () => {
      await open();
      await bench.unplug();
      await expect.poll(() => losses.length).toBe(1);
      expect(losses[0]).toMatch(/^.+ was unplugged$/);
      await bench.plugIn();
      await open();
      await bench.send(`${IMEI}\r`);
      await expect.poll(() => codes).toEqual([IMEI]);
      expect(losses).toHaveLength(1);
    });

    it('does not stick half a code to the first one after it was unplugged', async () => {
      await open();
      await bench.send(`${OTHER}\r`);
      await expect.poll(() => codes).toEqual([OTHER]);
      await bench.send('12345');
      await bench.unplug();
      await expect.poll(() => losses.length).toBe(1);
      await bench.plugIn();
      await open();
      await bench.send(`${IMEI}\r`);
      await expect.poll(() => codes.at(-1)).toBe(IMEI);
      expect(codes.filter((code) => code.includes(`12345${IMEI}`))).toEqual([]);
    });

    it('says nothing more once it is closed', async () => {
      const opened = await open();
      await opened.close();
      await bench.unplug();
      await bench.plugIn();
      await open();
      await bench.send(`${IMEI}\r`);
      await expect.poll(() => codes).toEqual([IMEI]);
      expect(losses).toEqual([]);
    });

    it('is missing when it is not there', async () => {
      await bench.unplug();
      const fault: unknown = await open().catch((reason: unknown) => reason);
      expect(fault).toBeInstanceOf(ScannerMissing);
      expect((fault as Error).message).toMatch(/ is not there$/);
    });

    it.runIf(isExclusive)('is there and fails, in words, when somebody else has it', async () => {
      const release = await bench.occupy();
      const fault: unknown = await open().catch((reason: unknown) => reason);
      expect(fault).toBeInstanceOf(Error);
      expect(fault).not.toBeInstanceOf(ScannerMissing);
      expect((fault as Error).message).toContain('another program');
      await release();
      await open();
    });

    describe('kept open by the till', () => {
      let heard: string[];
      let seen: ScannerStatus[][];
      const start = () => {
        heard = [];
        seen = [];
        const scanners = startScanners({
          drivers: { serial: bench.driver, hid: bench.driver },
          onScan: ({ code }) => heard.push(code),
          onStatus: (status) => seen.push(status),
        });
        closers.push(scanners.close);
        return scanners;
      };
      const states = () => seen.at(-1)?.map(({ state }) => state);

      it('works again within two seconds of being plugged in again, three times over', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        /** Waits with the till's clock at half the machine's pace at most; returns its milliseconds. */
        const waitFor = async (state: ScannerStatus['state']) => {
          let waited = 0;
          const look = async () => {
            if (states()?.[0] === state) return state;
            await vi.advanceTimersByTimeAsync(10);
            waited += 10;
            return states()?.[0];
          };
          await expect.poll(look, { interval: 20 }).toBe(state);
          return waited;
        };
        start().use([bench.settings]);
        await expect.poll(states).toEqual(['ready']);
        for (const code of [IMEI, OTHER, 'SN-3']) {
          await bench.unplug();
          await waitFor('missing');
          expect(seen.at(-1)?.[0]?.reason).toMatch(/ was unplugged$/);
          await bench.plugIn();
          expect(await waitFor('ready')).toBeLessThan(BACK_WITHIN);
          await bench.send(`${code}\r`);
          await expect.poll(() => heard.at(-1)).toBe(code);
        }
        expect(heard).toEqual([IMEI, OTHER, 'SN-3']);
      });

      it('is found when it comes later than the till', async () => {
        await bench.unplug();
        start().use([bench.settings]);
        await expect.poll(() => seen.at(-1)?.[0]?.reason).toMatch(/ is not there$/);
        await bench.plugIn();
        await expect.poll(states).toEqual(['ready']);
        await bench.send(`${IMEI}\r`);
        await expect.poll(() => heard).toEqual([IMEI]);
      });

      it.runIf(isExclusive)('is opened when whoever had it lets it go', async () => {
        const release = await bench.occupy();
        start().use([bench.settings]);
        await expect.poll(states).toEqual(['failed']);
        await release();
        await expect.poll(states).toEqual(['ready']);
      });

      it('is read once though it is set up twice, and survives changes of the settings', async () => {
        const scanners = start();
        const { settings } = bench;
        const changed: ScannerSettings =
          settings.kind === 'serial' ? { ...settings, baud_rate: 19_200 } : { ...settings, name: 'Other' };
        scanners.use([settings, { ...settings }]);
        scanners.use([changed]);
        scanners.use([settings]);
        scanners.use([changed, settings]);
        await expect.poll(states).toEqual(['ready']);
        await bench.send(`]C0${IMEI}\r`);
        await expect.poll(() => heard).toEqual([IMEI]);
        scanners.use([]);
        await expect.poll(states).toEqual([]);
      });
    });
  });
}
