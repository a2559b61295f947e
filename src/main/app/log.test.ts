import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { log, openLogFile, rotateLog, useLogLevel } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
const written = (name = 'till.log') => readFileSync(join(folder, name), 'utf8');

it('writes a line with when, how grave and what, with nothing secret in it', () => {
  openLogFile(folder, 'info');
  log.error('sign-in failed:', new Error('ana@demo.test'), { password: 'f00ba4' });
  expect(written()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z error sign-in failed: Error: \[email\]/);
  expect(written()).not.toMatch(/ana@|f00ba4/);
});

it('is readable by the till’s own user only', { skip: process.platform === 'win32' }, () => {
  openLogFile(folder, 'info');
  log.info('one');
  expect(statSync(join(folder, 'till.log')).mode & 0o077).toBe(0);
});

it('writes as much as the level says, from the next line on', () => {
  openLogFile(folder, 'warn');
  log.info('first info');
  log.warn('a warning');
  useLogLevel('debug');
  log.debug('a detail');
  useLogLevel('error');
  log.warn('second warning');
  expect(written().match(/(first info|a warning|a detail|second warning)/g)).toEqual([
    'a warning',
    'a detail',
  ]);
});

it('leaves text with signs of a format as it is, and cuts an endless line', () => {
  openLogFile(folder, 'info');
  log.info('%d of %s', 3, 'it');
  log.info('x'.repeat(100_000));
  expect(written()).toContain('3 of it');
  log.info('50%c done %s');
  expect(written()).toContain('50%c done %s');
  expect(written().length).toBeLessThan(5_000);
});

it('moves a full file aside', () => {
  writeFileSync(join(folder, 'till.log'), 'o'.repeat(5 * 1024 * 1024 + 1));
  openLogFile(folder, 'info');
  log.info('new');
  expect(readdirSync(folder).sort()).toEqual(['till.1.log', 'till.log']);
  expect(written()).toMatch(/ new\r?\n$/);
});

it('keeps three files, the newest ones', () => {
  const file = join(folder, 'till.log');
  for (const text of ['1', '2', '3', '4']) {
    writeFileSync(file, text);
    rotateLog(file, 3);
  }
  expect(readdirSync(folder).sort()).toEqual(['till.1.log', 'till.2.log']);
  expect([written('till.1.log'), written('till.2.log')]).toEqual(['4', '3']);
});

it('goes on in the file when the terminal it was started from is closed', async () => {
  const script = `
    const { log, logUncaught, openLogFile, outliveConsole, useLogLevel } = await import(process.argv[1]);
    outliveConsole(process);
    logUncaught(process);
    openLogFile(process.argv[2], 'info');
    setInterval(() => {
      log.info('still selling');
      useLogLevel('info');
    }, 5);`;
  const log = pathToFileURL(join(import.meta.dirname, 'log.ts')).href;
  const till = spawn(process.execPath, ['--input-type=module', '-e', script, log, folder]);
  const linesSaying = (text: string) =>
    existsSync(join(folder, 'till.log')) ? written().split(text).length - 1 : 0;
  try {
    await expect.poll(() => linesSaying('still selling')).toBeGreaterThan(0);
    till.stdout.destroy();
    till.stderr.destroy();
    const before = linesSaying('still selling');
    await expect.poll(() => linesSaying('still selling')).toBeGreaterThan(before + 20);
    expect(linesSaying('EPIPE')).toBeLessThanOrEqual(1);
  } finally {
    till.kill();
  }
});
