import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { _electron } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fusesOf, wantedFuses } from '#tests/support/packaged.ts';

// The till as `npm run package` made it from real Electron. tests/e2e/packaged.test.ts checks the packing itself.

const folder = join(import.meta.dirname, '../../out/packages');
const program = findProgram();

if (!program)
  console.warn(
    '\n!!! NO PACKAGED TILL WAS TESTED: there is none in out/packages. `npm run package -- --dir` makes one. !!!\n',
  );

/** Returns this system's program, if it is real Electron. */
function findProgram(): string | null {
  const [unpacked, name] =
    process.platform === 'win32' ? ['win-unpacked', 'tindahan.exe'] : ['linux-unpacked', 'tindahan'];
  const path = join(folder, unpacked, name);
  const isElectron = existsSync(path) && readdirSync(join(folder, unpacked)).includes('resources.pak');
  return isElectron ? path : null;
}

describe.skipIf(!program)('the packaged till', () => {
  const path = program ?? '';
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

  it('has its fuses set', async () => {
    expect(await fusesOf(path)).toEqual(wantedFuses);
  });

  it('does not run as Node, whatever its environment says', () => {
    const env = {
      ...process.env,
      ELECTRON_RUN_AS_NODE: '1',
      TINDAHAN_TILL_DATA: mkdtempSync(join(tmpdir(), 'till-')),
    };
    const { stdout } = spawnSync(path, [...asRoot, '-e', 'console.log("ran as node")'], {
      env,
      timeout: 10_000,
      encoding: 'utf8',
    });
    expect(stdout).not.toContain('ran as node');
  });

  it('takes no code from NODE_OPTIONS', () => {
    const env = {
      ...process.env,
      NODE_OPTIONS: '--version',
      TINDAHAN_TILL_DATA: mkdtempSync(join(tmpdir(), 'till-')),
    };
    const { stdout } = spawnSync(path, asRoot, { env, timeout: 10_000, encoding: 'utf8' });
    expect(stdout).not.toMatch(/^v\d+\./m);
  });

  it('lets no inspector in', async () => {
    // Playwright reaches a program through the inspector, which the fuse disables: its failure is the proof.
    const launched = _electron.launch({ executablePath: path, args: asRoot, timeout: 15_000 });
    await expect(launched.then((app) => app.close())).rejects.toThrow();
  });
});
