import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupCodes } from '#domain/server-setup.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { makeOneComputer, type OneComputer } from '#tests/support/one-computer.ts';

// The built till on a computer without any server: it sets up the shop's own, the packed one, there.

describe.skipIf(process.platform !== 'linux')('a shop on one computer', () => {
  const data = mkdtempSync(join(tmpdir(), 'till-'));
  let computer: OneComputer;
  let till: LaunchedTill;
  const start = () => launchTill({ env: { TINDAHAN_TILL_DATA: data, ...computer.env } });
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${computer.port}/api/v1/health`);
    return (await answer.json()) as { version: string };
  };
  const newShop = () => till.page.getByRole('button', { name: 'New shop on this computer' });
  const refused = async (code: number | null, words: RegExp) => {
    computer.answer(code);
    await newShop().press('Enter');
    await till.page.getByRole('alert').getByText(words).waitFor();
  };
  const program = (...path: string[]) => join(computer.root, 'opt/tindahan-server', ...path);
  const versions = () =>
    readdirSync(program(), { withFileTypes: true }).filter((entry) => entry.isDirectory());

  beforeAll(async () => {
    computer = await makeOneComputer();
    till = await start();
  });
  afterAll(async () => {
    await till.close();
    computer.remove();
    rmSync(data, { recursive: true });
  });

  it('asks at its first start, and says what stands in the way of a server', async () => {
    await till.page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await axeViolations(till.page)).toEqual([]);
    await refused(126, /An administrator of this computer has to allow it/);
    await refused(setupCodes.full, /disk is full/);
    await refused(setupCodes.unscheduled, /does not take the server.*setup\.log/);
    const other = createServer().listen(computer.port, '127.0.0.1');
    await once(other, 'listening');
    await refused(null, new RegExp(`Another program uses the port ${computer.port}`));
    other.close();
    expect(existsSync(program())).toBe(false);
  });

  it('joins a shop by its address', async () => {
    await till.page.keyboard.press('Tab');
    await till.page.keyboard.press('Enter');
    await till.page.getByLabel('Server address').waitFor();
    await till.page.getByRole('link', { name: 'New shop' }).press('Enter');
    await newShop().waitFor();
  });

  it('sets the server up by the keyboard alone, and goes on to the shop’s set-up without a code', async () => {
    await expect.poll(() => newShop().evaluate((button) => button === document.activeElement)).toBe(true);
    await till.page.keyboard.press('Enter');
    await till.page.getByRole('heading', { name: 'Set up your shop' }).waitFor({ timeout: 110_000 });
    expect(await till.page.getByLabel('Code from the server’s log').count()).toBe(0);
    expect(computer.asked()).toEqual([
      'daemon-reload',
      'enable tindahan-server.service',
      'restart tindahan-server.service',
    ]);
    expect(computer.said()).toContain(`listening on http://127.0.0.1:${computer.port}`);
    // Backups are on without a setting.
    await expect.poll(() => readdirSync(join(computer.root, 'var/lib/tindahan'))).toContain('backups');
  });

  it('finds its server again after a kill of both', async () => {
    computer.killServer();
    await till.kill();
    await expect.poll(health).toMatchObject({ version: expect.any(String) as string });
    till = await start();
    await till.page.getByRole('heading', { name: 'Set up your shop' }).waitFor();
  });

  it('brings an older server to its own version', async () => {
    const [before] = versions();
    writeFileSync(program('installed.json'), JSON.stringify({ version: '0.9.0' }));
    await till.page.evaluate(() => window.location.assign('/device'));
    await till.page.getByRole('button', { name: 'Update the server' }).click();
    await till.page.getByRole('listitem').getByText('The server was updated').waitFor({ timeout: 110_000 });
    expect(versions()).toHaveLength(1);
    expect(versions()[0]?.name).not.toBe(before?.name);
    expect(JSON.parse(readFileSync(program('installed.json'), 'utf8'))).toEqual(await healthVersion());
  });
  const healthVersion = async () => ({ version: (await health()).version });

  it('is removed without the shop’s data', async () => {
    const setup = join(computer.env.STAND_IN_RESOURCES ?? '', 'server/src/server/installed/setup.ts');
    execFileSync(process.execPath, [setup, 'remove', String(computer.port), computer.root], {
      env: { ...process.env, ...computer.env },
    });
    await expect(health()).rejects.toThrow();
    expect(versions()).toEqual([]);
    expect(existsSync(join(computer.root, 'var/lib/tindahan/tindahan.db'))).toBe(true);
  });
});
