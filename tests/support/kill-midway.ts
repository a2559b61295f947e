import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onWindows, startOnWindows } from './windows/wine.ts';

/** The system that a process runs on: this one, or Windows under Wine. */
export type System = 'linux' | 'windows';

const LOOK_MS = 1;

/** Returns how a proof names the system that it was done on. */
export const placeOf = (system: System) => (system === 'windows' ? ' under Wine' : '');

/** Returns what a program on a system calls a file of this computer. */
export const nameOn = (system: System, file: string) => (system === 'windows' ? onWindows(file) : file);

function start(system: System, args: readonly string[], output: number): ChildProcess {
  const stdio = ['ignore', output, output] as const;
  return system === 'windows'
    ? startOnWindows(args, { stdio: [...stdio] })
    : spawn(process.execPath, args, { stdio: [...stdio] });
}

/**
 * Runs a program and kills it midway: at most `within` milliseconds after its line number `lines`. Gives each line that it
 * wrote, those of its log left out.
 */
export async function killMidway(
  [script, ...args]: readonly [string, ...string[]],
  { system, lines, within }: { system: System; lines: number; within: number },
  take: (line: string) => void,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tindahan-keeper-'));
  const file = path.join(folder, 'output');
  const output = openSync(file, 'a');
  const child = start(system, [nameOn(system, script), ...args], output);
  closeSync(output);
  let isOver = false;
  const ended = once(child, 'exit').then(() => {
    isOver = true;
  });
  let taken = 0;
  for (;;) {
    const wasOver = isOver;
    const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const line of whole.filter((text) => /^[<>]/.test(text)).slice(taken)) {
      take(line);
      taken += 1;
      if (taken === lines) setTimeout(() => child.kill('SIGKILL'), Math.random() * within);
    }
    if (wasOver) break;
    await pause(LOOK_MS);
  }
  await ended;
  const said = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true, force: true });
  if (child.signalCode !== 'SIGKILL') throw new Error(`The keeper ended by itself: ${said}`);
}
