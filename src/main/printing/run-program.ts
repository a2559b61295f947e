import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { piecesOf, within } from './line.ts';

/** Limits, all in milliseconds. */
export type ProgramLimits = {
  /** The longest time without taking a byte. */
  idle: number;
  /** The time from the last byte to its end. */
  finish: number;
};

/** The end of a program: its output and errors; `code` is null if it was killed. */
export type Ending = { code: number | null; said: string; complained: string };

export type RunningProgram = {
  /** Writes bytes to its standard input and closes that. Returns false if it stopped taking them. */
  feed: (bytes: Uint8Array) => Promise<boolean>;
  /** Waits for its end; kills it if it does not end in time. */
  end: () => Promise<Ending>;
  kill: () => void;
};

const PIECE = 65_536;
const KEPT_WORDS = 4_000;

/** Starts a program with its arguments as they are: no shell reads them. One that cannot be started ends with code null. */
export function runProgram(
  program: string,
  args: string[],
  env: Record<string, string>,
  limits: ProgramLimits,
): RunningProgram {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
  });
  let said = '';
  let complained = '';
  child.stdout.on('data', (words: Buffer) => {
    said = (said + words.toString()).slice(-KEPT_WORDS);
  });
  child.stderr.on('data', (words: Buffer) => {
    complained = (complained + words.toString()).slice(-KEPT_WORDS);
  });
  // `feed` and `end` report a program that ends while it is fed.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  );
  const late = () => new Error('late');

  return {
    feed: async (bytes) => {
      try {
        for (const piece of piecesOf(bytes, PIECE)) {
          const taken = new Promise<void>((resolve, reject) => {
            child.stdin.write(piece, (fault) => (fault ? reject(fault) : resolve()));
          });
          await within(taken, limits.idle, late);
        }
        child.stdin.end();
        return true;
      } catch {
        return false;
      }
    },
    end: async () => {
      const code = await within(ended, limits.finish, late).catch(() => {
        child.kill('SIGKILL');
        return null;
      });
      return { code, said, complained };
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

export const usualProgram: ProgramLimits = { idle: 5_000, finish: 15_000 };
