import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** One entry of the trace, in its order: bytes written to a file, a file synced to the disk, an answer sent. */
export type TracedCall = { kind: 'written' | 'synced' | 'answered'; what: string };

const TRACED = 'fsync,fdatasync,write,pwrite64,pwritev,sendto,sendmsg,writev';

/** True if this machine can trace system calls. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-V']).status === 0;
}

/** Traces a running process and all its threads into a file; returns how to end it. */
export async function trace(pid: number, file: string): Promise<() => Promise<void>> {
  const strace = spawn('strace', [
    '-f',
    '-y',
    '-s',
    '64',
    '-e',
    `trace=${TRACED}`,
    '-o',
    file,
    '-p',
    String(pid),
  ]);
  const attached = new Promise<void>((resolve, reject) => {
    let output = '';
    strace.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/attached/.test(output)) resolve();
    });
    strace.once('exit', () => reject(new Error(`strace ended: ${output}`)));
    strace.once('error', reject);
  });
  await attached;
  return async () => {
    const ended = once(strace, 'exit');
    strace.kill('SIGINT');
    await ended;
  };
}

const LINE = /^(\d+) +(?:<\.\.\. )?(\w+)(?: resumed>|\()(.*)$/;

/**
 * Reads a trace. A sync counts when it returned 0, an answer when it was begun, a write when it was begun: each at the
 * moment that makes the proof harder.
 */
export function readTrace(file: string): TracedCall[] {
  const open = new Map<string, string>();
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): TracedCall[] => {
      const found = LINE.exec(line);
      if (!found) return [];
      const [, pid = '', name = '', rest = ''] = found;
      const isResumed = line.includes(' resumed>');
      const isUnfinished = line.endsWith('<unfinished ...>');
      const thing = isResumed ? (open.get(pid) ?? '') : (/^\d+<([^>]*)>/.exec(rest)?.[1] ?? '');
      if (isUnfinished) open.set(pid, thing);
      if (name === 'fsync' || name === 'fdatasync')
        return !isUnfinished && rest.endsWith('= 0') ? [{ kind: 'synced', what: thing }] : [];
      if (isResumed) return [];
      const answer = /HTTP\/1\.1 \d{3}/.exec(rest)?.[0];
      if (answer && /^(socket|TCP)/.test(thing)) return [{ kind: 'answered', what: answer }];
      return thing.startsWith('/') ? [{ kind: 'written', what: thing }] : [];
    });
}
