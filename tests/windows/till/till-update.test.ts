import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phonesAt } from '#tests/support/demo-server.ts';
import type { LaunchedTill } from '#tests/support/electron/launch.ts';
import { signIn } from '#tests/support/http.ts';
import { releaseKey } from '#tests/support/releases.ts';
import { expectDone } from '#tests/support/selling.ts';
import { saveSettings, type WireSettings } from '#tests/support/store-settings.ts';
import {
  cartLine,
  completeSale,
  goToPayment,
  openTill,
  scanToLine,
  signInAs,
} from '#tests/support/till-page.ts';
import { installedVersion, programFolder } from '#tests/support/windows/installed-till.ts';
import { packOnce } from '#tests/support/windows/packed-till.ts';
import { makeSmallInstaller } from '#tests/support/windows/small-installer.ts';
import { MANAGER, startUpdatedTill, type UpdatedTill } from '#tests/support/windows/updated-till.ts';
import packageJson from '../../../package.json' with { type: 'json' };

// The whole way of an update with the real installer: a till that our installer has put into Windows is updated to the
// packed till, and goes back.

const CODE = 'MNL-01';
const OLD = '1.0.9';
const { version: NEW } = packageJson;
const BROKEN = '9.9.9';

describe('a till on Windows that its own server updates', () => {
  let shop: UpdatedTill;
  let till: LaunchedTill;
  let phones: string[];
  let older: string;
  let packed: string;
  beforeAll(async () => {
    ({ installer: packed } = await packOnce());
    shop = await startUpdatedTill();
    older = await makeSmallInstaller(shop.root, OLD);
    shop.addVersion(OLD);
    shop.addVersion(NEW);
    shop.addVersion(BROKEN, { isBroken: true });
    phones = (await phonesAt(shop.server.database, CODE, 5)).map(({ imei }) => imei);
    await sellsWithoutServer(shop);
    expect(await shop.install(older)).toBe(0);
  });
  afterAll(() => shop.close());

  const check = () => till.page.evaluate(() => window.till?.updates.check());
  const waiting = (page: Page) => page.evaluate(async () => (await window.till?.offline.state())?.waiting);
  const sellNext = async (page: Page) => {
    await scanToLine(page, phones.pop() ?? '');
    await goToPayment(page);
    await completeSale(page);
  };
  const offlineBanner = () => till.page.getByRole('alert').filter({ hasText: 'No connection.' });
  /** Opens the till, and waits until it has noticed that the server is away. */
  const toTheTill = async () => {
    await till.page.getByRole('link', { name: 'Point of Sale' }).click();
    await offlineBanner().waitFor();
  };
  const close = async () => {
    till.signal('SIGHUP');
    await till.ended;
  };

  it('sells as ever, refuses a release with a bad signature, and goes on with a good one after a power cut', async () => {
    till = await shop.launch();
    await signInAs(till.page, MANAGER);
    await becomeTill(till.page);
    await sellNext(till.page);
    await shop.release(NEW, packed, releaseKey());
    expect(await check()).toMatchObject({
      ready: null,
      problem: 'The release is not signed by this shop’s key',
    });
    await shop.release(NEW, packed);
    void check().catch(() => undefined);
    await till.kill();
    await shop.afterCut();
    till = await shop.launch();
    await expect.poll(check).toMatchObject({ ready: NEW, problem: null });
    expect(installedVersion()).toBe(OLD);
  });

  it('has the old program after a power cut in the middle of its installing', async () => {
    await shop.server.stop();
    await toTheTill();
    await sellNext(till.page);
    await expect.poll(() => waiting(till.page)).toBe(1);
    await scanToLine(till.page, phones.at(-1) ?? '');
    await till.page.getByText(/^· On this till \d/).waitFor();
    await close();
    await expect.poll(() => existsSync(`${programFolder()}.new`)).toBe(true);
    await shop.afterCut();
    expect(installedVersion()).toBe(OLD);
  });

  it('is the new version with the next start, with the sales and the cart of the old one', async () => {
    till = await shop.launch();
    expect(till.output()).toMatch(/is being installed[\s\S]*Tindahan \S+ on/);
    expect(installedVersion()).toBe(NEW);
    expect(await waiting(till.page)).toBe(1);
    await toTheTill();
    await till.page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(till.page, phones.at(-1) ?? '').waitFor();
    await shop.server.start();
    await expect.poll(() => waiting(till.page)).toBe(0);
    // Before that the sale would be made without the server, and its screen come back with the next start.
    await offlineBanner().waitFor({ state: 'detached' });
    await goToPayment(till.page);
    await completeSale(till.page);
    phones.pop();
  });

  it('goes back to the old version, which was signed anew, when the till is closed', async () => {
    await shop.release(OLD, older);
    await expect.poll(check).toMatchObject({ ready: OLD, problem: null });
    await close();
    await expect.poll(installedVersion).toBe(OLD);
    till = await shop.launch();
    await openTill(till.page);
    await sellNext(till.page);
  });

  it('puts the version before back where a new one does not start twice, and tells it', async () => {
    await shop.release(BROKEN, await makeSmallInstaller(shop.root, BROKEN));
    await expect.poll(check).toMatchObject({ ready: BROKEN });
    await close();
    await expect.poll(installedVersion).toBe(BROKEN);
    await expect(shop.launch()).rejects.toThrow(/broken on purpose/);
    await expect(shop.launch()).rejects.toThrow(/broken on purpose/);
    till = await shop.launch();
    expect(installedVersion()).toBe(OLD);
    const problem = `Version ${BROKEN} did not start. The version before was put back`;
    await expect.poll(check).toMatchObject({ ready: null, problem });
  });
});

const RULES: WireSettings['offline_sales'] = { enabled: true, hours: 24, max_total: null, methods: ['cash'] };
/** Lets the till's store sell without the server. */
async function sellsWithoutServer({ server }: UpdatedTill): Promise<void> {
  const admin = await signIn(server.url, 'admin@demo.test');
  const stores = expectDone(
    await admin.get<{ id: number; code: string; settings: WireSettings }[]>('/stores'),
  );
  for (const { id, code, settings } of stores)
    if (code === CODE) await saveSettings(admin, id, { ...settings, offline_sales: RULES });
}

/** Makes the device a till of the store, and waits for its credential and its copy of the store. */
async function becomeTill(page: Page): Promise<void> {
  const storeId = await page.evaluate(async () => {
    const stores = (await (await fetch('/api/v1/stores')).json()) as { id: number; code: string }[];
    const id = stores.find(({ code }) => code === 'MNL-01')?.id ?? 0;
    await fetch('/api/v1/tills', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-store-id': String(id),
        'x-till': localStorage.getItem('tindahan.till-key') ?? '',
      },
      body: JSON.stringify({ name: 'Front' }),
    });
    return id;
  });
  await page.reload();
  await openTill(page);
  const credential = () => page.evaluate(async () => (await window.till?.offline.state())?.till);
  await expect.poll(credential).toMatchObject({ store_id: storeId, till_name: 'Front' });
  const copy = () =>
    page.evaluate(async (store_id) => (await window.till?.units.version({ store_id }))?.as_of, storeId);
  await expect.poll(copy).toBeTruthy();
}
