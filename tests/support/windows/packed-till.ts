import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeWindowsDistribution } from '../electron/distribution.ts';
import { packTill } from '../packaged.ts';

const NSIS = '/usr/share/nsis';
const LOOK_MS = 100;

/** The till as it is packed for Windows: the folder of the program, and the installer. */
export type PackedForWindows = { unpacked: string; installer: string };

/** Packs the built till for Windows, with a stand-in for Electron's program and Debian's NSIS. */
export async function packForWindows(folder: string): Promise<PackedForWindows> {
  const out = await packTill(folder, {
    system: 'win',
    makeDistribution: makeWindowsDistribution,
    env: {
      // A hundred megabytes that each of these installers would write: tests/windows/till/own-server.test.ts has them alone.
      TINDAHAN_WITHOUT_SERVER: '1',
      ELECTRON_BUILDER_NSIS_DIR: nsisAsDownloaded(join(folder, 'nsis')),
      ELECTRON_BUILDER_NSIS_RESOURCES_DIR: noPlugIns(join(folder, 'nsis-resources')),
      ELECTRON_BUILDER_7ZIP_PATH: standInArchiver(join(folder, '7za')),
    },
  });
  const [installer, ...others] = readdirSync(out).filter((name) => name.endsWith('.exe'));
  if (!installer || others.length > 0)
    throw new Error(`Not one installer: ${[installer, ...others].join(', ')}`);
  return { unpacked: join(out, 'win-unpacked'), installer: join(out, installer) };
}

/** Packs it once in a run of the tests, for whichever file asks first; it goes with the run's Windows. */
export async function packOnce(): Promise<PackedForWindows> {
  const folder = join(process.env.TINDAHAN_WINDOWS_FOLDER ?? '', 'packed');
  const done = join(folder, 'packed.json');
  try {
    mkdirSync(folder);
  } catch {
    while (!existsSync(done)) await pause(LOOK_MS);
    return JSON.parse(readFileSync(done, 'utf8')) as PackedForWindows;
  }
  let packed: object = {};
  try {
    packed = await packForWindows(folder);
    return packed as PackedForWindows;
  } finally {
    writeFileSync(`${done}.part`, JSON.stringify(packed));
    renameSync(`${done}.part`, done);
  }
}

/** Debian's NSIS in the folders of the one that electron-builder downloads. */
function nsisAsDownloaded(folder: string): string {
  mkdirSync(join(folder, 'linux'), { recursive: true });
  for (const name of readdirSync(NSIS)) symlinkSync(join(NSIS, name), join(folder, name));
  symlinkSync('/usr/bin/makensis', join(folder, 'linux/makensis'));
  return folder;
}

function noPlugIns(folder: string): string {
  mkdirSync(join(folder, 'plugins/x86-unicode'), { recursive: true });
  return folder;
}

/** electron-builder makes an archive that our installer has no use for. */
function standInArchiver(program: string): string {
  writeFileSync(program, '#!/bin/sh\nfor word; do case "$word" in *.7z) : > "$word";; esac; done\n');
  chmodSync(program, 0o755);
  return program;
}
