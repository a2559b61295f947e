import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '#tests/support/certificates.ts';
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
  wedgeScan,
} from '#tests/support/till-page.ts';

const NOT_TRUSTED = 'The server shows a certificate that this till does not trust.';

describe('a till with a server that made its own certificate', () => {
  let own: TestCertificate;
  let another: TestCertificate;
  let server: DemoServer;
  let till: LaunchedTill;
  let folder: string;
  let inCart = { id: 0, imei: '' };

  beforeAll(async () => {
    [own, another] = await Promise.all([makeCertificate(), makeCertificate()]);
    server = await startDemoServer(undefined, { ...own, isOwn: true });
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launch();
  });
  afterAll(async () => {
    await till.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const launch = () =>
    launchTill({ env: { TINDAHAN_SERVER: 'http://127.0.0.1:9', TINDAHAN_TILL_DATA: folder } });
  const look = () => till.page.evaluate((url) => window.till?.server.look(url), server.url);
  const choose = (fingerprint: string | null) =>
    till.page.evaluate((choice) => window.till?.server.choose(choice), { url: server.url, fingerprint });
  const statusOf = async (id: number) => {
    const query = server.database.reader.selectFrom('inventory_items').select('status').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).status;
  };
  const banner = () => till.page.getByRole('alert').filter({ hasText: 'Sales cannot be completed' });

  it('takes it only with the fingerprint that was compared, and sells', async () => {
    expect(await look()).toMatchObject({ state: 'untrusted', fingerprint: own.fingerprint });
    expect(await choose(null)).toMatchObject({ state: 'untrusted' });
    expect(await choose(own.fingerprint)).toMatchObject({ state: 'ready', fingerprint: own.fingerprint });
    await till.page.reload();
    await signInAs(till.page, 'salesperson@demo.test');
    await openTill(till.page);
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await scanToLine(till.page, phone?.imei ?? '');
    await draftSaved(till.page);
    await goToPayment(till.page);
    await completeSale(till.page);
    await expect.poll(() => statusOf(phone?.id ?? 0)).toBe('sold');
  });

  it('refuses another certificate in the middle of a sale, says why, and keeps the cart', async () => {
    const [first, second] = await phonesAt(server.database, 'MNL-01', 2);
    inCart = first ?? inCart;
    await scanToLine(till.page, inCart.imei);
    await draftSaved(till.page);
    await server.stop();
    await server.start({ ...another, isOwn: true });
    await wedgeScan(till.page, second?.imei ?? '');
    await banner().waitFor();
    await expect.poll(() => banner().textContent()).toContain(NOT_TRUSTED);
    await cartLine(till.page, inCart.imei).waitFor();
    await expect.poll(() => statusOf(second?.id ?? 0)).toBe('available');
    expect(await look()).toMatchObject({
      state: 'changed',
      fingerprint: another.fingerprint,
      trusted: own.fingerprint,
    });
  });

  it('refuses it after a restart, too', async () => {
    await till.close();
    till = await launch();
    const answer = await till.page.evaluate(async () => {
      const response = await fetch('/api/v1/staff/me');
      return { status: response.status, body: (await response.json()) as unknown };
    });
    expect(answer).toMatchObject({ status: 503, body: { code: 'certificate_changed' } });
  });

  it('goes on with the same sign-in when the trusted one is back, and completes the cart', async () => {
    await server.stop();
    await server.start({ ...own, isOwn: true });
    await till.page.reload();
    await till.page.getByRole('heading', { name: /^Good / }).waitFor();
    await till.page.getByRole('button', { name: 'Open Point of Sale' }).click();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(till.page, inCart.imei).waitFor();
    await draftSaved(till.page);
    await goToPayment(till.page);
    await completeSale(till.page);
    await expect.poll(() => statusOf(inCart.id)).toBe('sold');
  });
});
