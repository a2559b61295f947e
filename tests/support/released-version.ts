import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

// Versions that shops have, out of the project's own history, for proofs of upgrades.

const project = path.resolve(import.meta.dirname, '../..');

/** The commits that are versions. */
const commits = { '1.0.0': 'd305458d4626d07c874580d6f21b850d0b5840a9' } as const;

export type ReleasedVersion = keyof typeof commits;

const isInHistory = (commit: string): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', commit], { cwd: project, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the folder of a version with the packages that it names, made at its first use; null in a clone without its
 * commit. npm must reach its registry.
 */
export function releasedVersion(version: ReleasedVersion): string | null {
  const commit = commits[version];
  if (!isInHistory(commit)) return null;
  const folder = path.join(project, 'out/released', version);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: project, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', unfinished], { input: archive });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: unfinished, stdio: 'ignore' });
  renameSync(unfinished, folder);
  return folder;
}
