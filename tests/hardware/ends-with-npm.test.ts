import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#tests/support/server-process.ts';

// What npm and the scripts of build/ start, when one of them is told to end or killed.

const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-npm-'));
let family: number[] = [];

/** A process that is left is killed, so that one failed test leaves none either. */
afterEach(() => {
  for (const pid of family.filter(isAlive)) process.kill(pid, 'SIGKILL');
  family = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the system says of a process: its state and its parent; null of none. */
function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, state = '', parent] = stat.slice(stat.lastIndexOf(')')).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** A zombie has ended; its parent has not asked yet. */
function isAlive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== 'Z';
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

/** Returns a process and all that it has started, and those have. */
function familyOf(root: number): number[] {
  const parents = new Map<number, number | undefined>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) parents.set(Number(name), statOf(Number(name))?.parent);
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** Starts a command, and resolves once it says that it is there. */
async function startUntil(said: RegExp, command: string, args: string[], env: object = {}): Promise<number> {
  // In a group of its own, so that no signal of the terminal reaches it.
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 100_000 }).toMatch(said);
  family = familyOf(child.pid ?? 0);
  return child.pid ?? 0;
}

const isThere = () => family.filter(isAlive).map(commandOf);
/** Returns the member of the family that runs this. */
const memberWith = (words: string) => family.find((pid) => commandOf(pid).startsWith(words)) ?? 0;

describe.runIf(process.platform === 'linux')('nothing outlives', () => {
  it.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGKILL'],
    ['sh', 'SIGKILL'],
    ['node', 'SIGTERM'],
  ] as const)('npm run server, whose %s gets %s', { timeout: 120_000 }, async (who, signal) => {
    const env = { DATA_DIR: path.join(folder, 'server'), PORT: '0' };
    const npm = await startUntil(/listening on/, 'npm', ['run', 'server'], env);
    expect(family.length).toBeGreaterThanOrEqual(2);
    process.kill(who === 'npm' ? npm : memberWith(`${who} `), signal);
    await expect.poll(isThere).toEqual([]);
  });

  it.each([
    ['npm', 'SIGKILL'],
    ['node', 'SIGTERM'],
    ['node', 'SIGINT'],
    ['node', 'SIGKILL'],
  ] as const)('npm start, whose %s gets %s', { timeout: 120_000 }, async (who, signal) => {
    const env = {
      DATA_DIR: path.join(folder, 'demo'),
      PORT: String(await freePort()),
      // The browser's way: a download would go on beside the test.
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
    };
    const npm = await startUntil(/Tindahan runs at/, 'npm', ['start'], env);
    expect(family.map(commandOf)).toContainEqual(expect.stringContaining('build/server.mjs --demo'));
    process.kill(who === 'npm' ? npm : memberWith('node build/start.mjs'), signal);
    await expect.poll(isThere).toEqual([]);
  });

  const children = path.resolve('build/children.mjs');
  const script = (work: string) => [
    '--input-type=module',
    '-e',
    `import * as children from '${children}';${work}`,
  ];

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'a script of the tests that gets %s, though its checker hears nothing while it counts',
    async (signal) => {
      const busy = `console.log('counting'); for (;;);`;
      const work = `await children.runAside(['-e', ${JSON.stringify(busy)}], { stdio: 'inherit' })`;
      const pid = await startUntil(/counting/, process.execPath, script(work));
      expect(family).toHaveLength(2);
      process.kill(pid, signal);
      await expect.poll(isThere).toEqual([]);
    },
  );

  it('its npm, but a server that somebody started alone, which watches nothing', async () => {
    const work = `
      globalThis.setInterval = () => { console.log('it watches'); return { unref: () => undefined }; };
      children.endWithNpm('build/server.mjs');
      console.log('told');`;
    const lines: string[] = [];
    for (const npm_lifecycle_script of [undefined, 'node build/start.mjs', 'node build/server.mjs']) {
      const child = spawn(process.execPath, script(work), {
        env: { PATH: process.env.PATH, ...(npm_lifecycle_script && { npm_lifecycle_script }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
      await new Promise((resolve) => child.once('close', resolve));
      lines.push(said.trim());
    }
    expect(lines).toEqual(['told', 'told', 'it watches\ntold']);
  });
});
