import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, parse } from 'node:path';
import { formatWithOptions } from 'node:util';
import logger from 'electron-log/node';
import type { LogLevel } from '#bridge/settings.ts';
import { redact } from './redact.ts';

export type Log = Record<LogLevel, (...said: unknown[]) => void>;

/** Five megabytes a file, and three files: some weeks of a busy till, and small enough to send by mail. */
const FILE_LIMIT_BYTES = 5 * 1024 * 1024;
const FILES_KEPT = 3;
/** Characters. A longer line is cut: it would push everything else out of the file. */
const LINE_LIMIT = 4_000;

const { console: screen, file, ...others } = logger.transports;
screen.format = '{text}';
screen.useStyles = false;
screen.level = 'info';
file.level = false;
file.format = '{iso} {level} {text}';
file.fileName = 'till.log';
file.maxSize = FILE_LIMIT_BYTES;
file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
// electron-log looks for the app's name at its first write, in places that a packaged app lacks.
file.setAppName('Tindahan');
file.archiveLogFn = (full) => {
  try {
    rotateLog(full.path, FILES_KEPT);
  } catch {
    // Another program holds the file open (Windows): new lines matter more than old ones.
    full.clear();
  }
};
for (const other of Object.values(others)) if (other) other.level = false;
logger.hooks.push((message) => ({ ...message, data: [toLine(message.data)] }));

/** The till's log: on the console at once, and in its log file from `openLogFile` on. Redacted in both. */
export const log: Log = logger;

/** Writes to `till.log` in a folder from now on. */
export function openLogFile(folder: string, level: LogLevel): void {
  file.resolvePathFn = () => join(folder, 'till.log');
  useLogLevel(level);
}

let isConsoleGone = false;

/** Sets the log level from the next line on. The console shows at least `info` for whoever starts the till there. */
export function useLogLevel(level: LogLevel): void {
  file.level = level;
  if (!isConsoleGone) screen.level = level === 'debug' ? 'debug' : 'info';
}

/**
 * Stops logging to a console that is gone, as when its terminal was closed: every line there would fail, be logged and
 * fail again.
 */
export function outliveConsole({ stdout, stderr }: NodeJS.Process): void {
  const giveUp = () => {
    isConsoleGone = true;
    screen.level = false;
  };
  stdout.on('error', giveUp);
  stderr.on('error', giveUp);
}

/**
 * Logs uncaught faults and goes on: the sale in progress is worth more than a failed device, and important data is in the
 * databases already.
 */
export function logUncaught(from: NodeJS.Process): void {
  from.on('uncaughtException', (fault) => log.error('Uncaught:', fault));
  from.on('unhandledRejection', (fault) => log.error('Nobody caught this rejection:', fault));
}

function toLine(data: unknown[]): string {
  const text = formatWithOptions({ depth: 5, breakLength: Infinity }, ...data);
  // Cut after redacting: half a card number would not be recognized.
  return redact(text.slice(0, 10 * LINE_LIMIT)).slice(0, LINE_LIMIT);
}

/** Moves `till.log` to `till.1.log`, that to `till.2.log`, and forgets the oldest. */
export function rotateLog(path: string, kept: number): void {
  const { dir, name, ext } = parse(path);
  const numbered = (number: number) => (number === 0 ? path : join(dir, `${name}.${number}${ext}`));
  rmSync(numbered(kept - 1), { force: true });
  for (let number = kept - 2; number >= 0; number -= 1) {
    if (existsSync(numbered(number))) renameSync(numbered(number), numbered(number + 1));
  }
}
