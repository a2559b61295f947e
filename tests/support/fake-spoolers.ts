import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PrinterMood } from '#tests/support/memory-transport.ts';

export type FakeSpooler = {
  folder: string;
  /** Everything that the queue took, in order. */
  taken: () => Uint8Array;
  /** The arguments of every start, one row each. */
  started: () => string[][];
  close: () => void;
};

const stalls = 'setInterval(() => undefined, 1_000);';
const breaksOff = "process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'));";
const takes = (then: string) => `
  const pieces = [];
  process.stdin.on('data', (piece) => pieces.push(piece));
  process.stdin.on('end', () => {
    const job = Buffer.concat(pieces);
    ${then}
  });`;

/** Installs programs in a folder that is first on the PATH until it is closed. */
function install(programs: Record<string, string>): FakeSpooler {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-spooler-'));
  const file = (name: string) => path.join(folder, name);
  writeFileSync(file('taken'), '');
  writeFileSync(file('started'), '');
  for (const [name, work] of Object.entries(programs)) {
    const head = `#!${process.execPath}
      const fs = require('node:fs');
      const taken = ${JSON.stringify(file('taken'))};
      fs.appendFileSync(${JSON.stringify(file('started'))}, JSON.stringify(process.argv.slice(2)) + '\\n');`;
    writeFileSync(file(name), `${head}\n${work}`);
    chmodSync(file(name), 0o755);
  }
  const before = process.env.PATH ?? '';
  process.env.PATH = `${folder}:${before}`;
  return {
    folder,
    taken: () => readFileSync(file('taken')),
    started: () =>
      readFileSync(file('started'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((row) => JSON.parse(row) as string[]),
    close: () => {
      process.env.PATH = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `lpstat`'s description of a ready queue. */
const AT_WORK = ['printer till is idle.  enabled since Sat', 'till accepting requests since Sat'];

/** Installs programs that act as CUPS' `lp` and `lpstat`, with a queue in a mood. */
export function installCups(mood: PrinterMood, lpstat = AT_WORK): FakeSpooler {
  const missing = `
    console.error('lpstat: Invalid destination name in list "till"!');
    process.exitCode = 1;`;
  const works: Record<PrinterMood, string> = {
    on: takes('fs.appendFileSync(taken, job);'),
    off: missing,
    stalls,
    resets: breaksOff,
  };
  return install({
    lpstat: mood === 'off' ? missing : `console.log(${JSON.stringify(lpstat.join('\n'))});`,
    lp: works[mood],
  });
}

/** Installs a program that acts as our PowerShell script; `status` is Windows'. Returns its path, too. */
export function installPowerShell(mood: PrinterMood, status = 0): FakeSpooler & { program: string } {
  const spool = `
    if (job.length === 0 || job.length !== Number(process.env.TINDAHAN_PRINT_BYTES)) process.exit(3);
    fs.appendFileSync(taken, job);
    console.log('TAKEN 7');`;
  const works: Record<PrinterMood, string> = {
    on: `console.log('OPEN ${status} 0');${takes(spool)}`,
    off: "console.log('MISSING 1801'); process.exitCode = 2;",
    stalls: `console.log('OPEN 0 0');${stalls}`,
    resets: `console.log('OPEN 0 0');${breaksOff}`,
  };
  const name =
    "fs.appendFileSync(taken + '.queue', Buffer.from(process.env.TINDAHAN_PRINT_QUEUE, 'base64') + '\\n');";
  const spooler = install({ 'fake-powershell': `${name}${works[mood]}` });
  return { ...spooler, program: path.join(spooler.folder, 'fake-powershell') };
}
