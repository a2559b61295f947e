import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServer } from '../../../build/server-package.mjs';
import { setupCodes } from '#domain/server-setup.ts';
import { ownWindows } from '#tests/support/windows/installed-till.ts';
import { inWindows, onWindows, startProgramOnWindows } from '#tests/support/windows/wine.ts';

// The packed server of Windows, set up by Windows' own Node and registered by Wine's schtasks. Wine starts no task, and lacks a part
// of Windows (bcryptprimitives.dll) without which neither passwords nor pictures load: the server itself does not run there.

const folder = mkdtempSync(join(tmpdir(), 'own-server-'));
let endWindows: () => void;
beforeAll(() => {
  endWindows = ownWindows();
  addServer(folder, 'win32');
  // 24, which is packed, does not start under Wine.
  copyFileSync(process.env.TINDAHAN_WINDOWS_NODE ?? '', join(folder, 'node.exe'));
});
afterAll(() => {
  endWindows();
  rmSync(folder, { recursive: true, force: true });
});

async function setUp(what: string): Promise<number | null> {
  const said = openSync(join(folder, 'said'), 'w');
  const setup = onWindows(join(folder, 'src/server/installed/setup.ts'));
  const words = [onWindows(join(folder, 'node.exe')), setup, what, '4100'];
  const env = { NODE_OPTIONS: '' };
  const [code] = (await once(
    startProgramOnWindows(words, { env, stdio: ['ignore', said, said] }),
    'exit',
  )) as [number | null];
  return code;
}

describe('the server of a shop on one Windows computer', () => {
  const program = (...path: string[]) => inWindows('Program Files/Tindahan Server', ...path);
  const task = () => inWindows('windows/system32/tasks/Tindahan Server');
  const log = () => readFileSync(program('setup.log'), 'utf8');

  it('is unpacked whole, and registered as a task that Wine’s Task Scheduler accepts', async () => {
    expect(await setUp('install')).toBe(setupCodes.done);
    const [version = ''] = readdirSync(program()).filter((name) => /^\d/.test(name));
    for (const part of ['node.exe', 'src/server/main.ts', 'out/renderer/index.html', 'node_modules/fastify'])
      expect(existsSync(program(version, part)), part).toBe(true);
    // Wine keeps of a task what it knows: its settings, not who runs what.
    for (const part of [
      'PT0S</ExecutionTimeLimit>',
      '<Priority>5</Priority>',
      'IgnoreNew</MultipleInstancesPolicy>',
    ])
      expect(readFileSync(task(), 'utf8')).toContain(part);
    const given = readFileSync(program('task.xml'), 'utf16le');
    const there = `C:\\Program Files\\Tindahan Server\\${version}`;
    const run = `${there}\\src\\server\\installed\\run.ts`;
    for (const part of [
      '<UserId>S-1-5-19</UserId>',
      '<RunLevel>LeastPrivilege</RunLevel>',
      '<Interval>PT1M</Interval>',
      `<Command>${there}\\node.exe</Command>`,
      `<Arguments>&quot;${run}&quot; &quot;C:\\Program Files\\Tindahan Server&quot; &quot;C:\\ProgramData\\Tindahan&quot; &quot;4100&quot;</Arguments>`,
    ])
      expect(given).toContain(part);
  });

  it('has data that the service, the system and administrators alone may reach, and is started at once', () => {
    expect(existsSync(inWindows('ProgramData/Tindahan'))).toBe(true);
    const rights = '*S-1-5-19:(OI)(CI)M *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F';
    expect(log()).toContain(`icacls.exe C:\\ProgramData\\Tindahan /inheritance:r /grant:r ${rights}`);
    expect(log()).toContain('schtasks.exe /Run /TN Tindahan Server');
  });

  it('is removed with its task, and leaves the data', async () => {
    expect(await setUp('remove')).toBe(setupCodes.done);
    expect(existsSync(task())).toBe(false);
    expect(readdirSync(program())).toEqual(['setup.log']);
    expect(existsSync(inWindows('ProgramData/Tindahan'))).toBe(true);
  });
});
