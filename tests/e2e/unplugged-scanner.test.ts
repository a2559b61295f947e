import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchTroubles } from '#tests/support/browser.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { toast } from '#tests/support/open-till.ts';
import { openCable, type Cable } from '#tests/support/pseudo-terminals.ts';
import {
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  signInAs,
  typeByHand,
} from '#tests/support/till-page.ts';
import { writeTillSettings } from '#tests/support/till-settings.ts';

describe('a serial scanner that is unplugged in the middle of a sale', () => {
  let server: DemoServer;
  let cable: Cable;
  let till: LaunchedTill;
  let folder: string;
  let troubles: string[];
  beforeAll(async () => {
    server = await startDemoServer();
    cable = await openCable();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    writeTillSettings(folder, { scanners: [{ kind: 'serial', path: cable.path, baud_rate: 9600 }] });
    till = await launchTill({ env: { TINDAHAN_SERVER: server.url, TINDAHAN_TILL_DATA: folder } });
    troubles = watchTroubles(till.page);
    await signInAs(till.page, 'salesperson@demo.test');
    await openTill(till.page);
  });
  afterAll(async () => {
    expect(troubles).toEqual([]);
    await till.close();
    await cable.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const notice = () =>
    till.page.getByRole('alert').filter({ hasText: `Scanner ${cable.path} was unplugged.` });

  it('is missed on the screen, the cart stays, typing sells; plugged in again it works', async () => {
    const phones = await phonesAt(server.database, 'MNL-01', 4);
    const [scanned, typed, late, atPayment] = phones.map(({ imei }) => imei);
    const { page } = till;
    await cable.send(`]C0${scanned ?? ''}\r`);
    await cartLine(page, scanned ?? '').waitFor();

    await cable.unplug();
    await notice().waitFor();
    await notice().getByText('type a code into the search box').waitFor();
    await cartLine(page, scanned ?? '').waitFor();
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').focus();
    await typeByHand(page, typed ?? '');
    await page.keyboard.press('Enter');
    await cartLine(page, typed ?? '').waitFor();

    const status = () =>
      page.evaluate(async () => (await window.till?.scanner.status())?.map(({ state }) => state));
    expect(await status()).toEqual(['missing']);
    await cable.plugIn();
    await expect.poll(status).toEqual(['ready']);
    await toast(page, `Scanner ${cable.path} works again`).waitFor();
    await notice().waitFor({ state: 'detached' });
    await cable.send(`]C0${late ?? ''}\r\n`);
    await cartLine(page, late ?? '').waitFor();
    await draftSaved(page);

    await goToPayment(page);
    await cable.unplug();
    await notice().waitFor();
    await cable.plugIn();
    await notice().waitFor({ state: 'detached' });
    await cable.send(`]C0${atPayment ?? ''}\r`);
    await toast(page, 'Scan ignored').waitFor();
    await completeSale(page);
    const sold = await server.database.reader
      .selectFrom('inventory_items')
      .select(['imei', 'status'])
      .where(
        'imei',
        'in',
        phones.map(({ imei }) => imei),
      )
      .execute();
    const soldImeis = sold.filter((unit) => unit.status === 'sold').map((unit) => unit.imei);
    expect(soldImeis.sort()).toEqual([scanned, typed, late].sort());
  });

  it('tells of one that is not there when the till is opened, and sells once it comes', async () => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await cable.unplug();
    await notice().waitFor();
    await till.close();
    till = await launchTill({ env: { TINDAHAN_SERVER: server.url, TINDAHAN_TILL_DATA: folder } });
    troubles = watchTroubles(till.page);
    await till.page.getByRole('button', { name: 'Open Point of Sale' }).click();
    const missing = till.page.getByRole('alert').filter({ hasText: `Scanner ${cable.path} is not there.` });
    await missing.waitFor();
    await cable.plugIn();
    await missing.waitFor({ state: 'detached' });
    await cable.send(`]C0${phone?.imei ?? ''}\r`);
    await cartLine(till.page, phone?.imei ?? '').waitFor();
  });
});
