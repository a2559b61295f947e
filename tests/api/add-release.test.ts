import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'add-release-'));
  env = { DATA_DIR: path.join(folder, 'data'), TINDAHAN_RELEASE_KEYS: path.join(folder, 'keys.txt') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command as npm does, from the folder of whoever typed it; returns what it said. */
async function said(script: string, ...words: string[]): Promise<string> {
  const options = { cwd: project, env: { ...process.env, ...env, INIT_CWD: folder } };
  const done = run(process.execPath, [path.join('build', script), ...words], options);
  return done.then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => `refused: ${stderr}`,
  );
}
const PROGRAM = 'Tindahan Setup 1.2.0.exe';
const sign = (...more: string[]) =>
  said('release.mjs', 'sign', PROGRAM, '--key', 'key.pem', '--version', '1.2.0', ...more);
const add = () => said('server.mjs', '--add-release', PROGRAM);

it('a shop makes its key, signs a till’s program, and adds it to its server by the commands of the guide', async () => {
  writeFileSync(path.join(folder, PROGRAM), 'program');
  const made = await said('release.mjs', 'new-key', 'key.pem');
  const publicKey = /^[\w-]{43}$/m.exec(made)?.[0] ?? '';
  expect(statSync(path.join(folder, 'key.pem')).mode & 0o777).toBe(0o600);
  expect(await said('release.mjs', 'new-key', 'key.pem')).toMatch(/^refused: .*EEXIST/);
  expect(await sign()).toContain('--add-release');

  expect(await add()).toMatch(/^refused: .*keys\.txt is missing/);
  writeFileSync(env.TINDAHAN_RELEASE_KEYS ?? '', `# The shop\n${publicKey}\n`);
  expect(await add()).toContain('Tills on win32 x64 can get 1.2.0 now');
  const [kept = ''] = readdirSync(path.join(folder, 'data/releases'));
  expect(readdirSync(path.join(folder, 'data/releases', kept)).toSorted()).toEqual([PROGRAM, 'release.json']);
  expect(existsSync(path.join(folder, 'data/tindahan.db'))).toBe(false);
  expect(readFileSync(path.join(folder, `${PROGRAM}.release.json`), 'utf8')).not.toContain('PRIVATE');

  writeFileSync(path.join(folder, PROGRAM), 'another program');
  await sign('--sequence', '5');
  writeFileSync(path.join(folder, PROGRAM), 'program');
  expect(await add()).toMatch(/^refused: .*is not the file that was signed/);
});

it('a key is made nowhere in the project’s folder, and a program without its version is not signed', async () => {
  expect(await said('release.mjs', 'new-key', path.join(project, 'key.pem'))).toMatch(
    /^refused: .*outside of this folder/,
  );
  expect(existsSync(path.join(project, 'key.pem'))).toBe(false);
  await said('release.mjs', 'new-key', 'key.pem');
  writeFileSync(path.join(folder, 'Tindahan.AppImage'), 'program');
  expect(await said('release.mjs', 'sign', 'Tindahan.AppImage', '--key', 'key.pem')).toMatch(
    /Name its version/,
  );
  expect(await said('release.mjs', 'sign', 'Tindahan.AppImage')).toMatch(/Name the private key/);
});
