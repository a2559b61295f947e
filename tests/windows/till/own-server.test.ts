import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServer } from '../../../build/server-package.mjs';
import { setupCodes } from '#domain/server-setup.ts';
import { ownWindows } from '#tests/support/windows/installed-till.ts';
import { inWindows, onWindows, startOnWindows } from '#tests/support/windows/wine.ts';

// The packed server of Windows, set up by Windows' own Node and registered by Wine's schtasks. Wine starts no task, and lacks a part
// of Windows (bcryptprimitives.dll) without which neither passwords nor pictures load: the server itself does not run there.

const folder = mkdtempSync(join(tmpdir(), 'own-server-'));
const packed = join(folder, 'packed');
let endWindows: () => void;
beforeAll(() => {
  endWindows = ownWindows();
  addServer(packed, 'win32');
  // 24, which is packed, does not start under Wine.
  copyFileSync(process.env.TINDAHAN_WINDOWS_NODE ?? '', join(packed, 'node.exe'));
  // Wine's certutil.exe does nothing.
  mkdirSync(inWindows('hasher'));
  copyFileSync(join(packed, 'node.exe'), inWindows('hasher/node.exe'));
  copyFileSync('tests/support/windows/hasher.ts', inWindows('hasher/hasher.ts'));
});
afterAll(() => {
  endWindows();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs what the till, or its removal, asks an administrator for. */
async function elevated(...words: string[]): Promise<number | null> {
  const said = openSync(join(folder, 'said'), 'w');
  const script = onWindows(resolve('tests/support/windows/set-up.ts'));
  const child = startOnWindows([script, ...words], { stdio: ['ignore', said, said] });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** What the removal of the till starts as administrator, with its folder of the installed server. */
function removal(server: string): [program: string, parameters: string] {
  const script = readFileSync('resources/installer.nsi', 'utf8');
  const [, program = '', parameters = ''] = /ExecShellWait "runas" "(.*?)" '(.*)' SW_HIDE/.exec(script) ?? [];
  const [, setup = ''] = /!define SETUP "(.*)"/.exec(script) ?? [];
  const meant = parameters.replaceAll('$R6', server).replace('${SETUP}', setup);
  return [program.replace('$SYSDIR', 'C:\\windows\\system32'), meant];
}

describe('the server of a shop on one Windows computer', () => {
  const program = (...path: string[]) => inWindows('Program Files/Tindahan Server', ...path);
  const task = () => inWindows('windows/system32/tasks/Tindahan Server');
  const log = () => readFileSync(program('setup.log'), 'utf8');

  let version = '';

  it('is unpacked whole, and registered as a task that Wine’s Task Scheduler accepts', async () => {
    const hasher = 'C:\\hasher\\node.exe C:\\hasher\\hasher.ts';
    expect(await elevated(onWindows(packed), hasher, 'install', '4100')).toBe(setupCodes.done);
    // The copy that the administrator ran has gone.
    expect(readdirSync(program()).filter((name) => name.startsWith('setup-'))).toEqual([]);
    [version = ''] = readdirSync(program()).filter((name) => /^\d/.test(name));
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
    await elevated(...removal(`C:\\Program Files\\Tindahan Server\\${version}`));
    expect(existsSync(task())).toBe(false);
    expect(readdirSync(program())).toEqual(['setup.log']);
    expect(existsSync(inWindows('ProgramData/Tindahan'))).toBe(true);
  });
});
