import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { watchTroubles } from '#tests/support/browser.ts';
import { makeCertificate, type TestCertificate } from '#tests/support/certificates.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { deviceCard, openDevicePage } from '#tests/support/device-page.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { dismissToasts } from '#tests/support/open-till.ts';
import {
  cartLine,
  draftSaved,
  openTill,
  pressTillKey,
  scanToLine,
  signInAs,
  typeDiscount,
} from '#tests/support/till-page.ts';

const SELLER = 'salesperson@demo.test';
/** An address without a listener. */
const NOWHERE = 'http://127.0.0.1:9';

describe('the server of a till', () => {
  let own: TestCertificate;
  let another: TestCertificate;
  let plain: DemoServer;
  let secure: DemoServer;
  let till: LaunchedTill;
  let folder: string;
  let troubles: string[];
  beforeAll(async () => {
    [own, another] = await Promise.all([makeCertificate(), makeCertificate()]);
    plain = await startDemoServer();
    secure = await startDemoServer(undefined, { ...own, isOwn: true });
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launchTill({ env: { TINDAHAN_SERVER: NOWHERE, TINDAHAN_TILL_DATA: folder } });
    troubles = watchTroubles(till.page);
  });
  afterAll(async () => {
    await till.close();
    await plain.close();
    await secure.close();
    await rm(folder, { recursive: true, force: true });
  });

  const card = () => deviceCard(till.page, 'Server');
  const found = () => card().getByRole('status', { name: 'Server found' });
  const inUse = () => card().getByRole('status', { name: 'Server in use' });
  const check = async (url: string) => {
    await card().getByLabel('Another server').fill(url);
    await till.page.keyboard.press('Enter');
  };
  const question = () => till.page.getByRole('alertdialog');
  const kept = async () => (await till.page.evaluate(() => window.till?.settings.read()))?.server;
  /** Formats the fingerprint as on the screen: groups of four. */
  const groupsOf = ({ fingerprint }: TestCertificate) => fingerprint.replaceAll(':', '').match(/.{4}/g) ?? [];

  it('can be mended before anybody signs in: a wrong address is said to be wrong, a right one is taken', async () => {
    const { page } = till;
    await page.getByText('The server cannot be reached').waitFor();
    await page.getByRole('button', { name: 'This Till' }).click();
    await inUse().getByText('Does not answer').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await check('http://10.0.0.5');
    await found().getByText('Cannot be used').waitFor();
    await check(plain.url);
    await found().getByText('Answers').waitFor();
    expect((await kept())?.url).toBe(NOWHERE);
    await found().getByRole('button', { name: 'Use this server' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await question().getByRole('button', { name: 'Use this server' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await kept())?.url).toBe(plain.url);
    await signInAs(page, SELLER);
  });

  it('that shows its own certificate is trusted after its fingerprint was compared; the cart is saved first', async () => {
    const { page } = till;
    const [phone] = await phonesAt(plain.database, 'MNL-01', 1);
    await dismissToasts(page);
    await openTill(page);
    await scanToLine(page, phone?.imei ?? '');
    await draftSaved(page);
    await openDevicePage(page);
    await check(secure.url);
    await found().getByText('Not trusted yet').waitFor();
    await expect
      .poll(() => found().getByRole('definition').locator('span').allTextContents())
      .toEqual(groupsOf(own));
    await found().getByRole('button', { name: 'Trust this server' }).click();
    await question()
      .getByText(/The item in the cart is saved as a draft first.*You are signed out/)
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await question().getByRole('button', { name: 'Trust this server' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => kept()).toMatchObject({ url: secure.url, fingerprint: own.fingerprint });
    const drafts = await plain.database.reader
      .selectFrom('transaction_items')
      .innerJoin('transactions', 'transactions.id', 'transaction_items.transaction_id')
      .select('transactions.status')
      .where('transaction_items.inventory_item_id', '=', phone?.id ?? 0)
      .execute();
    expect(drafts).toEqual([{ status: 'draft' }]);
    await signInAs(page, SELLER);
  });

  it('with another certificate is taken only when somebody says that it was replaced on purpose', async () => {
    const { page } = till;
    await dismissToasts(page);
    await openDevicePage(page);
    await card().getByText('Connected').waitFor();
    await secure.stop();
    await secure.start({ ...another, isOwn: true });
    await inUse().getByText('Another certificate').waitFor();
    await inUse()
      .getByText(/another computer pretends to be the server/)
      .waitFor();
    await inUse()
      .getByRole('button', { name: /^Trust the new certificate/ })
      .click();
    const trust = question().getByRole('button', { name: 'Trust the new certificate' });
    await expect.poll(() => trust.getAttribute('aria-disabled')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await trust.click({ force: true });
    expect((await kept())?.fingerprint).toBe(own.fingerprint);
    await question().getByLabel('The certificate was replaced on purpose').check();
    await trust.click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => kept()).toMatchObject({ url: secure.url, fingerprint: another.fingerprint });
    await signInAs(page, SELLER);
    expect(troubles).toEqual([]);
  });

  it('that is gone cannot take the cart when the till moves: it stays, and is offered when the till is back', async () => {
    const { page } = till;
    const [phone] = await phonesAt(secure.database, 'MNL-01', 1);
    await dismissToasts(page);
    await openTill(page);
    await scanToLine(page, phone?.imei ?? '');
    await draftSaved(page);
    await secure.stop();
    await pressTillKey(page, 'F4');
    await typeDiscount(page, '1', 'Regular customer');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^· On this till \d+:\d\d [AP]M$/).waitFor();
    await openDevicePage(page);
    await check(plain.url);
    await found().getByText('Answers').waitFor();
    await found().getByRole('button', { name: 'Use this server' }).click();
    await question().getByRole('button', { name: 'Use this server' }).click();
    await question()
      .getByText(/The cart could not be saved: the old server does not answer/)
      .waitFor();
    expect((await kept())?.url).toBe(secure.url);
    expect(await axeViolations(page)).toEqual([]);
    await question().getByRole('button', { name: 'Go on without saving' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await kept())?.url).toBe(plain.url);
    await signInAs(page, SELLER);
    await openTill(page);
    await page.getByText('Scan an item to start').waitFor();

    await secure.start({ ...another, isOwn: true });
    await openDevicePage(page);
    await check(secure.url);
    await found().getByRole('button', { name: 'Trust this server' }).click();
    await question().getByRole('button', { name: 'Trust this server' }).click();
    await signInAs(page, SELLER);
    await page.getByRole('button', { name: 'Open Point of Sale' }).click();
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(page, phone?.imei ?? '').waitFor();
    await page.getByText('Regular customer').waitFor();
    await draftSaved(page);
  });
});
