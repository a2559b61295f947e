import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getRawHeader, listPackage } from '@electron/asar';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fusesOf, wantedFuses } from '#tests/support/packaged.ts';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';
import {
  contentsOf,
  endTills,
  forgetStarts,
  letTillsRun,
  ownWindows,
  programFolder,
  programs,
  registry,
  run,
  shortcuts,
  signIn,
  start,
  startedTills,
} from '#tests/support/windows/installed-till.ts';
import { packOnce, type PackedForWindows } from '#tests/support/windows/packed-till.ts';
import { inWindows, localFolder } from '#tests/support/windows/wine.ts';

// The installer for Windows with a stand-in for Electron's program, compiled by Debian's NSIS and run under Wine.

let packed: PackedForWindows;
beforeAll(async () => {
  packed = await packOnce();
});

const UNINSTALLER = 'Uninstall Tindahan.exe';
const MEGABYTE = 1024 * 1024;

describe('the till packed for Windows', () => {
  const resources = (...path: string[]) => join(packed.unpacked, 'resources', ...path);
  const program = () => join(packed.unpacked, 'tindahan.exe');

  it('has its fuses set in the program', async () => {
    expect(await fusesOf(program())).toEqual(wantedFuses);
  });

  it('carries the hash that Electron compares with its archive', () => {
    const { headerString } = getRawHeader(resources('app.asar'));
    const value = createHash('sha256').update(headerString).digest('hex');
    const integrity = JSON.stringify([{ file: 'resources\\app.asar', alg: 'SHA256', value }]);
    expect(readFileSync(program()).includes(integrity)).toBe(true);
  });

  it('holds the three bundles, and native modules of Windows on x64 alone', () => {
    const files = listPackage(resources('app.asar'), { isPack: false });
    expect(files).toEqual(
      expect.arrayContaining([
        '/out/main/index.js',
        '/out/renderer/index.html',
        '/node_modules/koffi/index.js',
      ]),
    );
    expect(files.filter((file) => /\/(?:fastify|pg|sharp)\/package\.json$/.test(file))).toEqual([]);
    const binaries = Object.keys(contentsOf(resources('app.asar.unpacked'))).filter((name) =>
      /\.(?:node|dll|so|exe)$/.test(name),
    );
    expect(binaries).toEqual([
      'node_modules/@koromix/koffi-win32-x64/win32_x64/koffi.node',
      'node_modules/@serialport/bindings-cpp/prebuilds/win32-x64/@serialport+bindings-cpp.node',
      'node_modules/better-sqlite3/prebuilds/win32-x64.node',
      'node_modules/node-hid/prebuilds/HID-win32-x64/node-napi-v4.node',
    ]);
    const systems = binaries.map((name) => systemOf(resources('app.asar.unpacked', name)));
    expect(new Set(systems)).toEqual(new Set(['PE 8664']));
    expect(systemOf(packed.installer)).toBe('PE 8664');
  });

  it('has the product’s mark in the program and in the installer', () => {
    const icon = readFileSync(join(import.meta.dirname, '../../../resources/icon.ico'));
    for (const file of [program(), packed.installer]) {
      const bytes = readFileSync(file);
      const missing = imagesOf(icon).filter((image) => !bytes.includes(image));
      expect(missing, file).toEqual([]);
    }
  });

  it('adds no more to Electron than a till is allowed to weigh', () => {
    const own = Object.keys(contentsOf(resources())).map((name) => statSync(resources(name)).size);
    expect(own.reduce((sum, size) => sum + size) / MEGABYTE).toBeLessThan(20);
    expect(statSync(packed.installer).size / MEGABYTE).toBeLessThan(6);
  });
});

/** The kind of a compiled file and its processor: 8664 is x64. */
function systemOf(file: string): string {
  const bytes = readFileSync(file);
  const at = bytes.toString('latin1', 0, 2) === 'MZ' ? bytes.readUInt32LE(60) : 0;
  return `${bytes.toString('latin1', at, at + 2)} ${bytes.readUInt16LE(at + 4).toString(16)}`;
}

