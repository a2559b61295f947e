import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDistribution } from '#tests/support/electron/distribution.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { standInPackagers, type LinuxPackagers } from '#tests/support/linux-packagers.ts';
import { fusesOf, packTill, wantedFuses } from '#tests/support/packaged.ts';

// Packs the built till as `npm run package` does, with a stand-in for Electron's program, and checks the result.

describe.skipIf(process.platform !== 'linux')('the packed till', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const resources = join(folder, 'out/linux-unpacked/resources');
  let files: string[];
  let packages: Set<string>;
  let packagers: LinuxPackagers;

  beforeAll(async () => {
    packagers = standInPackagers(folder);
    await packTill(folder, { system: 'linux', makeDistribution, env: packagers.env });
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
    for (const name of ['better-sqlite3', 'electron-log', 'serialport', 'node-hid', 'zod'])
      expect(packages).toContain(name);
    // Its library is Windows' alone.
    expect(packages).toContain('koffi');
    for (const name of ['fastify', 'pg', 'kysely', 'sharp', 'nodemailer', '@node-rs/argon2', 'react', 'vite'])
      expect(packages).not.toContain(name);
    const own = files.filter((file) => file.startsWith('/out/'));
    expect(own.filter((file) => /\.(?:ts|tsx|map|env)$|\.test\./.test(file))).toEqual([]);
  });

  it('carries the licences of its packages and of what its bundles contain', () => {
    const bundled = extractFile(join(resources, 'app.asar'), 'out/renderer/licences.md').toString();
    for (const name of ['react', 'react-router', '@fluentui/react-dialog', 'zod', 'dayjs'])
      expect(bundled).toMatch(new RegExp(`^## ${name} - \\d.*\\(MIT\\)$`, 'm'));
    const folders = files.flatMap(
      (file) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(file)?.[1] ?? [],
    );
    const hasLicence = (place: string) =>
      files.some((file) => file.startsWith(place) && /\/licen[cs]e[^/]*$/i.test(file));
    // These were published without one; their package.json says MIT.
    const without = ['/node_modules/@canvas/image-data', '/node_modules/resize-image-data'];
    expect(folders.filter((place) => !hasLicence(place))).toEqual(without);
  });

  it('has its native modules outside the archive, and none of another system', () => {
    const unpacked = join(resources, 'app.asar.unpacked/node_modules');
    const natives = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(natives.filter((name) => name.endsWith('.node')).sort()).toEqual([
      '@serialport/bindings-cpp/prebuilds/linux-x64/@serialport+bindings-cpp.glibc.node',
      'better-sqlite3/prebuilds/linux-x64.node',
      'node-hid/prebuilds/HID-linux-x64/node-napi-v4.node',
      'node-hid/prebuilds/HID_hidraw-linux-x64/node-napi-v4.node',
    ]);
  });

  it('has the shop’s server beside its archive, in few files', () => {
    const server = join(resources, 'server');
    expect(readdirSync(server).sort()).toEqual(['node', 'package.json', 'server.tar', 'src']);
    expect(statSync(join(server, 'server.tar')).size / 1e6).toBeLessThan(80);
  });

  it('becomes a .deb that says what it needs, also for scanners, and who is asked about it', () => {
    const words = packagers.fpmWords();
    const after = (option: string) =>
      words.flatMap((word, at) => (word === option ? (words[at + 1] ?? []) : []));
    expect(after('-t')).toEqual(['deb']);
    expect(after('-d')).toEqual(
      expect.arrayContaining(['libusb-1.0-0', 'libudev1', 'libsecret-1-0', 'libgtk-3-0', 'libnss3']),
    );
    expect(after('--url')).toEqual(['https://tindahan.invalid']);
    expect(after('--maintainer')).toEqual(['Tindahan <till@tindahan.invalid>']);
    expect(words.at(-1)).toMatch(/tindahan\.desktop$/);
  });

  it('becomes an AppImage with the program, its archive and its icon', () => {
    const inside = packagers.appImageFiles();
    expect(inside).toEqual(
      expect.arrayContaining(['AppRun', 'tindahan', 'tindahan.desktop', 'resources/app.asar']),
    );
    expect(inside.filter((file) => file.endsWith('.node')).every((file) => file.includes('linux-x64'))).toBe(
      true,
    );
    expect(readdirSync(join(folder, 'out')).filter((file) => /\.(?:AppImage|deb)$/.test(file))).toHaveLength(
      2,
    );
  });

  it('starts with the packages it was given, and no others', async () => {
    const app = join(folder, 'app');
    extractAll(join(resources, 'app.asar'), app);
    const data = mkdtempSync(join(tmpdir(), 'till-'));
    const till = await launchTill({ out: join(app, 'out'), env: { TINDAHAN_TILL_DATA: data } });
    const found = await till.page.evaluate(() => window.till?.settings.devices());
    expect(found).toMatchObject({ devices: expect.any(Array) as unknown[] });
    await expect.poll(() => till.page.title()).toContain('Tindahan');
    await till.close();
  });
});
