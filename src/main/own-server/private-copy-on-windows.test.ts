import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setupCodes } from '#domain/server-setup.ts';
import { elevateOnWindows } from './elevate.ts';
import { fromPrivateCopyOnWindows, LONGEST_LINE } from './private-copy-on-windows.ts';
import { hashesOf } from './private-copy.ts';

const SETUP = 'src/server/installed/setup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// Wine asks nobody, and has neither certutil.exe nor the rights of folders; cmd.exe and Node are real there.
describe.runIf(process.platform === 'win32')('the set-up on Windows', { timeout: 60_000 }, () => {
  // A short path, like that of certutil.exe, so that the command line has the length of a real one.
  const hasher = 'C:\\h\\node.exe C:\\h\\hasher.ts';
  beforeAll(() => {
    mkdirSync('C:\\h');
    copyFileSync(process.execPath, 'C:\\h\\node.exe');
    copyFileSync(join(import.meta.dirname, '../../../tests/support/windows/hasher.ts'), 'C:\\h\\hasher.ts');
  });
  afterAll(() => rmSync('C:\\h', { recursive: true }));
  let from: string;
  let program: string;
  beforeEach(() => {
    from = join(folder, 'Peña’s (own) & “₱1” ^folder!');
    program = join(folder, 'Program Files', 'Tindahan Server');
    mkdirSync(join(from, 'src/server/installed'), { recursive: true });
    copyFileSync(process.execPath, join(from, 'node.exe'));
    writeFileSync(join(from, 'package.json'), '{"type":"module"}');
    // Tells what it is started with, from where, and what else lies there.
    writeFileSync(
      join(from, SETUP),
      `import { readdirSync, writeFileSync } from 'node:fs';
       const [node, setup, ...words] = process.argv;
       const { NODE_OPTIONS, OPENSSL_CONF, ProgramFiles } = process.env;
       const there = readdirSync(import.meta.dirname + '/../../..');
       const told = { node, setup, words, there, NODE_OPTIONS, OPENSSL_CONF, ProgramFiles };
       writeFileSync(${JSON.stringify(join(folder, 'told'))}, JSON.stringify(told));
       process.exitCode = Number(words[1]);`,
    );
    process.env.OPENSSL_CONF = 'Z:\\none.cnf';
  });
  afterEach(() => {
    delete process.env.OPENSSL_CONF;
  });

  const asked = (hashes: string, code = '5') => {
    const env = { ...process.env, ProgramFiles: 'C:\\Elsewhere' };
    const given = { from, hashes, program, folder, env, hasher };
    const started = fromPrivateCopyOnWindows(given, ['install', code, 'a "word" of 100%']);
    if (!started) throw new Error('Not on a command line');
    return started;
  };
  const run = async (hashes: string, code?: string) => {
    const end = await elevateOnWindows(...asked(hashes, code));
    return end.kind === 'ended' ? end.code : end.kind;
  };
  const told = () => JSON.parse(readFileSync(join(folder, 'told'), 'utf8')) as Record<string, unknown>;
  const isUnrun = () => {
    expect(existsSync(join(folder, 'told'))).toBe(false);
    expect(readdirSync(program)).toEqual(['setup.log']);
  };

  it('runs from a folder beside the server, which is gone afterwards, and its code comes back', async () => {
    expect(await run(await hashesOf(from))).toBe(5);
    const { node, setup, there, ...rest } = told();
    const own = String(node).replace(/\\node\.exe$/, '');
    expect(own.startsWith(`${program}\\setup-`)).toBe(true);
    expect(setup).toBe(join(own, SETUP));
    expect(there).toEqual(expect.arrayContaining(['node.exe', 'package.json', 'src']));
    // Without what a user’s settings say, and with the folders that were meant.
    expect(rest).toEqual({ words: ['install', '5', 'a "word" of 100%'], ProgramFiles: 'C:\\Elsewhere' });
    expect(readdirSync(program)).toEqual(['setup.log']);
  });

  it.each([setupCodes.done, setupCodes.full])('ends with %d as the set-up does', async (code) => {
    expect(await run(await hashesOf(from), String(code))).toBe(code);
  });

  it('fails where it ends as no set-up does', async () => {
    expect(await run(await hashesOf(from), '9')).toBe(setupCodes.failed);
  });

  it.each(['node.exe', SETUP])('a %s that was changed after it was looked at runs nothing', async (name) => {
    const hashes = await hashesOf(from);
    appendFileSync(join(from, name), ' ');
    expect(await run(hashes)).toBe(setupCodes.changed);
    isUnrun();
  });

  it('a plan that was changed after it was written runs nothing', async () => {
    const started = asked(await hashesOf(from));
    writeFileSync(join(folder, 'plan.cjs'), `require('node:fs').writeFileSync('${folder}/told', '')`);
    expect(await elevateOnWindows(...started)).toEqual({ kind: 'ended', code: setupCodes.changed });
    isUnrun();
  });

  it('a file that is gone, or a folder now, runs nothing', async () => {
    const hashes = await hashesOf(from);
    rmSync(join(from, SETUP));
    expect(await run(hashes)).toBe(setupCodes.changed);
    mkdirSync(join(from, SETUP));
    expect(await run(hashes)).toBe(setupCodes.changed);
    isUnrun();
  });

  it('a file that was added is not copied', async () => {
    const hashes = await hashesOf(from);
    writeFileSync(join(from, 'src/server/package.json'), '{}');
    writeFileSync(join(from, 'version.dll'), '');
    expect(await run(hashes)).toBe(5);
    expect(told().there).not.toContain('version.dll');
  });
});

describe('the command line on Windows', () => {
  const env = { SystemRoot: 'C:\\Windows', ProgramFiles: 'C:\\Program Files' };
  const program = 'C:\\Program Files\\Tindahan Server';
  const lineOf = (from: string) =>
    fromPrivateCopyOnWindows({ from, hashes: `${'0'.repeat(64)}  node.exe`, program, folder, env }, [
      'install',
    ]);

  it('starts a program of Windows, and is short enough for a question of Windows', () => {
    const user = 'x'.repeat(20);
    const [started, words] =
      lineOf(`C:\\Users\\${user}\\AppData\\Local\\Programs\\Tindahan\\resources\\server`) ?? [];
    expect(started?.replaceAll('/', '\\')).toBe('C:\\Windows\\System32\\cmd.exe');
    expect(words?.join(' ').length).toBeLessThan(LONGEST_LINE);
  });

  it('names no folder that would be another one there', () => {
    expect(lineOf('C:\\100%')).toBeNull();
    expect(lineOf(`C:\\${'x'.repeat(800)}`)).toBeNull();
  });
});