/** The images in an `.ico` file. */
function imagesOf(icon: Buffer): Buffer[] {
  return Array.from({ length: icon.readUInt16LE(4) }, (_, number) => {
    const entry = 6 + 16 * number;
    const offset = icon.readUInt32LE(entry + 12);
    return icon.subarray(offset, offset + icon.readUInt32LE(entry + 8));
  });
}

describe('the installer for Windows', () => {
  /** What a till keeps, where it keeps it now and where older ones did. */
  const kept = () => [
    join(localFolder(), 'tindahan/drafts.db'),
    inWindows('users', userInfo().username, 'AppData/Roaming/tindahan/drafts.db'),
  ];
  const isWhole = (place = programFolder()) => {
    const { [UNINSTALLER]: uninstaller, ...files } = contentsOf(place);
    return uninstaller !== undefined && JSON.stringify(files) === JSON.stringify(contentsOf(packed.unpacked));
  };
  const update = () => start(packed.installer, '--updated', '/S', '/currentuser', '--force-run');
  const codeOf = async (child: ReturnType<typeof start>) =>
    ((await once(child, 'exit')) as [number | null])[0];
  /** Installs, and gives the program a file that an update must take away. */
  const installOlder = async () => {
    expect(await run(packed.installer, '/S')).toBe(0);
    writeFileSync(join(programFolder(), 'older.txt'), '');
  };
  /** Starts it, to run until `endTills`. */
  const startOlder = async () => {
    letTillsRun();
    const ended = once(start(join(programFolder(), 'tindahan.exe')), 'exit');
    await expect.poll(startedTills).toHaveLength(1);
    return { ended };
  };
  const isOlder = () => existsSync(join(programFolder(), 'older.txt'));

  let endWindows: () => void;
  beforeAll(() => {
    endWindows = ownWindows();
    for (const file of kept()) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'carts');
    }
  });
  afterAll(() => {
    endWindows();
  });
  afterEach(() => {
    endTills();
    forgetStarts();
    for (const file of kept()) expect(readFileSync(file, 'utf8')).toBe('carts');
    rmSync(programs(), { recursive: true, force: true });
    for (const file of shortcuts()) rmSync(file, { force: true });
  });

  it('installs for the person who runs it, without a question, and starts nothing by itself', async () => {
    expect(await run(packed.installer, '/S')).toBe(0);
    expect(isWhole()).toBe(true);
    expect(readdirSync(programs())).toEqual(['Tindahan']);
    expect(shortcuts().map((file) => existsSync(file))).toEqual([true, true]);
    const entry = await registry('uninstall');
    for (const words of [
      /DisplayName\s+REG_SZ\s+Tindahan/,
      /DisplayVersion\s+REG_SZ\s+\d+\.\d+\.\d+/,
      /QuietUninstallString.*Tindahan\\Uninstall Tindahan\.exe" \/S/,
    ])
      expect(entry).toMatch(words);
    expect(startedTills()).toEqual([]);
  });

  it('replaces an older program whole, starts it once, and leaves the desktop as it is', async () => {
    await installOlder();
    rmSync(shortcuts()[1] ?? '');
    expect(await codeOf(update())).toBe(0);
    await expect.poll(startedTills).toEqual([expect.stringMatching(/\\Programs\\Tindahan\\tindahan\.exe$/)]);
    expect([isOlder(), isWhole(), readdirSync(programs())]).toEqual([false, true, ['Tindahan']]);
    expect(shortcuts().map((file) => existsSync(file))).toEqual([true, false]);
    expect(await registry('runOnce')).not.toContain('Tindahan');
  });

  it('waits for the till to end', async () => {
    await installOlder();
    const till = await startOlder();
    const updated = codeOf(update());
    await expect.poll(() => registry('runOnce')).toContain('Tindahan');
    expect(isOlder()).toBe(true);
    endTills();
    await till.ended;
    expect(await updated).toBe(0);
    await expect.poll(startedTills).toHaveLength(2);
    expect([isOlder(), isWhole()]).toEqual([false, true]);
  });

  it('leaves the old program or the new one, whole, when the power goes', async () => {
    const [older, newer] = [{ 'older.txt': true }, { 'older.txt': false }];
    await installOlder();
    for (let kill = 0; kill < 12; kill += 1) {
      if (!isOlder()) writeFileSync(join(programFolder(), 'older.txt'), '');
      // It starts no till, which a cut would end, too, and whose file would be held here.
      const child = start(packed.installer, '--updated', '/S', '/currentuser');
      const ended = once(child, 'exit');
      // Later each time: it is killed while it starts, unpacks, writes to the disk, and replaces.
      await Promise.race([pause(120 * kill), ended]);
      child.kill('SIGKILL');
      await ended;
      expect([older, newer]).toContainEqual({ 'older.txt': isOlder() });
      rmSync(join(programFolder(), 'older.txt'), { force: true });
      expect(isWhole(), `kill ${kill}`).toBe(true);
    }
    expect(await codeOf(update())).toBe(0);
    expect(readdirSync(programs())).toEqual(['Tindahan']);
  });

  it('brings the old program back at the next sign-in, where the power went between both moves', async () => {
    await installOlder();
    const till = await startOlder();
    const child = update();
    await expect.poll(() => registry('runOnce')).toContain('Tindahan');
    child.kill('SIGKILL');
    endTills();
    await till.ended;
    renameSync(programFolder(), `${programFolder()}.old`);
    await signIn();
    expect([existsSync(programFolder()), isOlder()]).toEqual([true, true]);
  });

  it.skipIf(!hasSmallDisks)('keeps and starts the old program where the disk is full', async () => {
    const disk = mountSmallDisk(32);
    if (!disk) return;
    try {
      rmSync(programs(), { recursive: true, force: true });
      symlinkSync(disk.folder, programs());
      await installOlder();
      disk.fill();
      expect(await codeOf(update())).toBe(2);
      await expect.poll(startedTills).toHaveLength(1);
      expect(isOlder()).toBe(true);
      expect(readdirSync(programs()).sort()).toEqual(['Tindahan', 'ballast']);
      disk.makeRoom();
    } finally {
      rmSync(programs());
      disk.remove();
    }
  });

  it('refuses beside a till that is installed for all users, and starts the one that was there', async () => {
    await installOlder();
    const forAll = inWindows('Program Files', 'Tindahan');
    mkdirSync(forAll);
    writeFileSync(join(forAll, 'tindahan.exe'), '');
    try {
      expect(await codeOf(update())).toBe(4);
      await expect.poll(startedTills).toHaveLength(1);
      expect([isOlder(), readdirSync(programs())]).toEqual([true, ['Tindahan']]);
    } finally {
      rmSync(forAll, { recursive: true });
    }
  });

  it('leaves the field to another installer that is at work', async () => {
    await installOlder();
    const till = await startOlder();
    const first = codeOf(update());
    await expect.poll(() => registry('runOnce')).toContain('Tindahan');
    expect(await codeOf(update())).toBe(5);
    endTills();
    await till.ended;
    expect(await first).toBe(0);
    await expect.poll(startedTills).toHaveLength(2);
    expect(isWhole()).toBe(true);
  });

  it('removes the program, and leaves what the till keeps', async () => {
    await installOlder();
    await run(join(programFolder(), UNINSTALLER), '/S');
    // It goes on from a copy of itself.
    await expect.poll(() => registry('uninstall')).not.toContain('Tindahan');
    expect(readdirSync(programs())).toEqual([]);
    expect(shortcuts().map((file) => existsSync(file))).toEqual([false, false]);
  });
});
