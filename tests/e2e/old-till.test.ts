import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import {
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  scanToLine,
  signInAs,
} from '#tests/support/till-page.ts';

const MUST_BE_UPDATED =
  'This till must be updated: its version is 0.0.9, and the server works with 0.1.0 and newer.';

describe('a till that is older than the server serves', () => {
  let server: DemoServer;
  let till: LaunchedTill;
  let folder: string;

  beforeAll(async () => {
    server = await startDemoServer();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
  });
  afterAll(async () => {
    await till.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Launches the till in a version; the present one by default. */
  const launch = async (version?: string) => {
    const env = { TINDAHAN_SERVER: server.url, TINDAHAN_TILL_DATA: folder };
    till = await launchTill({ env: version === undefined ? env : { ...env, STAND_IN_VERSION: version } });
  };
  const openAgain = async () => {
    await till.page.getByRole('heading', { name: /^Good / }).waitFor();
    await till.page.getByRole('button', { name: 'Open Point of Sale' }).click();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
  };

  it('is told at the sign-in', async () => {
    await launch('0.0.9');
    await till.page.getByText(MUST_BE_UPDATED).waitFor();
    expect(await till.page.evaluate((url) => window.till?.server.look(url), server.url)).toMatchObject({
      state: 'till_too_old',
      oldest_client: '0.1.0',
      till_version: '0.0.9',
    });
    await till.close();
  });

  it('is told in the middle of a sale, and after its update the cart is completed', async () => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    const imei = phone?.imei ?? '';
    await launch();
    await signInAs(till.page, 'salesperson@demo.test');
    await openTill(till.page);
    await scanToLine(till.page, imei);
    await draftSaved(till.page);
    await till.kill();

    await launch('0.0.9');
    await openAgain();
    await cartLine(till.page, imei).waitFor();
    const banner = till.page.getByRole('alert').filter({ hasText: 'Sales cannot be completed' });
    await expect.poll(() => banner.textContent()).toContain(MUST_BE_UPDATED);
    await till.kill();

    await launch();
    await openAgain();
    await cartLine(till.page, imei).waitFor();
    await draftSaved(till.page);
    await goToPayment(till.page);
    await completeSale(till.page);
  });
});
