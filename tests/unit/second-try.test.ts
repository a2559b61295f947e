import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-again-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a file whose first test fails in its first process, then what a second try of the same would be. */
function runTwice({ isAsked, alwaysFails = false }: { isAsked: boolean; alwaysFails?: boolean }) {
  const mark = JSON.stringify(path.join(folder, 'processes'));
  writeFileSync(
    path.join(folder, 'vitest.config.mjs'),
    `export default { test: { projects: [{ test: { name: 'one', include: ['*.test.mjs'], globals: true } }] } };`,
  );
  writeFileSync(
    path.join(folder, 'chance.test.mjs'),
    `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${mark}, 'x');
    it('fails by chance', () => expect(readFileSync(${mark}, 'utf8')).toBe(${alwaysFails ? "''" : "'xx'"}));
    it('passes', () => {});`,
  );
  const script = `
    const { runVitest, tryAgain } = await import('./build/suites.mjs');
    const args = ['--root', ${JSON.stringify(folder)}, '--config', ${JSON.stringify(path.join(folder, 'vitest.config.mjs'))}];
    const options = { env: process.env };
    const { report } = await runVitest(args, options);
    const passed = await tryAgain(report, args, options);
    console.log('PASSED ' + JSON.stringify({ failed: report.failed, passed }));`;
  const names = path.join(folder, 'names');
  const { TINDAHAN_LAST_LINES: _, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: isAsked ? { ...env, TINDAHAN_LAST_LINES: names } : env,
    encoding: 'utf8',
  });
  const answer = /PASSED (.*)/.exec(stdout)?.[1];
  if (answer === undefined) throw new Error(`${stdout}${stderr}`);
  return {
    ...(JSON.parse(answer) as { failed: number; passed: unknown[] }),
    names: existsSync(names) ? readFileSync(names, 'utf8') : '',
    processes: readFileSync(path.join(folder, 'processes'), 'utf8').length,
  };
}

describe('a file of tests that failed', () => {
  it('runs once more in a new process where that is asked for, and is named', { timeout: 60_000 }, () => {
    expect(runTwice({ isAsked: true })).toEqual({
      failed: 1,
      passed: [{ project: 'one', file: 'chance.test.mjs', failed: 1 }],
      names: expect.stringMatching(
        /^failed: one > chance\.test\.mjs > fails by chance: .*\nfailed, then passed alone: one > chance\.test\.mjs\n$/,
      ),
      processes: 2,
    });
  });

  it('stays failed if it fails again', { timeout: 60_000 }, () => {
    expect(runTwice({ isAsked: true, alwaysFails: true })).toMatchObject({
      passed: [],
      names: expect.stringMatching(/^failed: .*\nfailed twice: one > chance\.test\.mjs\n$/),
      processes: 2,
    });
  });

  it('has no second try where none is asked for, as in npm test', { timeout: 60_000 }, () => {
    expect(runTwice({ isAsked: false })).toMatchObject({ failed: 1, passed: [], processes: 1 });
  });
});
