import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Estate } from './caretaker-process.ts';

const PROCESS = path.resolve(import.meta.dirname, 'caretaker-process.ts');

/**
 * Has a process beside this one remove an estate when this one ends, even if it is killed. Returns how to remove it
 * sooner.
 */
export function leaveToCaretaker(estate: Estate): () => Promise<void> {
  // In a session of its own: Ctrl+C is for the tests.
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(estate)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.unref();
  return async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
}
