import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { WindowsRefusal, type WindowsQueue, type Winspool } from '#main/printing/winspool.ts';
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

/** A queue of Windows that is not there: its print service is in the place of winspool. */
export type FakeWinspool = {
  load: () => Promise<Winspool>;
  /** Everything that the queue took, in order. */
  taken: () => Uint8Array;
  /** The data types of the jobs that were begun, and the jobs that were taken off. */
  dataTypes: string[];
  deleted: number[];
  /** Every handle that was opened is closed again. */
  isClosed: () => boolean;
  /** Ends calls that never end. */
  close: () => void;
};

/** `refuses`: the error code of each call that Windows refuses. `job`: its status at each look; null once it has left. */
export type FakeQueue = Partial<WindowsQueue> & {
  takesXps?: boolean;
  refuses?: Partial<Record<keyof Winspool, number>>;
  stalls?: keyof Winspool;
  job?: (number | null)[];
};

/** Makes a print service of Windows with one queue. */
export function fakeWinspool({
  takesXps = false,
  refuses = {},
  stalls,
  job = [null],
  ...described
}: FakeQueue = {}): FakeWinspool {
  const queue = { name: 'till', port: 'USB001', status: 0, attributes: 0, ...described };
  const end = new AbortController();
  let opened = 0;
  const spooled: Uint8Array[] = [];
  const written: Uint8Array[] = [];
  const dataTypes: string[] = [];
  const deleted: number[] = [];
  let looks = 0;
  const answer = async <T>(call: keyof Winspool, value: () => T): Promise<T> => {
    if (stalls === call) await once(end.signal, 'abort');
    const code = refuses[call];
    if (code !== undefined) throw new WindowsRefusal(call, code);
    return value();
  };
  const winspool: Winspool = {
    open: () => answer('open', () => BigInt((opened += 1))),
    close: () => answer('close', () => void (opened -= 1)),
    describe: () => answer('describe', () => queue),
    takesXps: () => answer('takesXps', () => takesXps),
    startJob: (_, __, dataType) => answer('startJob', () => dataTypes.push(dataType)),
    write: (_, bytes) =>
      answer('write', () => {
        written.push(bytes);
        return bytes.length;
      }),
    endJob: () => answer('endJob', () => void spooled.push(...written.splice(0))),
    abort: () => answer('abort', () => void written.splice(0)),
    jobStatus: () => answer('jobStatus', () => job[Math.min(looks++, job.length - 1)] ?? null),
    deleteJob: (_, number) => answer('deleteJob', () => void deleted.push(number)),
    queues: () => answer('queues', () => [queue]),
    parallelPorts: () => answer('parallelPorts', () => ['LPT1']),
  };
  return {
    load: () => Promise.resolve(winspool),
    taken: () => Buffer.concat(spooled),
    dataTypes,
    deleted,
    isClosed: () => opened === 0,
    close: () => end.abort(),
  };
}
