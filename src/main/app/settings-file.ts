import { existsSync, readFileSync, renameSync } from 'node:fs';
import { replaceFile } from '../disk/replace-file.ts';
import { log } from './log.ts';

/** The settings in their file, read once. */
export type SettingsFile = {
  /** What was in the file: the till's own part of it; undefined if there is none. */
  content: unknown;
  /** True if the file was put aside as damaged, so that none of it is known. */
  isDamaged: boolean;
  /** Replaces the file; resolves when it is on the disk. */
  save: (content: unknown) => Promise<void>;
};

/**
 * Opens a settings file. One that cannot be parsed is renamed to `….damaged`. A file that is unreadable for another reason
 * is an error: its full screen and trusted server must not be lost by chance.
 */
export function openSettingsFile(file: string): SettingsFile {
  const damaged = `${file}.damaged`;
  const text = readText(file);
  const read = text === null ? {} : parse(text);
  if (read === null) {
    log.error(`${file} cannot be read and was put aside`);
    renameSync(file, damaged);
  }
  return {
    content: read?.till,
    // Without a file: the till was stopped before it could write a new one.
    isDamaged: read === null || (text === null && existsSync(damaged)),
    save: (till) => replaceFile(file, JSON.stringify({ ...read, till }, undefined, '\t')),
  };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}

/** Returns the object in a text; null if there is none. */
function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
