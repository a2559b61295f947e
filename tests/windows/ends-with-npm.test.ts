import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

// What tests/hardware/ends-with-npm.test.ts has of Linux: Windows has no signals, and a killed program tells nobody.

let folder: string;
let pids: number[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ends-with-npm-'));
  pids = [];
});
afterEach(() => {
  for (const pid of pids.filter(isThere)) process.kill(pid);
  rmSync(folder, { recursive: true, force: true });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const children = pathToFileURL(resolve(import.meta.dirname, '../../build/children.mjs')).href;
/** Tells its number, and runs on. */
const runOn = (name: string) =>
  `require('node:fs').writeFileSync(${JSON.stringify(join(folder, name))}, String(process.pid)); setInterval(() => undefined, 1000);`;
const pidOf = async (name: string) => {
  await expect
    .poll(() => existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8'))
    .toBeTruthy();
  const pid = Number(readFileSync(join(folder, name), 'utf8'));
  pids.push(pid);
  return pid;
};
/** Starts a script as npm does: a program of Node starts a shell, which starts it. */
function underNpm(name: string, env: object): ChildProcess {
  const script = join(folder, `${name}.mjs`);
  const work = `import { createRequire } from 'node:module'; import { endWithNpm } from '${children}';
    const require = createRequire(import.meta.url); endWithNpm('build/start.mjs'); ${runOn(name)}`;
  writeFileSync(script, work);
  const words = JSON.stringify(['/d', '/s', '/c', `""${process.execPath}" "${script}" & rem"`]);
  const options = `{ stdio: 'ignore', windowsVerbatimArguments: true }`;
  const npm = `require('node:child_process').spawn('cmd.exe', ${words}, ${options})`;
  return spawn(process.execPath, ['-e', npm], { stdio: 'ignore', env: { ...process.env, ...env } });
}

// libuv ends what a killed program has started by itself, unless it is detached: then there is the pipe alone.
it.each([false, true])('a program ends with the script that was killed (detached: %s)', async (detached) => {
  const options = `{ stdio: 'ignore', env: process.env, detached: ${detached} }`;
  const work = `import { start } from '${children}'; start(process.execPath, ['-e', ${JSON.stringify(runOn('child'))}], ${options});`;
  const script = spawn(process.execPath, ['--input-type=module', '-e', work], { stdio: 'ignore' });
  const child = await pidOf('child');
  expect(isThere(child)).toBe(true);
  script.kill('SIGKILL');
  await expect.poll(() => isThere(child)).toBe(false);
});

it('a script ends with its npm, and one that was started alone does not', async () => {
  const ofNpm = underNpm('of-npm', { npm_lifecycle_script: 'node build/start.mjs' });
  const alone = underNpm('alone', { npm_lifecycle_script: undefined });
  const [watching, other] = [await pidOf('of-npm'), await pidOf('alone')];
  alone.kill('SIGKILL');
  ofNpm.kill('SIGKILL');
  await expect.poll(() => isThere(watching)).toBe(false);
  expect(isThere(other)).toBe(true);
});
