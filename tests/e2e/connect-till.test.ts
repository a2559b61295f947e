import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintGroups } from '#domain/fingerprint.ts';
import { announce } from '#server/announcing.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { watchTroubles } from '#tests/support/browser.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts';

// A till's first start, beside a shop's first start: the server's own program, the till's own main, real multicast.

describe('the first start of a till', () => {
  let server: ServerProcess;
  let fingerprint: string;
  let till: LaunchedTill;
  let folder: string;
  let troubles: string[];
  const closers: (() => unknown)[] = [];
  const startServer = async (env: Record<string, string>) => {
    server = await startProcess({ dataDir: path.join(folder, 'server'), env: { HOST: '0.0.0.0', ...env } });
    fingerprint = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/m.exec(server.output())?.[0] ?? '';
    closers.push(() => server.end('SIGKILL'));
  };
  const startTill = async () => {
    till = await launchTill({ env: { TINDAHAN_TILL_DATA: path.join(folder, 'till') } });
    troubles = watchTroubles(till.page);
    closers.push(till.close);
    await till.page.getByRole('heading', { name: 'Connect this till' }).waitFor();
  };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await rm(folder, { recursive: true, force: true });
  });

  const question = () => till.page.getByRole('alertdialog', { name: 'Is every group the same?' });
  const settings = () => till.page.evaluate(() => window.till?.settings.read());
  /** The servers of the list that show this fingerprint: other tests of this computer may announce theirs. */
  const listed = (shown: string) => {
    const groups = fingerprintGroups(shown).join('');
    return till.page.getByRole('list', { name: 'Servers in this network' }).getByRole('listitem').filter({
      hasText: groups,
    });
  };

  it('lists its server, refuses another certificate than the announced one, and leads to the shop’s set-up', async () => {
    await startServer({});
    const another = fingerprint.split(':').reverse().join(':');
    const stop = announce({
      announced: { address: null, fingerprint: another },
      host: '0.0.0.0',
      port: Number(new URL(server.url).port),
      readName: () => Promise.resolve('\u202e<b>Your shop</b>'),
      onFault: (fault) => {
        throw fault;
      },
    });
    closers.push(stop);
    await startTill();
    const { page } = till;
    await page.getByLabel('Till name').fill('  Counter 1 ');
    await listed(another).getByText('<b>Your shop</b>').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await listed(another).getByRole('button', { name: 'Connect' }).click();
    await page
      .getByRole('status', { name: 'Server found' })
      .getByText(/Another certificate is shown there than was announced/)
      .waitFor();
    expect((await settings())?.server.is_chosen).toBe(false);

    await listed(fingerprint).getByRole('button', { name: 'Connect' }).focus();
    await page.keyboard.press('Enter');
    await question().waitFor();
    await expect
      .poll(() => question().getByRole('definition').locator('span').allTextContents())
      .toEqual(fingerprintGroups(fingerprint));
    expect(await axeViolations(page)).toEqual([]);
    await question().getByRole('button', { name: 'Trust this server' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Set up your shop' }).waitFor();
    await page.getByLabel('Code from the server’s log').waitFor();
    expect(await settings()).toMatchObject({
      till_name: 'Counter 1',
      server: { fingerprint, is_chosen: true },
    });
    expect(troubles).toEqual([]);
  });

  it('takes a typed address where the server does not announce itself', async () => {
    await startServer({ ANNOUNCE: 'off' });
    await startTill();
    const { page } = till;
    // Typed as fast as that, it would be a scan.
    await page.getByLabel('Server address').fill(server.url);
    await page.keyboard.press('Enter');
    await page.getByText('Not trusted yet').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await question().getByRole('button', { name: 'Trust this server' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Set up your shop' }).waitFor();
    expect(await settings()).toMatchObject({ till_name: '', server: { url: server.url, fingerprint } });
    expect(troubles).toEqual([]);
  });
});
