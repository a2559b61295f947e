import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRelease } from '#server/modules/till-releases/till-releases.public.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { releaseKey, writeRelease } from '#tests/support/releases.ts';
import { expectDone } from '#tests/support/selling.ts';
import { completeSale, goToPayment, openTill, scanToLine, signInAs } from '#tests/support/till-page.ts';

const repository = join(import.meta.dirname, '../..');
const OUT = join(repository, 'out/till-update-test');
const BROKEN = join(OUT, 'broken');
const MANAGER = 'store_manager@demo.test';

/** A program that is the built till in a version, as an AppImage is one file that starts it. */
const programOf = (version: string, out = OUT) => `#!/bin/sh
export APPIMAGE="$0" STAND_IN_PACKAGED=yes STAND_IN_VERSION=${version}
exec "${process.execPath}" --import "${join(repository, 'tests/support/electron/register.mjs')}" "${join(out, 'main/index.js')}"
`;

/** Breaks what the first part of a built till loads next. */
function breakTill(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.js') && readFileSync(file, 'utf8').includes('till ready'))
      writeFileSync(file, 'throw new Error("broken on purpose");\n');
  }
}

describe.runIf(process.platform === 'linux')('a till that its own server updates', () => {
  const key = releaseKey();
  let server: DemoServer;
  let manager: SignedIn;
  let root: string;
  let image: string;
  let data: string;
  let till: LaunchedTill;
  let sequence = 0;

  beforeAll(async () => {
    rmSync(OUT, { recursive: true, force: true });
    for (const part of ['main', 'preload', 'renderer'])
      cpSync(join(repository, 'out', part), join(OUT, part), { recursive: true });
    writeFileSync(join(OUT, 'main/release-keys.json'), JSON.stringify({ keys: key.publicKey, built_at: 0 }));
    cpSync(join(OUT, 'main'), join(BROKEN, 'main'), { recursive: true });
    breakTill(join(BROKEN, 'main'));
    root = mkdtempSync(join(tmpdir(), 'till-update-'));
    image = join(root, 'Tindahan.AppImage');
    data = join(root, 'data');
    writeFileSync(image, programOf('1.1.0'));
    chmodSync(image, 0o755);
    server = await startDemoServer();
    manager = await signIn(server.url, MANAGER);
  });
  afterAll(async () => {
    await till.close();
    await server.close();
    rmSync(root, { recursive: true, force: true });
    rmSync(OUT, { recursive: true, force: true });
  });

  const launch = async () => {
    till = await launchTill({
      program: image,
      env: { TINDAHAN_SERVER: server.url, TINDAHAN_TILL_DATA: data },
    });
  };
  /** Adds a release to the server, and chooses it for the store. */
  const release = async (version: string, program = programOf(version), by = key) => {
    sequence += 1;
    const inbox = mkdtempSync(join(root, 'inbox-'));
    const file = writeRelease(inbox, program, by, { version, sequence, arch: process.arch });
    await addRelease(server.dataDir, file, [by.publicKey]);
    expectDone(await manager.put('/till-releases/store', { version }));
  };
  const check = () => till.page.evaluate(() => window.till?.updates.check());
  const runs = () => /STAND_IN_VERSION=(\S+)/.exec(readFileSync(image, 'utf8'))?.[1];
  const sellOne = async (page: Page) => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    if (!page.url().endsWith('/pos')) await openTill(page);
    await scanToLine(page, phone?.imei ?? '');
    await goToPayment(page);
    await completeSale(page);
  };

  it('sells as ever while a release is loaded, and refuses one with a bad signature', async () => {
    await launch();
    await signInAs(till.page, MANAGER);
    await sellOne(till.page);
    await release('1.3.0', programOf('1.3.0'), releaseKey());
    expect(await check()).toMatchObject({
      ready: null,
      problem: 'The release is not signed by this shop’s key',
    });
    await release('1.2.0');
    expect(await check()).toMatchObject({ ready: '1.2.0', problem: null });
    await sellOne(till.page);
    expect(runs()).toBe('1.1.0');
  });

  it('goes on with the old version after a power cut, and has the new one with the next start', async () => {
    await till.kill();
    expect(runs()).toBe('1.1.0');
    // It installs, starts itself again, and is the new version.
    await launch();
    expect(till.output()).toMatch(/Version 1\.2\.0 is being installed[\s\S]*Tindahan 1\.2\.0 on/);
    expect(runs()).toBe('1.2.0');
    await sellOne(till.page);
  });

  it('is asked between sales, and starts again by itself where the cashier says now', async () => {
    await release('1.2.1');
    await check();
    await till.page.getByText('Version 1.2.1 of this till is ready.').waitFor();
    await till.page.getByRole('button', { name: 'Update now' }).click();
    till.page = await till.relaunched();
    expect(till.output()).toContain('Tindahan 1.2.1 on');
    expect(runs()).toBe('1.2.1');
    await sellOne(till.page);
  });

  it('goes back to a version that was signed anew, when the till is closed', async () => {
    await release('1.1.0');
    expect(await check()).toMatchObject({ ready: '1.1.0' });
    till.signal('SIGHUP');
    expect(await till.ended).toBe(0);
    expect(runs()).toBe('1.1.0');
    await launch();
    await sellOne(till.page);
  });

  it('puts the old version back where the new one does not start twice, and tells it', async () => {
    await release('1.4.0', programOf('1.4.0', BROKEN));
    await check();
    till.signal('SIGHUP');
    await till.ended;
    expect(runs()).toBe('1.4.0');
    await expect(launch()).rejects.toThrow(/broken on purpose/);
    await expect(launch()).rejects.toThrow(/broken on purpose/);
    await launch();
    expect(runs()).toBe('1.1.0');
    const problem = 'Version 1.4.0 did not start. The version before was put back';
    expect(await check()).toMatchObject({ ready: null, problem });
    await sellOne(till.page);
  });
});
