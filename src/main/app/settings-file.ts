import { existsSync, readFileSync, renameSync } from 'node:fs';
import { log } from './log.ts';

/**
 * Renames a settings file that is not one, to `….damaged`; returns whether none has taken its place since. One that cannot be read for another
 * reason is an error: what it says of the full screen and of the trusted server must not be forgotten by a chance.
 */
export function renameUnreadable(file: string): boolean {
  const damaged = `${file}.damaged`;
  const text = readText(file);
  // A till that was stopped before it could write another one.
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
