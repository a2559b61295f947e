import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchTroubles } from '#tests/support/browser.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { signIn } from '#tests/support/http.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { expectSoldOnce, sellTwoPhones } from '#tests/support/sell-two-phones.ts';
import { expectDone } from '#tests/support/selling.ts';
import { cartLine, completeSale, draftSaved, goToPayment, scanToLine } from '#tests/support/till-page.ts';

/** A picture that is black on the left and white on the right. */
const halfBlack = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: 'black' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer();

describe('a sale through the built main and preload', () => {
  let server: DemoServer;
  let printer: NetworkPrinter;
  let till: LaunchedTill;
  let folder: string;

  const launch = () =>
    launchTill({
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
        TINDAHAN_TILL_DATA: folder,
      },
    });
  /** Returns the printer's n-th job since it was switched on. */
  const printed = async (index: number) => {
    await expect.poll(() => printer.jobs.length).toBeGreaterThan(index);
    return printer.jobs[index] ?? new Uint8Array();
  };
  beforeAll(async () => {
    server = await startDemoServer();
    printer = await startNetworkPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launch();
  });
  afterAll(async () => {
    await till.close();
    await printer.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('sells two phones, and the receipt’s bytes arrive at the printer', async () => {
    const troubles = watchTroubles(till.page);
    const { units, total, change } = await sellTwoPhones(till.page, server);

    const { rows, cuts, pulses } = decodeEscPos(await printed(0));
    const text = rows.map((row) => row.text).join('\n');
    for (const unit of units) {
      expect(text).toContain(unit.imei);
      expect(text).toContain(unit.serial_number);
    }
    expect(text).toContain(`PHP ${total}`);
    expect(text).toContain(`PHP ${change}`);
    expect(cuts).toHaveLength(1);
    expect(pulses).toHaveLength(1);
    await till.page.getByText('Receipt printed').waitFor();
    await till.page.getByText('Drawer opened').waitFor();
    await expectSoldOnce(server, units);
    expect(troubles).toEqual([]);
  });

  it('prints the shop’s logo above the receipt', async () => {
    const admin = await signIn(server.url, 'admin@demo.test');
    const form = new FormData();
    form.set('type', 'shop_logo');
    form.set('file', new Blob([new Uint8Array(await halfBlack(160, 40))]), 'logo.png');
    const { id } = expectDone(await admin.post<{ id: number }>('/media/upload', form));
    expectDone(await admin.put('/settings', { logo_id: id }));
    await till.page.reload();
    await till.page.getByText('Scan an item to start').waitFor();
    const before = printer.jobs.length;
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await scanToLine(till.page, phone?.imei ?? '');
    await draftSaved(till.page);
    await goToPayment(till.page);
    await completeSale(till.page);

    const { pictures, rows } = decodeEscPos(await printed(before));
    expect(rows.map((row) => row.text).join('\n')).toContain(phone?.imei ?? '-');
    expect(pictures).toHaveLength(1);
    expect(pictures[0]).toMatchObject({ width: 160, centred: true, afterRows: 0 });
    expect(pictures[0]?.rows).toHaveLength(40);
    // The encoding of an upload may blur the edge in the middle.
    for (const row of pictures[0]?.rows ?? []) expect(row).toMatch(/^#{72}.{16} {72}$/);
    expectDone(await admin.put('/settings', { logo_id: null }));
  });

  it('prints a name with letters that no printer has, drawn by the till', async () => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    const rename = (name: string) =>
      server.database.write((db) =>
        db
          .updateTable('products')
          .set({ name })
          .where('sku', '=', phone?.sku ?? '')
          .execute(),
      );
    await rename('Load \u20b1100 Łódź');
    const before = printer.jobs.length;
    await scanToLine(till.page, phone?.imei ?? '');
    await draftSaved(till.page);
    await goToPayment(till.page);
    await completeSale(till.page);

    const { pictures, rows } = decodeEscPos(await printed(before));
    expect(rows.map((row) => row.text).join('\n')).toContain(phone?.imei ?? '-');
    expect(rows.filter((row) => row.text.includes('Load'))).toEqual([]);
    expect(pictures).toHaveLength(1);
    /** The dots of each column of twelve. */
    const [picture] = pictures;
    const letters = Array.from({ length: 15 }, (_, at) =>
      (picture?.rows ?? []).map((row) => row.slice(at * 12, at * 12 + 12)).join('\n'),
    );
    const isBlank = letters.map((letter) => letter.trim() === '');
    expect(isBlank).toEqual([...'Load P100 Łódź'.padEnd(15)].map((letter) => letter === ' '));
    // Twice 0, twice d, three spaces; the other letters are not alike, nor is the peso sign a P.
    expect(letters[7]).toBe(letters[8]);
    expect(new Set(letters).size).toBe(11);
    await rename(phone?.product ?? '');
  });

  it('completes the sale while the printer is off, and prints when it is back, without a second drawer kick', async () => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await printer.close();
    await scanToLine(till.page, phone?.imei ?? '');
    await draftSaved(till.page);
    await goToPayment(till.page);
    await completeSale(till.page);
    await till.page.getByText('Receipt waits').waitFor();
    printer = await startNetworkPrinter('on', printer.port);
    const { rows, pulses } = decodeEscPos(await printed(0));
    expect(rows.map((row) => row.text).join('\n')).toContain(phone?.imei ?? '-');
    expect(pulses).toHaveLength(1);
    await till.page.getByText('Receipt printed').waitFor();

    await till.page.getByRole('button', { name: 'Print again' }).click();
    const copy = decodeEscPos(await printed(1));
    expect(copy.rows.map((row) => row.text).join('\n')).toContain('*** REPRINT 1 ***');
    expect(copy.pulses).toHaveLength(0);
  });

  it('offers the cart again after the till was killed', async () => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await scanToLine(till.page, phone?.imei ?? '');
    await draftSaved(till.page);
    await till.kill();
    till = await launch();
    await till.page.getByRole('heading', { name: /^Good / }).waitFor();
    await till.page.getByRole('button', { name: 'Open Point of Sale' }).click();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(till.page, phone?.imei ?? '').waitFor();
  });
});
