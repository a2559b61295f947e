import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDistribution } from '#tests/support/electron/distribution.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { fusesOf, wantedFuses } from '#tests/support/packaged.ts';

// Packs the built till as `npm run package` does, with a stand-in for Electron's program, and looks at what came out.

const repository = join(import.meta.dirname, '../..');
const run = promisify(execFile);

describe.skipIf(process.platform !== 'linux')('the packed till', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const resources = join(folder, 'out/linux-unpacked/resources');
  let files: string[];
  let packages: Set<string>;

  beforeAll(async () => {
    const electron = JSON.parse(
      readFileSync(join(repository, 'node_modules/electron/package.json'), 'utf8'),
    ) as { version: string };
    const distribution = makeDistribution(join(folder, 'electron'), electron.version);
    const builder = join(repository, 'node_modules/electron-builder/cli.js');
    const options = [`-c.electronDist=${distribution}`, `-c.directories.output=${join(folder, 'out')}`];
    const args = [builder, '--linux', '--x64', '--dir', '--config', 'build/packaging.mjs', ...options];
    await run(process.execPath, args, { cwd: repository });
    files = listPackage(join(resources, 'app.asar'), { isPack: false });
    packages = new Set(
      files.flatMap((file) => /\/node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(file)?.[1] ?? []),
    );
  });

  it('has its fuses set in the program', async () => {
    expect(await fusesOf(join(folder, 'out/linux-unpacked/tindahan'))).toEqual(wantedFuses);
  });

  it('holds the three bundles and what they load, and nothing of the server’s', () => {
    const roots = new Set(files.map((file) => file.split('/').slice(0, 3).join('/')));
    expect([...roots].filter((root) => !root.startsWith('/node_modules/')).sort()).toEqual([
      '/node_modules',
      '/out',
      '/out/main',
      '/out/preload',
      '/out/renderer',
      '/package.json',
    ]);
    for (const name of ['better-sqlite3', 'electron-store', 'electron-log', 'serialport', 'node-hid', 'zod'])
      expect(packages).toContain(name);
    for (const name of ['fastify', 'pg', 'kysely', 'sharp', 'nodemailer', '@node-rs/argon2', 'react', 'vite'])
      expect(packages).not.toContain(name);
    const own = files.filter((file) => file.startsWith('/out/'));
    expect(own.filter((file) => /\.(?:ts|tsx|map|env)$|\.test\./.test(file))).toEqual([]);
  });

  it('has its native modules outside the archive', () => {
    for (const name of [
      'better-sqlite3/prebuilds/win32-x64.node',
      'better-sqlite3/prebuilds/linux-x64.node',
      'node-hid/prebuilds/HID-win32-x64/node-napi-v4.node',
      '@serialport/bindings-cpp/prebuilds/win32-x64/@serialport+bindings-cpp.node',
    ])
      expect(existsSync(join(resources, 'app.asar.unpacked/node_modules', name))).toBe(true);
  });

  it('starts with the packages it was given, and no others', async () => {
    const app = join(folder, 'app');
    extractAll(join(resources, 'app.asar'), app);
    const data = mkdtempSync(join(tmpdir(), 'till-'));
    const till = await launchTill({ out: join(app, 'out'), env: { TINDAHAN_TILL_DATA: data } });
    const devices = await till.page.evaluate(() => window.till?.settings.devices());
    expect(Array.isArray(devices)).toBe(true);
    await expect.poll(() => till.page.title()).toContain('Tindahan');
    await till.close();
  });
});
