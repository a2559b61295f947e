import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { watchTroubles } from '#tests/support/browser.ts';
import { makeCertificate, type TestCertificate } from '#tests/support/certificates.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { signInAs } from '#tests/support/till-page.ts';

describe('the first start of a till', () => {
  let own: TestCertificate;
  let server: DemoServer;
  let till: LaunchedTill;
  let folder: string;
  let troubles: string[];
  beforeAll(async () => {
    own = await makeCertificate();
    server = await startDemoServer(undefined, { ...own, isOwn: true });
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launchTill({ env: { TINDAHAN_TILL_DATA: folder } });
    troubles = watchTroubles(till.page);
  });
  afterAll(async () => {
    await till.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('asks for the server and the till’s name, and takes a typed address, by the keyboard alone', async () => {
    const { page } = till;
    await page.getByRole('heading', { name: 'Connect this till' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // Typed as fast as that, it would be a scan.
    await page.getByLabel('Till name').fill('Counter 1');
    await page.getByLabel('Server address').fill(server.url);
    await page.keyboard.press('Enter');
    await page.getByText('Not trusted yet').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Is every group the same?' });
    await question.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Trust this server' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => window.till?.settings.read())).toMatchObject({
      till_name: 'Counter 1',
      server: { url: server.url, fingerprint: own.fingerprint, is_chosen: true },
    });
    await signInAs(page, 'salesperson@demo.test');
    expect(troubles).toEqual([]);
  });
});
