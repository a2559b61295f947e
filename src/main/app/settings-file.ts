import { existsSync, readFileSync, renameSync } from 'node:fs';
import { log } from './log.ts';

/**
 * Renames a settings file that cannot be parsed to `….damaged`; returns true if no new one has taken its place since. A
 * file that is unreadable for another reason is an error: its full screen and trusted server must not be lost by chance.
 */
export function renameUnreadable(file: string): boolean {
  const damaged = `${file}.damaged`;
  const text = readText(file);
  // The till was stopped before it could write a new one.
  if (text === null) return existsSync(damaged);
  if (isObject(text)) return false;
  log.error(`${file} cannot be read and was put aside`);
  renameSync(file, damaged);
  return true;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
