// Programs that the scripts of `npm start` and `npm test` run: none outlives its script. Runs on any Node >= 20.19.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { environment, nodeBinary, project } from './packages.mjs';

const LIFELINE = path.join(import.meta.dirname, 'lifeline.cjs');
/** Milliseconds until a program that was told to end is killed; a server takes nine seconds at most. */
const PATIENCE = 12_000;
/** Milliseconds between two looks whether npm is still there. */
const LOOK = 1000;

const children = new Set();
let isEnding = false;
let isHearing = false;

/**
 * Passes a signal on to all programs, and ends with `code` once they have ended. A terminal sends Ctrl+C to each of them
 * itself: a second one would tell them not to tidy up.
 */
export function endAll(signal, code) {
  if (isEnding) return;
  isEnding = true;
  const areTold = signal === 'SIGINT' && process.stdin.isTTY === true;
  for (const child of children) {
    if (!areTold) child.kill(signal);
    child.once('exit', () => children.size === 0 && process.exit(code));
  }
  if (children.size === 0) process.exit(code);
  setTimeout(() => {
    for (const child of children) child.kill(areTold ? 'SIGTERM' : 'SIGKILL');
  }, PATIENCE);
}

/** Signals are heard from the first program on: a server ends by itself. */
function hearSignals() {
  if (isHearing) return;
  isHearing = true;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => endAll(signal, 128 + os.constants.signals[signal]));
}

/** Starts Node, or Electron, with a pipe that closes when this process ends: build/lifeline.cjs. */
export function start(command, args, { stdio = 'pipe', env = environment(), ...options } = {}) {
  if (isEnding) throw new Error('It was told to end.');
  hearSignals();
  const streams = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
  const child = spawn(command, ['-r', LIFELINE, ...args], {
    cwd: project,
    stdio: [...streams, 'pipe'],
    env: { ...env, TINDAHAN_LIFELINE: String(streams.length) },
    ...options,
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.once('error', () => children.delete(child));
  // It hangs on the child's life alone, and nothing is sent through it.
  child.stdio[streams.length]?.on('error', () => undefined).unref();
  return child;
}

/** Starts a Node program of the project; its output is read by the caller. */
export const startNode = (args, extraEnvironment = {}, stdio = ['ignore', 'pipe', 'inherit']) =>
  start(nodeBinary(), args, { env: environment(extraEnvironment), stdio });

/**
 * Runs a Node program beside others; resolves with its output (unless it shares ours), its duration, and true if it
 * succeeded.
 */
export async function runAside(args, options = {}) {
  const startedAt = Date.now();
  const child = start(nodeBinary(), args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { ok: code === 0, output, milliseconds: Date.now() - startedAt };
}

/** Returns the parent of a process of Linux; null elsewhere. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything, comes the state, then the parent.
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
  } catch {
    return null;
  }
}

/** True of a shell that runs one command, as npm starts it; some shells become that command instead. */
function isShellOfCommand(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c';
  } catch {
    return false;
  }
}

/** True while a process runs: on Windows a child keeps the number of a parent that has ended. */
function isThere(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Ends this process when the npm that runs `script` is gone: its shell passes no signal on, and who is killed tells nobody. On
 * Windows the shell ends with its npm. Watches nothing where somebody started the script alone, such as a service, or from another
 * script.
 */
export function endWithNpm(script) {
  if (!process.env.npm_lifecycle_script?.includes(script)) return;
  const parent = process.ppid;
  const npm = isShellOfCommand(parent) ? parentOf(parent) : null;
  setInterval(() => {
    if (process.ppid !== parent || !isThere(parent) || (npm !== null && parentOf(parent) !== npm))
      process.kill(process.pid, 'SIGTERM');
  }, LOOK).unref();
}
